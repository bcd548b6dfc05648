// Least squares and logit regression on a sparse design, with standard errors
// clustered by deal. Contrasts that are not estimable are refused. The models
// of additive.h use it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/matrix.h"

namespace couillon::stats {

struct DesignTerm {
  int parameter = 0;
  double factor = 1;
};

// One result, with expectation link^-1(sum factor * parameter), or those of
// several deals that have the same terms and no other row.
struct DesignRow {
  std::int64_t deal = 0;  // rows of one deal are adjacent
  std::vector<DesignTerm> terms;
  double result = 0;       // the mean of its deals
  std::int64_t deals = 1;  // at least 1
  double squares = 0;      // sum of their squared deviations from the mean
};

// Calls its argument with every row of a design, in the same order each time;
// a row lasts until the call returns.
using DesignRows =
    std::function<void(const std::function<void(const DesignRow&)>& visit)>;

enum class DesignLink {
  kLinear,  // results in any unit
  kLogit,   // results in [0, 1], parameters in natural log units
};

struct DesignFit {
  // One of many equivalent solutions; only estimable contrasts are meaningful.
  std::vector<double> parameters;
  // The covariance of the parameters, for estimable contrasts; null when the
  // fit did not converge or has no more deals than free parameters.
  std::optional<Matrix> covariance;
  // Orthonormal basis of the null space of the design.
  std::vector<std::vector<double>> blind_directions;
  std::int64_t deals = 0;
  bool converged = false;
};

// Returns the fit, for a logit link by damped Newton with at most 200 steps. It
// has not converged when the results are separated: no finite estimate exists.
// Requires: parameter indices in 0..parameters-1.
[[nodiscard]] DesignFit FitDesign(int parameters,
                                  std::span<const DesignRow> rows,
                                  DesignLink link);
// The same of rows that are made one at a time, in the memory of one.
[[nodiscard]] DesignFit FitDesign(int parameters, const DesignRows& rows,
                                  DesignLink link);

struct ContrastEstimate {
  double value = 0;
  std::optional<double> standard_error;
  Interval interval;  // t with deals - 1 degrees of freedom
};

// Returns sum weights * parameters with its interval; null when this contrast
// is not estimable or the fit did not converge. Requires: one weight per
// parameter.
[[nodiscard]] std::optional<ContrastEstimate> EstimateContrast(
    const DesignFit& fit, std::span<const double> weights, double level);
// The same of a few parameters, in time that grows with these alone. Requires:
// ascending parameters.
[[nodiscard]] std::optional<ContrastEstimate> EstimateContrast(
    const DesignFit& fit, std::span<const DesignTerm> terms, double level);

}  // namespace couillon::stats
