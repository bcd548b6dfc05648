// The BCa interval (Efron 1987): bias correction, acceleration by the
// jackknife, and adjusted levels.

#include "arena/numbers/stats/sample/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/splitmix.h"

namespace couillon::stats {
namespace {

// The p quantile of ascending values, linear between order statistics.
double SortedQuantile(const std::vector<double>& sorted, double p) {
  const double place =
      std::clamp(p, 0.0, 1.0) * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = place - static_cast<double>(below);
  return PositiveZero(sorted[below] + part * (sorted[above] - sorted[below]));
}

// Skewness of the jackknife values over 6 sqrt(n); null if not finite.
std::optional<double> Acceleration(std::size_t deals,
                                   const DealStatistic& statistic) {
  std::vector<double> left_out(deals);
  std::vector<std::size_t> rest(deals - 1);
  for (std::size_t out = 0; out < deals; ++out) {
    for (std::size_t i = 0; i + 1 < deals; ++i) rest[i] = i < out ? i : i + 1;
    left_out[out] = statistic(rest);
  }
  const double mean = std::accumulate(left_out.begin(), left_out.end(), 0.0) /
                      static_cast<double>(deals);
  double squares = 0;
  double cubes = 0;
  for (const double value : left_out) {
    const double d = mean - value;
    squares += d * d;
    cubes += d * d * d;
  }
  if (!std::isfinite(squares)) return std::nullopt;
  const double scale = 6 * squares * std::sqrt(squares);
  return scale > 0 ? PositiveZero(cubes / scale) : 0;
}

void FillMoments(const std::vector<double>& values, BootstrapResult& out) {
  const auto n = static_cast<double>(values.size());
  out.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) {
    squares += (value - out.mean) * (value - out.mean);
  }
  out.standard_deviation = std::sqrt(squares / (n - 1));
}

// z0: the normal quantile of the share of resamples below the estimate.
double BiasCorrection(const std::vector<double>& sorted, double estimate) {
  const auto [low, high] =
      std::equal_range(sorted.begin(), sorted.end(), estimate);
  const auto below = static_cast<double>(low - sorted.begin());
  const auto equal = static_cast<double>(high - low);
  const double n = static_cast<double>(sorted.size());
  // Clamped away from 0 and 1, whose quantiles are infinite.
  const double share =
      std::clamp((below + 0.5 * equal) / n, 0.5 / n, 1 - 0.5 / n);
  return PositiveZero(NormalQuantile(share));
}

double AdjustedLevel(const BootstrapResult& result, double p) {
  const double z = result.bias_correction + NormalQuantile(p);
  const double shrink = std::max(1e-9, 1 - result.acceleration * z);
  return NormalCdf(result.bias_correction + z / shrink);
}

}  // namespace

std::optional<BootstrapResult> Bootstrap(std::size_t deals,
                                         const DealStatistic& statistic,
                                         const BootstrapOptions& options) {
  if (deals < 2 || options.resamples < 2) return std::nullopt;
  std::vector<std::size_t> sample(deals);
  std::iota(sample.begin(), sample.end(), std::size_t{0});
  BootstrapResult result;
  result.estimate = statistic(sample);
  if (!std::isfinite(result.estimate)) return std::nullopt;
  SplitMix64 random(options.seed);
  std::vector<double> values(static_cast<std::size_t>(options.resamples));
  for (double& value : values) {
    for (std::size_t& deal : sample) {
      deal = static_cast<std::size_t>(random.NextBelow(deals));
    }
    value = statistic(sample);
    if (!std::isfinite(value)) return std::nullopt;
  }
  FillMoments(values, result);
  const std::optional<double> acceleration = Acceleration(deals, statistic);
  if (!acceleration) return std::nullopt;
  result.acceleration = *acceleration;
  std::sort(values.begin(), values.end());
  result.bias_correction = BiasCorrection(values, result.estimate);
  const double lo = 0.5 * (1 - options.level);
  const double hi = 1 - lo;
  result.percentile = {SortedQuantile(values, lo), SortedQuantile(values, hi)};
  result.basic = {PositiveZero(2 * result.estimate - result.percentile.hi),
                  PositiveZero(2 * result.estimate - result.percentile.lo)};
  result.bca = {SortedQuantile(values, AdjustedLevel(result, lo)),
                SortedQuantile(values, AdjustedLevel(result, hi))};
  return result;
}

}  // namespace couillon::stats
