#include "arena/front/view/played_so_far.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>

#include "absl/status/status.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/session_rows.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;

void AddMark(const std::filesystem::path& path, std::vector<FileMark>& marks) {
  struct stat of{};
  if (stat(path.c_str(), &of) != 0) return;
  marks.push_back(
      {.path = path.string(),
       .size = of.st_size,
       .changed_ns = of.st_mtim.tv_sec * kNsPerSecond + of.st_mtim.tv_nsec});
}

void AddMarksOfStore(const std::filesystem::path& directory,
                     std::vector<FileMark>& marks) {
  for (const char* file :
       {"league.sqlite", "league.sqlite-wal", "audit.json"}) {
    AddMark(directory / file, marks);
  }
}

std::int64_t LastChange(const std::string& directory) {
  std::vector<FileMark> marks;
  AddMarksOfStore(directory, marks);
  std::int64_t last = 0;
  for (const FileMark& mark : marks) last = std::max(last, mark.changed_ns);
  return last / kNsPerSecond;
}

std::int64_t SecondsOf(const std::vector<PlaySession>& sessions,
                       const std::string& directory) {
  std::int64_t seconds = 0;
  for (const PlaySession& session : sessions) {
    // Of those without an end only the last can be under way.
    const bool last = &session == &sessions.back();
    const std::int64_t end = session.ended ? *session.ended
                             : last        ? LastChange(directory)
                                           : session.began;
    seconds += std::max<std::int64_t>(end - session.began, 0);
  }
  return seconds;
}

absl::Status AddStore(const std::string& directory, PlayedSoFar& played) {
  ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                   LeagueStore::OpenToRead(directory));
  ASSIGN_OR_RETURN(const PlayedUnits units, store->Played());
  ASSIGN_OR_RETURN(const std::vector<PlaySession> sessions, store->Sessions());
  played.units_done += units.units;
  played.deals += units.deals;
  played.seconds += SecondsOf(sessions, directory);
  played.may_end_early = played.may_end_early || store->config().has_sprt();
  played.units += UnitsOf(store->config());
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PlayedSoFar> ReadPlayed(const std::string& directory) {
  PlayedSoFar played;
  if (!IsArena(directory)) {
    RETURN_IF_ERROR(AddStore(directory, played));
    return played;
  }
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(directory));
  for (int round = 1; round <= static_cast<int>(state.rounds.size()); ++round) {
    absl::Status status = AddStore(RoundDirectory(directory, round), played);
    if (absl::IsNotFound(status)) {
      played.units += UnitsOf(RoundConfig(state, round, directory));
    } else if (!status.ok()) {
      return status;
    }
  }
  return played;
}

std::vector<FileMark> MarksOf(const std::string& directory) {
  std::vector<FileMark> marks;
  if (!IsArena(directory)) {
    AddMarksOfStore(directory, marks);
    return marks;
  }
  AddMark(std::filesystem::path(directory) / "journal.jsonl", marks);
  std::error_code error;
  const std::filesystem::path rounds =
      std::filesystem::path(RoundDirectory(directory, 1)).parent_path();
  for (const auto& round : std::filesystem::directory_iterator(rounds, error)) {
    AddMarksOfStore(round.path(), marks);
  }
  std::ranges::sort(marks, {}, &FileMark::path);
  return marks;
}

}  // namespace couillon::arena
