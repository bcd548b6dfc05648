// Halves a step until the objective does not fall.

#include "arena/numbers/stats/law/newton.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {
namespace {

constexpr int kMaxHalvings = 60;
constexpr double kRounding = 1e-13;  // of the objective, relative

}  // namespace

double LargestSize(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) {
    largest = std::max(largest, std::abs(value));
  }
  return largest;
}

void Centre(std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  for (double& value : values) value = PositiveZero(value - mean);
}

double TakeNewtonStep(
    const std::function<double(std::span<const double>)>& objective,
    std::span<const double> step, std::vector<double>& parameters,
    double longest) {
  const double size = LargestSize(step);
  double scale = size > longest ? longest / size : 1;
  const double before = objective(parameters);
  const double slack = kRounding * std::abs(before);
  std::vector<double> trial(parameters.size());
  for (int halvings = 0; halvings < kMaxHalvings; ++halvings, scale /= 2) {
    for (std::size_t i = 0; i < trial.size(); ++i) {
      trial[i] = parameters[i] + scale * step[i];
    }
    if (objective(trial) >= before - slack) break;
  }
  parameters = std::move(trial);
  return scale * size;
}

}  // namespace couillon::stats
