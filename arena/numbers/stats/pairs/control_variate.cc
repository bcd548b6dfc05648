// The regression slope of results on card values from exact integer sums, and
// the mean with the variance of its residuals.

#include "arena/numbers/stats/pairs/control_variate.h"

#include <algorithm>
#include <cmath>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/int128.h"
#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {
namespace {

// n times the sum of (a - mean a) (b - mean b), exactly.
Int128 Centred(std::int64_t n, std::int64_t sum_ab, std::int64_t sum_a,
               std::int64_t sum_b) {
  return Int128{n} * sum_ab - Int128{sum_a} * sum_b;
}

Int128 CentredResults(const ControlSums& sums) {
  return Centred(sums.deals, sums.result_squares, sums.results, sums.results);
}

Int128 CentredValues(const ControlSums& sums) {
  return Centred(sums.deals, sums.value_squares, sums.values, sums.values);
}

Int128 CentredProducts(const ControlSums& sums) {
  return Centred(sums.deals, sums.products, sums.results, sums.values);
}

// The sample variance of y - beta v. Requires: two deals.
double ResidualVariance(const ControlSums& sums, double beta) {
  const auto n = static_cast<double>(sums.deals);
  const auto yy = static_cast<double>(CentredResults(sums));
  const auto vv = static_cast<double>(CentredValues(sums));
  const auto yv = static_cast<double>(CentredProducts(sums));
  // Rounding can make a variance of zero slightly negative.
  return std::max(0.0, yy - 2 * beta * yv + beta * beta * vv) / (n * (n - 1));
}

// Welch and Satterthwaite's degrees of freedom of the sum of two independent
// variances. Requires: variances >= 0, degrees of freedom > 0.
double JointDegrees(double first, double first_degrees, double second,
                    double second_degrees) {
  const double total = first + second;
  if (total <= 0) return first_degrees;
  const double a = first / total;
  const double b = second / total;
  return 1 / (a * a / first_degrees + b * b / second_degrees);
}

}  // namespace

void ControlSums::Add(std::int64_t result, std::int64_t value) {
  ++deals;
  results += result;
  values += value;
  result_squares += result * result;
  value_squares += value * value;
  products += result * value;
}

void ControlSums::Merge(const ControlSums& other) {
  deals += other.deals;
  results += other.results;
  values += other.values;
  result_squares += other.result_squares;
  value_squares += other.value_squares;
  products += other.products;
}

std::optional<double> ValueCorrelation(const ControlSums& sums) {
  const Int128 yy = CentredResults(sums);
  const Int128 vv = CentredValues(sums);
  if (yy <= 0 || vv <= 0) return std::nullopt;
  const double correlation = static_cast<double>(CentredProducts(sums)) /
                             std::sqrt(static_cast<double>(yy)) /
                             std::sqrt(static_cast<double>(vv));
  return PositiveZero(std::clamp(correlation, -1.0, 1.0));
}

std::optional<double> ControlSlope(const ControlSums& sums) {
  const Int128 vv = CentredValues(sums);
  if (vv <= 0) return std::nullopt;
  return PositiveZero(static_cast<double>(CentredProducts(sums)) /
                      static_cast<double>(vv));
}

MeanEstimate ControlledMean(const ControlSums& sums, double beta,
                            const ExpectedValue& expected, double level) {
  MeanEstimate estimate;
  estimate.pairs = sums.deals;
  estimate.few_deals = sums.deals < kFewDeals;
  if (sums.deals == 0) return estimate;
  const auto n = static_cast<double>(sums.deals);
  const double mean_result = static_cast<double>(sums.results) / n;
  const double mean_value = static_cast<double>(sums.values) / n;
  estimate.mean =
      PositiveZero(mean_result - beta * (mean_value - expected.mean));
  if (sums.deals < 2) return estimate;
  estimate.variance = ResidualVariance(sums, beta);
  const double of_deals = *estimate.variance / n;
  const double of_expected =
      beta * beta * expected.standard_error * expected.standard_error;
  estimate.standard_error = std::sqrt(of_deals + of_expected);
  estimate.degrees_of_freedom =
      JointDegrees(of_deals, n - 1, of_expected, expected.degrees_of_freedom);
  estimate.interval = Around(
      *estimate.mean, TwoSidedStudent(level, estimate.degrees_of_freedom) *
                          *estimate.standard_error);
  return estimate;
}

std::optional<double> ControlGain(double r_squared) {
  if (r_squared >= 1) return std::nullopt;
  return 1 / (1 - r_squared);
}

}  // namespace couillon::stats
