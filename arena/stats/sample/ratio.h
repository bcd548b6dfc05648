// Figures that are a total over a count, both added up deal by deal: game
// points a take, ties a hand, legal moves a decision. Deals are independent;
// what happens within a deal (its seatings, its decisions) is not.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/stats/law/interval.h"

namespace couillon::stats {

// Exact sums over deals of what one deal adds to the total (s) and to the
// count (n). Safe for |s|, n <= 2^15 a deal and up to 2^31 deals.
struct RatioSums {
  std::int64_t deals = 0;
  std::int64_t s = 0;
  std::int64_t n = 0;
  std::int64_t ss = 0;
  std::int64_t sn = 0;
  std::int64_t nn = 0;

  // Adds one deal, or `deals_alike` that add the same. Requires: of these up to
  // 2^31 in all.
  void Add(std::int64_t deal_s, std::int64_t deal_n,
           std::int64_t deals_alike = 1);
  void Merge(const RatioSums& other);
  friend bool operator==(const RatioSums&, const RatioSums&) = default;
};

// Sums of products of two figures over the deals that both were measured on,
// which are all deals of either.
struct RatioCross {
  std::int64_t ss = 0;
  std::int64_t sn = 0;  // s of the first, n of the second
  std::int64_t ns = 0;
  std::int64_t nn = 0;

  void Add(std::int64_t s_a, std::int64_t n_a, std::int64_t s_b,
           std::int64_t n_b);
};

struct RatioEstimate {
  std::int64_t deals = 0;
  std::int64_t count = 0;                // n
  std::optional<double> value;           // s / n; null when n is 0
  std::optional<double> standard_error;  // null below two deals
  Interval interval;                     // t with deals - 1 degrees of freedom
};

// Returns s / n with the error of clusters of unequal size: G/(G-1) times the
// sum of (s_g - r n_g)^2 over n^2. Requires: 0 < level < 1.
[[nodiscard]] RatioEstimate EstimateRatio(const RatioSums& sums, double level);

// Returns the same for a share (0 <= s <= n a deal), with Wilson's interval at
// the number of independent cases that the error amounts to: never outside
// [0, 1] and never a point.
[[nodiscard]] RatioEstimate EstimateShare(const RatioSums& sums, double level);

// Returns the figure a less the figure b measured on the same deals.
[[nodiscard]] RatioEstimate EstimateDifference(const RatioSums& a,
                                               const RatioSums& b,
                                               const RatioCross& cross,
                                               double level);

}  // namespace couillon::stats
