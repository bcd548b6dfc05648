// The sums of a league as a fit uses them: leads, which are results minus those
// between equal bots, in floating point.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/stats/league/league_rating.h"
#include "arena/stats/pairs/result_scale.h"

namespace couillon::stats {

// The leads of bot `first` against bot `second`: scores minus 1/2, or points.
struct PairingMoments {
  int first = 0;
  int second = 0;
  double pairs = 0;    // > 0
  double lead = 0;     // their sum
  double squares = 0;  // the sum of their squares
  // Scores only: the total of each bot, in pairs, and that of half a point at
  // one table.
  double won = 0;
  double lost = 0;
  double half_point = 0;
};

// Sums over the deals that the pairings k and l both played.
struct CrossMoments {
  int k = 0;
  int l = 0;
  double deals = 0;
  double lead_k = 0;
  double lead_l = 0;
  double products = 0;
};

// The moments of a league in one fixed order, so that equal evidence gives
// equal bits: played pairings only, each seen by its lower bot, ascending.
// Crosses have k < l and ascend too.
struct LeagueMoments {
  int bots = 0;
  double deals = 0;  // distinct ones, as LeagueSums::deals
  std::vector<PairingMoments> pairings;
  std::vector<CrossMoments> crosses;
};

// Returns the moments of the sums. Requires: LeagueProblem(sums) is null.
[[nodiscard]] LeagueMoments MomentsOf(const LeagueSums& sums,
                                      ResultScale scale);

}  // namespace couillon::stats
