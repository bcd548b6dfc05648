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
  // The part of `deals` whose result is not that of equal players, at least.
  // Null: by the result, see FitOptions::even.
  std::optional<double> decisive;
};

// Calls its argument with every row of a design, in the same order each time;
// a row lasts until the call returns.
using DesignRows =
    std::function<void(const std::function<void(const DesignRow&)>& visit)>;

enum class DesignLink {
  kLinear,  // results in any unit
  kLogit,   // results in [0, 1], parameters in natural log units
};

// What is known of the results beforehand, for few deals.
struct FitOptions {
  // The result of equal players; null for the mean of the rows of a deal.
  std::optional<double> even;
  // How far a plain win is from it, in the unit of results, >= 0. The root mean
  // square of all results takes its place if that is more.
  double plain_lead = 0;
};

struct DesignFit {
  // One of many equivalent solutions; only estimable contrasts are meaningful.
  std::vector<double> parameters;
  // The covariance of the parameters, for estimable contrasts, and the part of
  // it that comes from the residuals, without virtual deals; null when the fit
  // did not converge, has no more deals than free parameters, or all results
  // are alike and no plain win is known: that says nothing of their spread.
  std::optional<Matrix> covariance;
  std::optional<Matrix> own_covariance;
  // By parameter: its deals, and at least as many of them that are decisive.
  std::vector<double> deals_of;
  std::vector<double> decisive_of;
  // Orthonormal basis of the null space of the design.
  std::vector<std::vector<double>> blind_directions;
  std::int64_t deals = 0;
  // Values below this are rounding errors: it is tiny beside any result.
  double noise = 0;
  bool converged = false;
};

// Returns the fit, for a logit link by damped Newton with at most 200 steps. It
// has not converged when the results are separated: no finite estimate exists.
// The covariance is a sandwich by deal with the changes of small_sample.h: each
// parameter gets two virtual deals, spread over its own, one won and one lost
// plainly, which move no estimate; and the square of a residual counts
// 1 / (1 + v - h), with v the virtual deals per deal and h its leverage.
// Requires: parameter indices in 0..parameters-1.
[[nodiscard]] DesignFit FitDesign(int parameters,
                                  std::span<const DesignRow> rows,
                                  DesignLink link, const FitOptions& options);
// The same of rows that are made one at a time, in the memory of one deal.
[[nodiscard]] DesignFit FitDesign(int parameters, const DesignRows& rows,
                                  DesignLink link, const FitOptions& options);

struct ContrastEstimate {
  double value = 0;
  std::optional<double> standard_error;
  Interval interval;
};

// Returns sum weights * parameters with its interval; null when this contrast
// is not estimable or the fit did not converge. Student's t: the degrees of
// freedom are those of the deals of its parameters, as if each had a sample of
// its own (Satterthwaite 1946), but no more than the deals leave, and two for
// the virtual ones. The sign test limits it (WithSignTest of points.h), with
// the decisive deals of the parameter that has fewest, of those with the
// largest weight. Requires: one weight per parameter.
[[nodiscard]] std::optional<ContrastEstimate> EstimateContrast(
    const DesignFit& fit, std::span<const double> weights, double level);
// The same of a few parameters, in time that grows with these alone. Requires:
// ascending parameters.
[[nodiscard]] std::optional<ContrastEstimate> EstimateContrast(
    const DesignFit& fit, std::span<const DesignTerm> terms, double level);

}  // namespace couillon::stats
