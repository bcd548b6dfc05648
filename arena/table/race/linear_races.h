// Elo per match of very many pairings. The score of a match is a smooth
// function of the frequencies of deals, so the race is played for groups of
// pairings that score alike, and the score of each pairing follows from its
// group by the slopes.
#pragma once

#include <cstddef>
#include <vector>

#include "arena/table/race/deal_counts.h"
#include "arena/table/race/match_elo.h"
#include "arena/table/race/match_race.h"

namespace couillon::arena {

// There are at most so many groups, and fewer the larger the race is, so that
// all of them together take a second or two; and a group has so many pairings
// at least.
inline constexpr std::size_t kMaxGroups = 1000;
inline constexpr std::size_t kMinGroups = 100;
inline constexpr std::size_t kStepsOfAllGroups =
    10'000'000;  // states times kinds
inline constexpr std::size_t kMinOfAGroup = 16;

// Returns the estimates of EstimateMatch, to first order in the difference
// between the frequencies of a pairing and those of its group; without the
// value of a point. Empty if the race of a group is not exact. Requires: as for
// EstimateMatch, for each of `counts`, none null.
[[nodiscard]] std::vector<MatchEstimate> EstimateMatches(
    const MatchRace& race, const std::vector<const DealCounts*>& counts,
    double level);

}  // namespace couillon::arena
