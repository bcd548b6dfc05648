// The estimates of elo.h with leads in place of scores.

#include "arena/numbers/stats/pairs/points.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"

namespace couillon::stats {
namespace {

// The sum of squares around the mean, and that of two virtual pairs.
struct Squares {
  double own = 0;
  double with_virtual = 0;
};

Squares ComputeSquares(const PairSums& points, double virtual_lead) {
  const auto n = static_cast<double>(points.pairs);
  const double mean = ComputeMean(points).value_or(0);
  const double own = n * PopulationVariance(points).value_or(0);
  const double mean_square = own / n + mean * mean;
  return {own, own + 2 * std::max(virtual_lead * virtual_lead, mean_square)};
}

void FillNelo(const PairSums& points, const PointsOptions& options,
              double quantile, PointsEstimate& estimate) {
  const std::optional<double> variance = SampleVariance(points);
  if (!estimate.mean || !variance || !(*variance > 0)) return;
  const double effect = *estimate.mean / std::sqrt(*variance);
  const double error = EffectError(
      effect, ShapeOfPoints(points).value_or(PairShape{}), points.pairs);
  estimate.nelo = NeloOfEffect(effect, options.seatings_per_pair);
  estimate.nelo_interval =
      Around(*estimate.nelo,
             quantile * NeloOfEffect(error, options.seatings_per_pair));
}

}  // namespace

PointsEstimate EstimatePoints(const PairSums& points,
                              const PointsOptions& options) {
  PointsEstimate estimate;
  estimate.pairs = points.pairs;
  estimate.few_deals = points.pairs < kFewDeals;
  estimate.mean = ComputeMean(points);
  if (!estimate.mean) return estimate;
  const auto n = static_cast<double>(points.pairs);
  const Squares squares = ComputeSquares(points, options.virtual_lead);
  const double error = std::sqrt(squares.with_virtual / (n * (n + 1)));
  const double inflation = squares.with_virtual / squares.own;
  estimate.standard_error = error;
  estimate.degrees_of_freedom =
      squares.own > 0 ? std::max(1.0, (n - 1) * inflation * inflation)
                      : std::numeric_limits<double>::infinity();
  const double quantile =
      squares.own > 0
          ? TwoSidedStudent(options.level, estimate.degrees_of_freedom)
          : TwoSidedNormal(options.level);
  estimate.interval = Around(*estimate.mean, quantile * error);
  estimate.superiority =
      StudentCdf(*estimate.mean / error, estimate.degrees_of_freedom);
  FillNelo(points, options, quantile, estimate);
  return estimate;
}

}  // namespace couillon::stats
