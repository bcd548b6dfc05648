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
  const PairShape shape = ShapeOfPoints(points).value_or(PairShape{});
  const double error = EffectError(effect, shape, points.pairs);
  estimate.nelo = NeloOfEffect(effect, options.seatings_per_pair);
  if (!HasEffectInterval(shape, points.pairs)) return;
  estimate.nelo_interval =
      Around(*estimate.nelo,
             quantile * NeloOfEffect(error, options.seatings_per_pair));
}

}  // namespace

double DecisiveLeadsAtLeast(double squares, double fourths) {
  return fourths > 0 ? std::ceil(squares * squares / fourths - 1e-6) : 0;
}

Interval WithSignTest(const Interval& interval, double mean, double decisive,
                      double level) {
  const bool includes_zero = interval.lo <= 0 && interval.hi >= 0;
  if (includes_zero || std::exp2(1 - decisive) <= 1 - level) return interval;
  const Interval least = Around(mean, std::abs(mean));
  return {.lo = std::min(interval.lo, least.lo),
          .hi = std::max(interval.hi, least.hi)};
}

double WidthWithSignTest(double half_width, double mean, double decisive,
                         double level) {
  if (std::exp2(1 - decisive) <= 1 - level) return half_width;
  return std::max(half_width, std::abs(mean));
}

double WithSignTest(double superiority, double decisive) {
  // The posterior of a fair coin: I_{1/2}(decisive + 2, 2).
  const double least = (decisive + 4) * std::exp2(-3 - decisive);
  return std::clamp(superiority, least, 1 - least);
}

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
  const double decisive =
      DecisiveLeadsAtLeast(static_cast<double>(points.sum_squares),
                           static_cast<double>(points.sum_fourths));
  estimate.interval = WithSignTest(Around(*estimate.mean, quantile * error),
                                   *estimate.mean, decisive, options.level);
  estimate.superiority = WithSignTest(
      StudentCdf(*estimate.mean / error, estimate.degrees_of_freedom),
      decisive);
  FillNelo(points, options, quantile, estimate);
  return estimate;
}

}  // namespace couillon::stats
