// The results of an arena that is an individual tournament: all its rounds as
// one tournament of all versions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/league_report.h"
#include "arena/standing/journal/arena_state.h"

namespace couillon::arena {

struct GatheredReport {
  LeagueReport report;  // without the summary of the arena
  std::int64_t rounds_finished = 0;
};

// Reads the stores of all rounds. The history has the rounds of `rated`,
// ascending: individual strengths on `scale`, relative to the first entrant;
// there is none if it is null.
// The errors are those of OpenRoundToRead. Requires: an individual tournament
// with a planned round.
absl::StatusOr<GatheredReport> GatherTournament(
    const ArenaState& state, const std::string& directory,
    stats::ResultScale scale, const std::vector<std::int64_t>* rated);

// How many entrants have been planned in a round: the bots of its report.
int EntrantsMet(const ArenaState& state);

}  // namespace couillon::arena
