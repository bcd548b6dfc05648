// A closed interval of the real line, the type of every interval estimate.
#pragma once

#include <cstdint>
#include <limits>

namespace couillon::stats {

// An estimate from fewer independent deals than this is flagged.
inline constexpr std::int64_t kFewDeals = 30;

// Unbounded without information. The ends are never NaN and never a negative
// zero, and lo <= hi.
struct Interval {
  double lo = -std::numeric_limits<double>::infinity();
  double hi = std::numeric_limits<double>::infinity();

  friend bool operator==(const Interval&, const Interval&) = default;
};

// Returns `x`, with a negative zero turned into a positive one.
[[nodiscard]] constexpr double PositiveZero(double x) { return x + 0.0; }

// Returns the interval centre +- half_width.
// Requires: half_width >= 0, neither is NaN.
[[nodiscard]] constexpr Interval Around(double centre, double half_width) {
  return {PositiveZero(centre - half_width), PositiveZero(centre + half_width)};
}

}  // namespace couillon::stats
