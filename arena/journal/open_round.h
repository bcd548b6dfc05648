// The rounds of an arena: each is a league in a directory of its own, planned
// in the journal before it is played.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/journal/arena_state.h"
#include "arena/store/league_store.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// The directory of round `number`, from 1, in the arena `directory`.
std::string RoundDirectory(const std::string& directory, int number);

// The league of a planned round: its bots are those that meet in it, under
// their labels, with directories on this machine. Requires: 1 <= number <=
// state.rounds.size().
v1::LeagueConfig RoundConfig(const ArenaState& state, int number,
                             const std::string& directory);

// How much of a round is played.
struct RoundProgress {
  std::int64_t units = 0;
  std::int64_t units_done = 0;
};

// Reads how much of a planned round is played: nothing if it has no directory.
// The errors are those of LeagueStore. Requires: as for RoundConfig.
absl::StatusOr<RoundProgress> ProgressOf(const ArenaState& state, int number,
                                         const std::string& directory);

// The first planned round that is not played to its end; null if there is none.
absl::StatusOr<std::optional<int>> UnfinishedRound(
    const ArenaState& state, const std::string& directory);

// Opens the store of a planned round to play it, or makes it. DataLoss if the
// directory holds another league than the planned one; the other errors are
// those of LeagueStore. Requires: as for RoundConfig.
absl::StatusOr<std::unique_ptr<LeagueStore>> OpenRound(
    const ArenaState& state, int number, const std::string& directory);

// Plans the next round and appends it to the journal; false if every pairing
// has played its deals or matches. The errors are those of UpdateJournal.
absl::StatusOr<bool> PlanNextRound(const std::string& directory);

// The right to play in an arena; one process has it at a time.
class RunLock {
 public:
  // FailedPrecondition if another process plays in `directory`;
  // PermissionDenied if its lock cannot be written.
  static absl::StatusOr<std::unique_ptr<RunLock>> Take(
      const std::string& directory);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  explicit RunLock(int fd) : fd_(fd) {}
  int fd_;
};

// Whether two configurations are of the same round: bots may have moved.
bool SameRound(const v1::LeagueConfig& a, const v1::LeagueConfig& b);

}  // namespace couillon::arena
