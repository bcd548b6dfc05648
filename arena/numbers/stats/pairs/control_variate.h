// Variance reduction with the value of the cards as a control variate, for data
// that cannot be mirrored (people, a remote bot without replay). On mirrored
// pairs it gains nothing: the value cancels there.
//
// y is a bot's result in a deal and v the value of its cards in that deal, both
// integers: game points with best play, all cards seen. The mean of y - beta (v
// - E v) has the expectation of y whatever beta is, as long as beta was fixed
// before the data.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "arena/numbers/stats/pairs/mean.h"

namespace couillon::stats {

// Exact sums over independent deals. They merge in any order and any grouping
// to the same bits. Safe for |y|, |v| <= 2^15 and up to 2^32 deals.
struct ControlSums {
  std::int64_t deals = 0;
  std::int64_t results = 0;  // sum of y
  std::int64_t values = 0;   // sum of v
  std::int64_t result_squares = 0;
  std::int64_t value_squares = 0;
  std::int64_t products = 0;  // sum of y v

  // Adds one deal.
  void Add(std::int64_t result, std::int64_t value);
  void Merge(const ControlSums& other);
  friend bool operator==(const ControlSums&, const ControlSums&) = default;
};

// Returns the correlation of results and values, -1 to 1; null when either is
// constant. Its square is the share R^2 of the variance of a result that the
// values explain.
[[nodiscard]] std::optional<double> ValueCorrelation(const ControlSums& sums);

// Returns the least-squares slope of results on values: the beta of later
// deals. Null when the values are constant.
[[nodiscard]] std::optional<double> ControlSlope(const ControlSums& sums);

// E v. By symmetry it is exactly 0 for a bot that holds each side equally
// often. Otherwise it comes from an offline sample of other deals, far larger
// than the data: a sample of the same size would undo the whole gain.
struct ExpectedValue {
  double mean = 0;
  double standard_error = 0;  // >= 0; 0: known exactly
  // The degrees of freedom of the standard error. > 0
  double degrees_of_freedom = std::numeric_limits<double>::infinity();
};

// Returns the mean of y - beta (v - E v) over the deals. Its standard error
// counts the error of E v; the interval is Student's, with the degrees of
// freedom of Welch and Satterthwaite. `variance` is that of one deal, without
// the error of E v. Null values and few deals are as in EstimateMean.
// Requires: beta does not depend on the deals of `sums`; 0 < level < 1.
[[nodiscard]] MeanEstimate ControlledMean(const ControlSums& sums, double beta,
                                          const ExpectedValue& expected,
                                          double level);

// Returns 1 / (1 - R^2): how many unpaired deals replace one with the control
// variate, E v known. Null for an R^2 of 1. Requires: 0 <= r_squared <= 1.
[[nodiscard]] std::optional<double> ControlGain(double r_squared);

}  // namespace couillon::stats
