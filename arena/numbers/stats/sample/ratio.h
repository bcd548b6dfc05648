// Ratio estimators: a total over a count, both summed deal by deal, such as
// game points per take, ties per table, legal cards per decision. Deals are
// independent; observations within a deal (seatings, decisions) are not.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {

// Intervals for a proportion of independent cases: how often a bot takes, how
// many deals are drawn.

// Returns Wilson's score interval, the one to print: coverage near `level` on
// average over proportions, never outside [0, 1]. [0, 1] without trials.
// Requires: 0 < level < 1; successes are clipped to 0..trials.
[[nodiscard]] Interval WilsonInterval(std::int64_t successes,
                                      std::int64_t trials, double level);

// Returns Clopper and Pearson's interval: coverage of at least `level` for
// every proportion, but wider. [0, 1] without trials.
[[nodiscard]] Interval ClopperPearsonInterval(std::int64_t successes,
                                              std::int64_t trials,
                                              double level);

// Exact sums over deals of the contributions of a deal to the total (s) and to
// the count (n). No overflow for |s|, n <= 2^15 per deal and up to 2^31 deals.
struct RatioSums {
  std::int64_t deals = 0;
  std::int64_t counted = 0;  // deals with n > 0
  std::int64_t s = 0;
  std::int64_t n = 0;
  std::int64_t ss = 0;
  std::int64_t sn = 0;
  std::int64_t nn = 0;

  // Adds one deal, or `deals_alike` deals with the same contribution.
  // Requires: at most 2^31 deals in total.
  void Add(std::int64_t deal_s, std::int64_t deal_n,
           std::int64_t deals_alike = 1);
  void Merge(const RatioSums& other);
  friend bool operator==(const RatioSums&, const RatioSums&) = default;
};

// Sums of products of two figures. Requires: both were measured on the same
// deals.
struct RatioCross {
  std::int64_t ss = 0;
  std::int64_t sn = 0;  // s of the first, n of the second
  std::int64_t ns = 0;
  std::int64_t nn = 0;

  void Add(std::int64_t s_a, std::int64_t n_a, std::int64_t s_b,
           std::int64_t n_b);
  void Merge(const RatioCross& other);
};

struct RatioEstimate {
  std::int64_t deals = 0;
  std::int64_t counted = 0;              // deals with n > 0
  std::int64_t count = 0;                // n
  std::optional<double> value;           // s / n; null when n is 0
  std::optional<double> standard_error;  // null below two deals that count
  // t with counted - 1 degrees of freedom. Unbounded below two deals that
  // count, and if fewer than kFewDeals of them are all equal.
  Interval interval;
};

// Returns r = s / n with its cluster-robust variance for deals of unequal size,
// G/(G-1) sum_g (s_g - r n_g)^2 / n^2, where G is the number of deals that
// count: others say nothing of the spread. Requires: 0 < level < 1.
[[nodiscard]] RatioEstimate EstimateRatio(const RatioSums& sums, double level);

// Returns the same for a share (0 <= s <= n per deal), with Wilson's interval
// at the effective sample size p (1 - p) / se^2: never outside [0, 1] and never
// a point.
[[nodiscard]] RatioEstimate EstimateShare(const RatioSums& sums, double level);

// Returns figure a minus figure b, measured on the same deals; G is that of the
// figure with fewer deals that count.
[[nodiscard]] RatioEstimate EstimateDifference(const RatioSums& a,
                                               const RatioSums& b,
                                               const RatioCross& cross,
                                               double level);

}  // namespace couillon::stats
