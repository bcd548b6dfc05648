// Ratings of a league from integer sums: Bradley-Terry strengths on pair
// scores, or least-squares strengths on points, with a covariance clustered by
// deal, because the luck of a deal affects all pairings that play it. Where no
// two pairings share a deal, each pair is a cluster.
//
// Ratings are per deal or match, on a scale whose zero is the anchor of the
// island (see LeagueIsland).
#pragma once

#include <optional>
#include <string>

#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::stats {

// Returns the problem with the sums, for the caller's error message: bot
// indices out of range, a bot against itself, a pairing listed twice, negative
// counts, sums outside their range. Null when there is none.
[[nodiscard]] std::optional<std::string> LeagueProblem(
    const LeagueSums& sums, ResultScale scale = ResultScale::kScore);

// Returns the ratings, the same to the last bit for any order of pairings and
// crosses and regardless of which bot is `first`.
// Requires: LeagueProblem(sums, options.scale) is null; otherwise every bot is
// unplayed.
// Sources: Hunter 2004; White 1982 and Liang and Zeger 1986 for the sandwich.
[[nodiscard]] LeagueRating RateLeague(const LeagueSums& sums,
                                      const LeagueOptions& options);

// Returns the ratings from moments that need not come from integer sums,
// without the fits of pairings. Requires: the order of LeagueMoments, and
// moments on the scale of `options`.
[[nodiscard]] LeagueRating RateMoments(const LeagueMoments& league,
                                       const LeagueOptions& options);

// Returns the t of the difference of bots i and j; null when they are on
// different islands, one of them has no rating, or the difference no error.
[[nodiscard]] std::optional<StudentDifference> ComputeStudentDifference(
    const LeagueRating& rating, int i, int j);

// Returns the rating of bot i minus that of bot j, at confidence `level`; null
// when they are on different islands or one of them has no rating.
[[nodiscard]] std::optional<RatingDifference> DifferenceBetween(
    const LeagueRating& rating, int i, int j, double level);

}  // namespace couillon::stats
