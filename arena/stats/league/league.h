// Ratings of a league from integer sums: Bradley-Terry strengths on pair
// scores, with a covariance clustered by deal, because all pairings of a league
// play the same deals.
//
// Elo here is per hand of the ruleset played, on a scale whose zero is the
// anchor of the island (see LeagueIsland).
#pragma once

#include <optional>
#include <string>

#include "arena/stats/league/league_rating.h"

namespace couillon::stats {

// Returns what is wrong with the sums, for the caller's error message: bot
// indices out of range, a bot against itself, a pairing listed twice, negative
// counts, sums outside their range. Null when nothing is.
[[nodiscard]] std::optional<std::string> LeagueProblem(const LeagueSums& sums);

// Returns the ratings. The result depends on the evidence only, to the last
// bit: not on the order of pairings or crosses, nor on which bot is `first`.
// Requires: LeagueProblem(sums) is null; otherwise every bot is unplayed.
// Sources: Hunter 2004; White 1982 and Liang and Zeger 1986 for the sandwich.
[[nodiscard]] LeagueRating RateLeague(const LeagueSums& sums,
                                      const LeagueOptions& options);

// Returns the rating of bot i less that of bot j, at confidence `level`; null
// when they are on different islands or either of them has no Elo.
[[nodiscard]] std::optional<EloDifference> DifferenceBetween(
    const LeagueRating& rating, int i, int j, double level);

}  // namespace couillon::stats
