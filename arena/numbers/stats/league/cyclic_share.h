// The cyclic (rock-paper-scissors) share of a payoff matrix: the part that no
// rating can express.
#pragma once

#include <optional>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"

namespace couillon::stats {

struct PayoffSplit {
  std::vector<double> rating;  // r_i = mean of row i, zero diagonal included
  // |A_ij - (r_i - r_j)|^2 / |A|^2, from 0 (ratings explain everything) to 1
  // (ratings explain nothing); null for a matrix of zeros.
  std::optional<double> cyclic_share;
};

// Returns the Hodge decomposition of the skew matrix `payoffs`, A_ij = mean
// result of i against j = -A_ji. All pairings have equal weight. Requires:
// square, complete. Source: Jiang, Lim, Yao and Ye 2011; Balduzzi et al. 2018.
[[nodiscard]] PayoffSplit SplitPayoffs(const Matrix& payoffs);

}  // namespace couillon::stats
