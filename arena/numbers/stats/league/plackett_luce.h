// Strengths from the order of the players of a table: the Plackett-Luce model.
//
// The first place goes to player i with probability w_i / (sum of all w), the
// second in the same way among the others, and so on; w = exp(strength). So of
// any two players at any table, i is placed before j with probability
// w_i / (w_i + w_j): for two players it is the Bradley-Terry model.
//
// Ties: the log likelihood of a table is the mean of those of all orders that
// agree with its shared ranks. For two players a tie is half a win for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/bradley_terry.h"

namespace couillon::stats {

// The most players of one table: the time per table doubles with each player of
// a shared rank.
inline constexpr std::size_t kMaxRankedPlayers = 10;

// The players of a table with their results: the larger result has the better
// rank, equal results share one. A bot may be several of the players.
struct RankedTable {
  std::int64_t deal = 0;
  std::vector<int> bots;
  std::vector<double> results;  // of `bots`, in any unit, not NaN
};

// Places for which the same players competed, one of whom got each.
struct PlaceContest {
  std::vector<int> players;  // bots, ascending; at least two different ones
  // The number of places that each player got; for a bot that is several of
  // them, at the first. A part of 1 comes from a shared rank.
  std::vector<double> won;
};

// The sufficient statistics of the model.
struct PlaceCounts {
  int bots = 0;
  std::vector<PlaceContest> contests;
};

// Returns the counts over all tables; a table of one bot alone has none.
// Requires: bot indices in 0..bots-1; as many results as bots at each table, at
// most kMaxRankedPlayers.
[[nodiscard]] PlaceCounts CountPlaces(int bots,
                                      std::span<const RankedTable> tables);

// Returns the maximum likelihood strengths by Newton's method with step
// halving, at most 200 steps. `gradient` of the fit is in contests. Requires:
// between any two groups of bots, one of each was placed before or beside one
// of the other; otherwise no finite maximum exists and `converged` is false.
// Source: Plackett 1975; Luce 1959.
[[nodiscard]] StrengthFit FitRanksByNewton(const PlaceCounts& counts);

// Returns the derivatives of the log likelihood: gradient and negative Hessian.
[[nodiscard]] std::vector<double> PlaceGradient(
    std::span<const double> strengths, const PlaceCounts& counts);
[[nodiscard]] Matrix PlaceCurvature(std::span<const double> strengths,
                                    const PlaceCounts& counts);

}  // namespace couillon::stats
