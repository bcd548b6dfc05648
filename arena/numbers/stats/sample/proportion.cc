#include "arena/numbers/stats/sample/proportion.h"

#include <algorithm>
#include <cmath>

#include "arena/numbers/stats/law/distributions.h"

namespace couillon::stats {

Interval WilsonInterval(std::int64_t successes, std::int64_t trials,
                        double level) {
  if (trials <= 0) return {0, 1};
  const std::int64_t hits = std::clamp<std::int64_t>(successes, 0, trials);
  const auto n = static_cast<double>(trials);
  const double z = TwoSidedNormal(level);
  const double zz = z * z;
  // Both ends follow from the smaller of hits and misses, to keep precision.
  const bool mirrored = hits > trials - hits;
  const auto x = static_cast<double>(mirrored ? trials - hits : hits);
  const double root = z * std::sqrt(x * (1 - x / n) + zz / 4);
  const double hi = (x + zz / 2 + root) / (n + zz);
  // The product of the ends is (x^2 / n) / (n + z^2): no cancellation.
  const double lo = x == 0 ? 0 : x / n * x / (n + zz) / hi;
  if (!mirrored) return {lo, std::min(1.0, hi)};
  return {std::max(0.0, 1 - hi), PositiveZero(1 - lo)};
}

Interval ClopperPearsonInterval(std::int64_t successes, std::int64_t trials,
                                double level) {
  if (trials <= 0) return {0, 1};
  const std::int64_t hits = std::clamp<std::int64_t>(successes, 0, trials);
  const auto x = static_cast<double>(hits);
  const auto misses = static_cast<double>(trials - hits);
  const double tail = 0.5 * (1 - level);
  Interval interval = {0, 1};
  if (hits > 0) interval.lo = BetaQuantile(tail, x, misses + 1);
  if (hits < trials) {
    // 1 - quantile of the mirrored law: the small tail keeps its precision.
    interval.hi = PositiveZero(1 - BetaQuantile(tail, misses, x + 1));
  }
  return interval;
}

}  // namespace couillon::stats
