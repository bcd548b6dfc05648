// Errors of ratios from exact sums of products, Wilson's score interval, and
// the exact one of Clopper and Pearson by quantiles of the beta law.

#include "arena/numbers/stats/sample/ratio.h"

#include <algorithm>
#include <cmath>

#include "arena/numbers/stats/law/distributions.h"

namespace couillon::stats {
namespace {

// The sum of (s_a - r_a n_a)(s_b - r_b n_b), divided by n_a n_b, with r = s / n
// and all sums exact integers.
double Residuals(const RatioSums& a, const RatioSums& b,
                 const RatioCross& cross) {
  const auto na = static_cast<long double>(a.n);
  const auto nb = static_cast<long double>(b.n);
  const long double ra = static_cast<long double>(a.s) / na;
  const long double rb = static_cast<long double>(b.s) / nb;
  const long double sum = static_cast<long double>(cross.ss) -
                          rb * static_cast<long double>(cross.sn) -
                          ra * static_cast<long double>(cross.ns) +
                          ra * rb * static_cast<long double>(cross.nn);
  return static_cast<double>(sum / (na * nb));
}

double Variance(const RatioSums& sums) {
  const RatioCross own{
      .ss = sums.ss, .sn = sums.sn, .ns = sums.sn, .nn = sums.nn};
  return std::max(0.0, Residuals(sums, sums, own));
}

double Correction(std::int64_t deals) {
  const auto g = static_cast<double>(deals);
  return g / (g - 1);
}

// Requires: the estimate has a value and an error.
void AddInterval(double level, RatioEstimate& estimate) {
  // However many, equal results say nothing of the spread.
  if (estimate.standard_error == 0) return;
  const double q =
      TwoSidedStudent(level, static_cast<double>(estimate.counted) - 1);
  estimate.interval = Around(estimate.value.value_or(0),
                             q * estimate.standard_error.value_or(0));
}

}  // namespace

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

void RatioSums::Add(std::int64_t deal_s, std::int64_t deal_n,
                    std::int64_t deals_alike) {
  deals += deals_alike;
  if (deal_n != 0) counted += deals_alike;
  s += deals_alike * deal_s;
  n += deals_alike * deal_n;
  ss += deals_alike * deal_s * deal_s;
  sn += deals_alike * deal_s * deal_n;
  nn += deals_alike * deal_n * deal_n;
}

void RatioSums::Merge(const RatioSums& other) {
  deals += other.deals;
  counted += other.counted;
  s += other.s;
  n += other.n;
  ss += other.ss;
  sn += other.sn;
  nn += other.nn;
}

void RatioCross::Add(std::int64_t s_a, std::int64_t n_a, std::int64_t s_b,
                     std::int64_t n_b) {
  ss += s_a * s_b;
  sn += s_a * n_b;
  ns += n_a * s_b;
  nn += n_a * n_b;
}

void RatioCross::Merge(const RatioCross& other) {
  ss += other.ss;
  sn += other.sn;
  ns += other.ns;
  nn += other.nn;
}

RatioEstimate EstimateRatio(const RatioSums& sums, double level) {
  RatioEstimate estimate{
      .deals = sums.deals, .counted = sums.counted, .count = sums.n};
  if (sums.n == 0) return estimate;
  estimate.value =
      PositiveZero(static_cast<double>(sums.s) / static_cast<double>(sums.n));
  if (sums.counted < 2) return estimate;
  estimate.standard_error =
      std::sqrt(Correction(sums.counted) * Variance(sums));
  AddInterval(level, estimate);
  return estimate;
}

RatioEstimate EstimateShare(const RatioSums& sums, double level) {
  RatioEstimate estimate = EstimateRatio(sums, level);
  if (!estimate.value) {
    estimate.interval = {0, 1};
    return estimate;
  }
  const double p = *estimate.value;
  // Without a standard error each deal counts as one case.
  double cases = static_cast<double>(sums.counted);
  const double error = estimate.standard_error.value_or(0);
  if (error > 0) cases = p * (1 - p) / (error * error);
  cases = std::max(1.0, std::round(cases));
  estimate.interval =
      WilsonInterval(std::llround(p * cases), std::llround(cases), level);
  // Rounding to whole cases must not exclude the estimate.
  estimate.interval.lo = std::min(estimate.interval.lo, p);
  estimate.interval.hi = std::max(estimate.interval.hi, p);
  return estimate;
}

RatioEstimate EstimateDifference(const RatioSums& a, const RatioSums& b,
                                 const RatioCross& cross, double level) {
  RatioEstimate estimate{.deals = a.deals,
                         .counted = std::min(a.counted, b.counted),
                         .count = a.n};
  if (a.n == 0 || b.n == 0) return estimate;
  estimate.value =
      PositiveZero(static_cast<double>(a.s) / static_cast<double>(a.n) -
                   static_cast<double>(b.s) / static_cast<double>(b.n));
  if (estimate.counted < 2) return estimate;
  const double variance =
      Variance(a) + Variance(b) - 2 * Residuals(a, b, cross);
  // A variance below this is the rounding error of two equal figures.
  const double floor = 1e-14 * (Variance(a) + Variance(b));
  estimate.standard_error = std::sqrt(Correction(estimate.counted) *
                                      (variance > floor ? variance : 0));
  AddInterval(level, estimate);
  return estimate;
}

}  // namespace couillon::stats
