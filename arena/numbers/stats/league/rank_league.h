// Ratings of a league of tables of two and more players from their ranks
// alone: Plackett-Luce strengths in Elo, with standard errors clustered by
// deal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/plackett_luce.h"

namespace couillon::stats {

// Bots connected by common tables; only these are comparable.
struct RankIsland {
  std::vector<int> bots;   // ascending
  std::vector<int> rated;  // ascending; empty when there is no fit
  std::int64_t deals = 0;  // with two of the rated bots at a table
  int iterations = 0;
  bool converged = false;
};

struct RankLeague {
  // By bot, in Elo. `value` is relative to the mean of the rated bots of the
  // island; bots that were placed before (behind) everybody they met have no
  // finite estimate and the status kAbove (kBelow), without a bound. Variances
  // have the factor G / (G - p), for G deals of the island and p = its rated
  // bots minus one; no standard error with no more deals than rated bots. The
  // intervals are Student's t; for a bot with g effective deals they have the
  // factor g / (g - 1) if that is more, and g - 1 degrees of freedom, at most
  // G - p; and they have the variance of two virtual deals per bot, so that
  // their width is never zero.
  std::vector<BotRating> bots;
  std::vector<RankIsland> islands;
};

// Returns the ratings. A difference of 400 Elo means odds of 10 to 1 to be
// placed before the other at the same table. Seats have no part in the model:
// bots have to play every seat equally often. Requires: as for CountPlaces;
// tables of one deal are adjacent; 0 < level < 1.
[[nodiscard]] RankLeague RateRanks(int bots,
                                   std::span<const RankedTable> tables,
                                   double level);

}  // namespace couillon::stats
