// The stores of an arena's rounds, read for reports and audits.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/league_store.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/planner/season.h"
#include "arena/table/verdict.h"

namespace couillon::arena {

// Opens the store of a planned round; null if nothing has been played. DataLoss
// if it is another league than the journal's; the other errors are those of
// LeagueStore. Requires: 1 <= number <= state.rounds.size().
absl::StatusOr<std::unique_ptr<LeagueStore>> OpenRoundToRead(
    const ArenaState& state, int number, const std::string& directory);

// Adds the faults of a round that cost a forfeit, with the bots that `index`
// has for the entrants. Requires: `index` has all entrants of the round.
absl::Status AddForfeits(const RoundPlan& plan, const std::map<int, int>& index,
                         LeagueStore& store, std::vector<Fault>& faults);

}  // namespace couillon::arena
