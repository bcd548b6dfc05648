// The correlation between the scores of a bot against two opponents on the same
// deal. It decides what shared deals cost.
#pragma once

#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::arena {

// Sums over leagues whose pairings play the same deals.
class OpponentsCorrelation {
 public:
  void Add(const stats::LeagueSums& league);

  // Between -1 and 1; NaN if no deal was shared or no score varied.
  [[nodiscard]] double value() const;

 private:
  double covariance_ = 0;  // of every two pairings with a bot in common
  double variance_ = 0;    // geometric mean of the two, added alike
};

// Returns the expected width of an interval between two bots when all pairings
// play the same deals, as a multiple of the width when each has deals of its
// own, in a round robin of equal bots: sqrt(1 + (bots - 2) * correlation).
// docs/statistics.md derives it. Requires: bots >= 2.
[[nodiscard]] double ExpectedWidthRatio(int bots, double correlation);

}  // namespace couillon::arena
