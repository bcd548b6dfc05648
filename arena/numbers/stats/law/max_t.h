// Critical values for simultaneous comparisons: the number of standard errors
// by which two bots must differ before a report marks "A beats B". A league of
// equal bots gets no mark at all with the stated confidence.
#pragma once

#include <cstdint>

#include "arena/numbers/stats/law/matrix.h"

namespace couillon::stats {

// Returns the `level` quantile of the largest |x_i - x_j| / sd(x_i - x_j) over
// all pairs, for x normal with covariance `covariance`, from `draws` simulated
// vectors; the simulation error at 100,000 draws is about 0.01. Pairs without
// variance are left out. Returns 0 when no pair is left.
// Requires: 0 < level < 1, draws >= 1. Source: Westfall and Young 1993.
[[nodiscard]] double MaxTCriticalValue(const Matrix& covariance, double level,
                                       std::int64_t draws, std::uint64_t seed);

// Returns the same value exactly for `bots` independent estimates of equal
// variance: the studentized range quantile over sqrt 2 (Tukey), by quadrature.
// Requires: bots >= 2, 0 < level < 1.
[[nodiscard]] double BalancedCriticalValue(int bots, double level);

// Returns P(range of `bots` independent standard normals <= range).
[[nodiscard]] double NormalRangeCdf(double range, int bots);

}  // namespace couillon::stats
