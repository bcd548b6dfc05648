// Least squares and logit regression on a sparse design, with errors clustered
// by deal, and a refusal to name what the design cannot tell. The models for
// three players and for rotating partners in additive.h stand on it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arena/stats/law/interval.h"
#include "arena/stats/law/matrix.h"

namespace couillon::stats {

struct DesignTerm {
  int parameter = 0;
  double factor = 1;
};

// One result with what is expected of it: link^-1(sum factor * parameter).
struct DesignRow {
  std::int64_t deal = 0;  // rows of one deal stand next to each other
  std::vector<DesignTerm> terms;
  double result = 0;
};

enum class DesignLink {
  kLinear,  // results in any unit
  kLogit,   // results in [0, 1], parameters in natural log units
};

struct DesignFit {
  // One of many equivalent solutions; only estimable contrasts mean anything.
  std::vector<double> parameters;
  // Of the parameters, for estimable contrasts; null when there are no more
  // deals than free parameters or the fit did not converge.
  std::optional<Matrix> covariance;
  // Directions the design is blind to.
  std::vector<std::vector<double>> blind_directions;
  std::int64_t deals = 0;
  bool converged = false;
};

// Returns the fit; with a logit link by damped Newton, at most 200 steps, not
// converged when results are separated and no finite estimate exists.
// Requires: parameter indices in 0..parameters-1.
[[nodiscard]] DesignFit FitDesign(int parameters,
                                  std::span<const DesignRow> rows,
                                  DesignLink link);

struct ContrastEstimate {
  double value = 0;
  std::optional<double> standard_error;
  Interval interval;  // t with deals - 1 degrees of freedom
};

// Returns sum weights * parameters with its interval; null when the design
// cannot tell it, or the fit did not converge. Requires: one weight a
// parameter.
[[nodiscard]] std::optional<ContrastEstimate> EstimateContrast(
    const DesignFit& fit, std::span<const double> weights, double level);

}  // namespace couillon::stats
