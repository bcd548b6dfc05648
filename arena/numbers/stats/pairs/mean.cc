// Means with intervals over pairs, and over clusters of deals.

#include "arena/numbers/stats/pairs/mean.h"

#include <algorithm>
#include <cmath>

#include "arena/numbers/stats/law/distributions.h"

namespace couillon::stats {
namespace {

// Requires: the estimate has a mean and an error.
void AddInterval(double level, MeanEstimate& estimate) {
  const double error = estimate.standard_error.value_or(0);
  if (error == 0) return;
  const double q = TwoSidedStudent(level, estimate.degrees_of_freedom);
  estimate.interval = Around(estimate.mean.value_or(0), q * error);
}

// Adds the interval with two virtual clusters of these results. Requires: the
// estimate has a mean.
void AddPlusTwo(std::span<const Cluster> clusters, double high, double low,
                double level, MeanEstimate& estimate) {
  double results = 0;
  double total = 0;
  for (const Cluster& cluster : clusters) {
    if (cluster.size <= 0) continue;
    results += static_cast<double>(cluster.size);
    total += cluster.total;
  }
  const auto g = static_cast<double>(estimate.pairs) + 2;
  const double size = results / (g - 2);
  results += 2 * size;
  total += size * (high + low);
  const double mean = total / results;
  double squares =
      size * size *
      ((high - mean) * (high - mean) + (low - mean) * (low - mean));
  for (const Cluster& cluster : clusters) {
    if (cluster.size <= 0) continue;
    const double excess =
        cluster.total - static_cast<double>(cluster.size) * mean;
    squares += excess * excess;
  }
  const Interval interval = Around(
      mean, TwoSidedStudent(level, g - 1) * std::sqrt(squares) / results);
  const double own = estimate.mean.value_or(0);
  estimate.interval = {.lo = std::min(interval.lo, own),
                       .hi = std::max(interval.hi, own)};
}

double LargestMean(std::span<const Cluster> clusters) {
  double largest = 0;
  for (const Cluster& cluster : clusters) {
    if (cluster.size <= 0) continue;
    largest = std::max(
        largest, std::abs(cluster.total) / static_cast<double>(cluster.size));
  }
  return largest;
}

}  // namespace

MeanEstimate EstimateMean(const PairSums& sums, double level) {
  MeanEstimate estimate;
  estimate.pairs = sums.pairs;
  estimate.few_deals = sums.pairs < kFewDeals;
  estimate.mean = ComputeMean(sums);
  estimate.variance = SampleVariance(sums);
  if (!estimate.mean || !estimate.variance) return estimate;
  const auto n = static_cast<double>(sums.pairs);
  estimate.degrees_of_freedom = n - 1;
  estimate.standard_error = std::sqrt(*estimate.variance / n);
  AddInterval(level, estimate);
  return estimate;
}

MeanEstimate EstimateClusteredMean(std::span<const Cluster> clusters,
                                   double level) {
  MeanEstimate estimate;
  std::int64_t results = 0;
  double total = 0;
  for (const Cluster& cluster : clusters) {
    if (cluster.size <= 0) continue;
    ++estimate.pairs;
    results += cluster.size;
    total += cluster.total;
  }
  estimate.few_deals = estimate.pairs < kFewDeals;
  if (results == 0) return estimate;
  const double mean = total / static_cast<double>(results);
  estimate.mean = PositiveZero(mean);
  if (estimate.pairs < 2) return estimate;
  double squares = 0;
  for (const Cluster& cluster : clusters) {
    if (cluster.size <= 0) continue;
    const double excess =
        cluster.total - static_cast<double>(cluster.size) * mean;
    squares += excess * excess;
  }
  const auto g = static_cast<double>(estimate.pairs);
  const auto n = static_cast<double>(results);
  const double error = std::sqrt(g / (g - 1) * squares) / n;
  estimate.degrees_of_freedom = g - 1;
  estimate.standard_error = error;
  estimate.variance = g * error * error;
  AddInterval(level, estimate);
  return estimate;
}

MeanEstimate EstimateClusteredLoss(std::span<const Cluster> clusters,
                                   double plain, double level) {
  MeanEstimate estimate = EstimateClusteredMean(clusters, level);
  if (!estimate.mean) return estimate;
  AddPlusTwo(clusters, std::max(plain, LargestMean(clusters)), 0, level,
             estimate);
  estimate.interval.lo = std::max(estimate.interval.lo, 0.0);
  return estimate;
}

MeanEstimate EstimateClusteredLead(std::span<const Cluster> clusters,
                                   double plain, double level) {
  MeanEstimate estimate = EstimateClusteredMean(clusters, level);
  if (!estimate.mean) return estimate;
  const double largest = std::max(plain, LargestMean(clusters));
  AddPlusTwo(clusters, largest, -largest, level, estimate);
  return estimate;
}

}  // namespace couillon::stats
