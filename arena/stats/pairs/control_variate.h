// Variance reduction with the value of the deal as a control variate, for data
// that cannot be mirrored (human players, a remote bot without replay). On
// mirrored pairs it gains nothing: the value cancels there.
#pragma once

#include <optional>
#include <span>

#include "arena/stats/pairs/mean.h"

namespace couillon::stats {

// Returns the mean of y - beta (value - expected_value) with its t interval:
// unbiased for a beta fixed before the data. Requires: equal sizes, one entry
// per independent deal; `expected_value` from a far larger offline sample.
[[nodiscard]] MeanEstimate ControlledMean(std::span<const double> results,
                                          std::span<const double> values,
                                          double beta, double expected_value,
                                          double level);

// The least-squares fit of the same model, to choose beta on an earlier block.
// A beta fitted on the evaluation data biases the estimate.
struct ControlRegression {
  double beta = 0;
  double estimate = 0;           // mean of y - beta (value - expected)
  double residual_variance = 0;  // n - 2 degrees of freedom
  double standard_error = 0;     // of the estimate at the expected value
  double r_squared = 0;          // share of the variance explained
};

// Returns the regression of results on values; null below three deals or when
// either is constant.
[[nodiscard]] std::optional<ControlRegression> RegressOnValue(
    std::span<const double> results, std::span<const double> values,
    double expected_value);

}  // namespace couillon::stats
