// The words of a command that name files, and the files beside them that they
// may need.

#include "arena/players/bundles/command_files.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/text/printable.h"
#include "arena/players/roster/open_file.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

// The files that a word of a command may name: itself, and what is after its
// "=".
std::vector<std::string> NamesIn(const std::string& word) {
  std::vector<std::string> names = {word};
  const std::size_t equals = word.find('=');
  if (equals != std::string::npos) names.push_back(word.substr(equals + 1));
  return names;
}

bool CommandNames(const v1::BotEntry& entry, const std::string& file) {
  return std::any_of(entry.command().begin(), entry.command().end(),
                     [&file](const std::string& word) {
                       const std::vector<std::string> names = NamesIn(word);
                       return std::find(names.begin(), names.end(), file) !=
                              names.end();
                     });
}

bool HasContent(const fs::path& path, const std::string& digest) {
  const absl::StatusOr<std::string> found = DigestFile(path.string());
  return found.ok() && *found == digest;
}

bool IsHere(const CommandFile& file) {
  return HasContent(file.name, file.digest);
}

void Replace(const std::string& name, const std::string& by,
             v1::BotEntry& entry) {
  for (std::string& word : *entry.mutable_command()) {
    if (word == name) {
      word = by;
    } else if (NamesIn(word).back() == name) {
      word = absl::StrCat(word.substr(0, word.find('=') + 1), by);
    }
  }
}

// Regular files beside those that travel, by name; at most `most`.
std::vector<std::string> Neighbours(const std::vector<CommandFile>& files,
                                    std::size_t most) {
  std::vector<std::string> travel;
  travel.reserve(files.size());
  for (const CommandFile& file : files) {
    travel.push_back(fs::path(file.name).lexically_normal().string());
  }
  std::vector<std::string> found;
  for (const std::string& name : travel) {
    const fs::path folder = fs::path(name).parent_path();
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(
             folder.empty() ? fs::path(".") : folder, error)) {
      const std::string path =
          (folder / entry.path().filename()).lexically_normal().string();
      if (!entry.is_regular_file(error) ||
          std::find(travel.begin(), travel.end(), path) != travel.end()) {
        continue;
      }
      found.push_back(path);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.size() > most) found.resize(most);
  return found;
}

// Folders that the command names.
std::vector<std::string> NamedFolders(const v1::BotEntry& entry) {
  std::vector<std::string> found;
  for (const std::string& word : entry.command()) {
    for (const std::string& name : NamesIn(word)) {
      std::error_code error;
      if (fs::is_directory(name, error)) found.push_back(name);
    }
  }
  return found;
}

}  // namespace

std::vector<CommandFile> ListCommandFiles(const v1::BotEntry& entry) {
  std::vector<CommandFile> files;
  if (!entry.directory().empty() || entry.command().empty()) return files;
  std::vector<std::string> folders;
  for (const v1::BotFile& file : entry.identity().files()) {
    if (!CommandNames(entry, file.path())) continue;
    const fs::path path = fs::path(file.path()).lexically_normal();
    const std::string folder = path.parent_path().string();
    const auto place = std::find(folders.begin(), folders.end(), folder);
    const auto number = place - folders.begin();
    if (place == folders.end()) folders.push_back(folder);
    files.push_back(
        {.name = file.path(),
         .digest = file.digest(),
         .member = absl::StrCat(number, "/", path.filename().string())});
  }
  return files;
}

absl::Status CheckMembers(const std::vector<CommandFile>& files,
                          const std::string& folder) {
  for (const CommandFile& file : files) {
    const fs::path path = fs::path(folder) / file.member;
    if (HasContent(path, file.digest)) continue;
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s is not the file %s of the plan", PrintableLine(path.string()),
        PrintableLine(file.name)));
  }
  return absl::OkStatus();
}

void UseMembers(const std::vector<CommandFile>& files,
                const std::string& folder, v1::BotEntry& entry) {
  for (const CommandFile& file : files) {
    if (IsHere(file)) continue;
    const std::string member = (fs::path(folder) / file.member).string();
    Replace(file.name, member, entry);
    for (v1::BotFile& counted : *entry.mutable_identity()->mutable_files()) {
      if (counted.path() == file.name) counted.set_path(member);
    }
  }
}

bool AreHere(const std::vector<CommandFile>& files) {
  return std::all_of(files.begin(), files.end(), IsHere);
}

std::string TravelWarning(const v1::BotEntry& entry) {
  const std::vector<CommandFile> files = ListCommandFiles(entry);
  if (files.empty()) return "";
  constexpr std::size_t kExamples = 3;
  std::vector<std::string> left = NamedFolders(entry);
  const std::vector<std::string> beside = Neighbours(files, kExamples);
  left.insert(left.end(), beside.begin(), beside.end());
  if (left.empty()) return "";
  const auto name = [](std::string* out, const CommandFile& file) {
    out->append(file.name);
  };
  return absl::StrFormat(
      "bot %s is a command, and of its files these travel: %s. What else they "
      "may read does not, such as %s. If the bot needs more, make it a bot "
      "directory (docs/write-a-bot.md)",
      PrintableLine(entry.name()),
      PrintableLine(absl::StrJoin(files, ", ", name)),
      PrintableLine(absl::StrJoin(left, ", ")));
}

}  // namespace couillon::arena
