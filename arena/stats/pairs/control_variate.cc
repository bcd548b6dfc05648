#include "arena/stats/pairs/control_variate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "arena/stats/pairs/mean.h"

namespace couillon::stats {
namespace {

double Average(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

double ProductSum(std::span<const double> a, double mean_a,
                  std::span<const double> b, double mean_b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += (a[i] - mean_a) * (b[i] - mean_b);
  }
  return sum;
}

}  // namespace

MeanEstimate ControlledMean(std::span<const double> results,
                            std::span<const double> values, double beta,
                            double expected_value, double level) {
  std::vector<Cluster> deals;
  deals.reserve(results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    deals.push_back(
        {.size = 1, .total = results[i] - beta * (values[i] - expected_value)});
  }
  return EstimateClusteredMean(deals, level);
}

std::optional<ControlRegression> RegressOnValue(std::span<const double> results,
                                                std::span<const double> values,
                                                double expected_value) {
  if (results.size() < 3) return std::nullopt;
  const double mean_y = Average(results);
  const double mean_v = Average(values);
  const double vv = ProductSum(values, mean_v, values, mean_v);
  const double yy = ProductSum(results, mean_y, results, mean_y);
  const double vy = ProductSum(values, mean_v, results, mean_y);
  if (!(vv > 0 && yy > 0)) return std::nullopt;
  const auto n = static_cast<double>(results.size());
  ControlRegression fit;
  fit.beta = vy / vv;
  fit.estimate = mean_y - fit.beta * (mean_v - expected_value);
  const double rest = std::max(0.0, yy - fit.beta * vy);
  fit.residual_variance = rest / (n - 2);
  const double offset = mean_v - expected_value;
  fit.standard_error =
      std::sqrt(fit.residual_variance * (1 / n + offset * offset / vv));
  fit.r_squared = vy / vv * vy / yy;
  return fit;
}

}  // namespace couillon::stats
