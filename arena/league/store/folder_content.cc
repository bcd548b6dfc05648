// Existence of the files that only a league, an arena or a plan has.

#include "arena/league/store/folder_content.h"

#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

bool HoldsFile(const std::filesystem::path& directory, const char* file) {
  std::error_code error;
  return std::filesystem::exists(directory / file, error);
}

absl::Status HoldsAlready(const std::string& directory, const char* what) {
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: holds %s already; choose another directory", directory, what));
}

}  // namespace

std::string ArenaOfRound(const std::string& directory) {
  std::error_code error;
  const std::filesystem::path round = std::filesystem::weakly_canonical(
      std::filesystem::absolute(directory, error) / "", error);
  // The path ends with a separator.
  const std::filesystem::path rounds =
      (round.has_filename() ? round : round.parent_path()).parent_path();
  if (rounds.filename() != "rounds") return "";
  const std::filesystem::path arena = rounds.parent_path();
  return HoldsFile(arena, kJournalFile) ? arena.string() : "";
}

absl::Status CheckPlainFile(const std::string& path) {
  std::error_code error;
  const std::filesystem::file_status status =
      std::filesystem::symlink_status(path, error);
  if (!std::filesystem::exists(status) ||
      std::filesystem::is_regular_file(status)) {
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrFormat(
      "%s: is %s; expected a file", path,
      std::filesystem::is_symlink(status) ? "a link" : "a folder or device"));
}

absl::Status CheckNoLinks(const std::string& directory,
                          std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const std::filesystem::path path = std::filesystem::path(directory) / name;
    std::error_code error;
    if (!std::filesystem::is_symlink(path, error)) continue;
    return absl::DataLossError(
        absl::StrFormat("%s: is a link; expected a folder", path.string()));
  }
  return absl::OkStatus();
}

std::string AfterFullDisk(const std::string& directory) {
  if (absl::StrContains(std::filesystem::path(directory).filename().string(),
                        kMergingSuffix)) {
    return "nothing of the merge is kept, and the results of the shards are "
           "safe: free space, then merge them again";
  }
  if (!HoldsFile(directory, kLeagueFile)) {
    return "nothing is stored yet: free space, then give the same command "
           "again";
  }
  const std::string arena = ArenaOfRound(directory);
  return absl::StrFormat(
      "the results stored before are safe: free space, then continue with %s",
      arena.empty() ? absl::StrFormat("league resume %s", directory)
                    : absl::StrFormat("arena run %s (or arena serve)", arena));
}

absl::Status CheckHoldsNoArena(const std::string& directory) {
  if (!HoldsFile(directory, kJournalFile)) return absl::OkStatus();
  return HoldsAlready(directory, "an arena (journal.jsonl)");
}

absl::Status CheckHoldsOnlyAnArena(const std::string& directory) {
  if (HoldsFile(directory, kLeagueFile)) {
    return HoldsAlready(directory, "a league (league.sqlite)");
  }
  if (HoldsFile(directory, kPlanFile)) {
    return HoldsAlready(directory, "a plan (plan.json)");
  }
  return absl::OkStatus();
}

}  // namespace couillon::arena
