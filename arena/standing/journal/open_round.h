// The rounds of an arena: each is a league in a directory of its own, planned
// in the journal before it is played.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/directory_lock.h"
#include "arena/league/store/league_store.h"
#include "arena/standing/journal/arena_state.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// The directory of round `number`, from 1, in the arena `directory`.
std::string RoundDirectory(const std::string& directory, int number);

// The league of a planned round: its bots are those that meet in it, under
// their labels, with directories on this machine. Requires: 1 <= number <=
// state.rounds.size().
v1::LeagueConfig RoundConfig(const ArenaState& state, int number,
                             const std::string& directory);

// The progress of a round.
struct RoundProgress {
  std::int64_t units = 0;
  std::int64_t units_done = 0;
};

// Reads how much of a planned round is played: nothing if it has no directory.
// The errors are those of LeagueStore. Requires: as for RoundConfig.
absl::StatusOr<RoundProgress> ReadProgress(const ArenaState& state, int number,
                                           const std::string& directory);

// The first planned round that is not played to its end; null if there is none.
absl::StatusOr<std::optional<int>> UnfinishedRound(
    const ArenaState& state, const std::string& directory);

// The first planned round that has something to play without the entrants that
// are `away`; null if there is none. The errors are those of LeagueStore.
absl::StatusOr<std::optional<int>> PlayableRound(const ArenaState& state,
                                                 const std::string& directory,
                                                 const std::set<int>& away);

// By entrant: the units of a planned round that are still to be played, of
// those that have any left. Requires: as for RoundConfig.
absl::StatusOr<std::map<int, std::int64_t>> UnitsLeft(
    const ArenaState& state, int number, const std::string& directory);

// Returns true if something that was planned for an entrant is still to be
// played.
absl::StatusOr<bool> HasUnitsLeft(const ArenaState& state,
                                  const std::string& directory, int entrant);

// The entrants that meet in a round, ascending: the bots of RoundConfig.
std::vector<int> ListEntrants(const RoundPlan& plan);

// Charges time to the entrants `away` that have units left in the round under
// way, if the next round follows from its results, so that all wait for them:
// who has spent its budget forfeits these units in the next run. The errors are
// those of OpenRound. Requires: nothing else of the round can be played.
absl::Status ChargeAbsent(const ArenaState& state, const std::string& directory,
                          const std::set<int>& away,
                          std::chrono::microseconds waited);

// The entrants that have spent their budget in the round under way, if the next
// round follows from its results. The errors are those of LeagueStore.
absl::StatusOr<std::set<int>> SpentEntrants(const ArenaState& state,
                                            const std::string& directory);

// Opens the store of a planned round to play it, or makes it. DataLoss if the
// directory holds another league than the planned one; the other errors are
// those of LeagueStore. Requires: as for RoundConfig.
absl::StatusOr<std::unique_ptr<LeagueStore>> OpenRound(
    const ArenaState& state, int number, const std::string& directory);

// The most deals or matches per pairing and ruleset in a round unless the user
// says otherwise: an eighth of those that a pairing plays, in whole units of
// work. Requires: settings.block_items() >= 1.
std::uint64_t DefaultRoundItems(const v1::LeagueConfig& settings);

// The right to play in an arena. NotFound if there is none in `directory`; the
// other errors are those of DirectoryLock.
absl::StatusOr<std::unique_ptr<DirectoryLock>> LockToPlay(
    const std::string& directory);

// Returns true if two configurations are of the same round: bots may have
// moved.
bool SameRound(const v1::LeagueConfig& a, const v1::LeagueConfig& b);

}  // namespace couillon::arena
