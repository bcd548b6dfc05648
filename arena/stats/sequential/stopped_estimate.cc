#include "arena/stats/sequential/stopped_estimate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "arena/stats/law/interval.h"
#include "arena/stats/pairs/elo.h"
#include "arena/stats/pairs/pair_sums.h"
#include "arena/stats/sequential/sprt.h"
#include "arena/stats/sequential/stopped_walk.h"

namespace couillon::stats {
namespace {

// The error of an effect is never taken as smaller than this share of that of a
// small one: for a lopsided law of two results the formula gives 0.
constexpr double kSteadiest = 0.1;

// The deviation of one result and the shape of its law, from the sample.
struct Spread {
  double lead = 0;  // mean - even
  double sd = 0;    // > 0
  PairShape shape;
};

std::optional<Spread> SpreadOf(const PairSums& results, ResultScale scale) {
  if (results.pairs <= 0) return std::nullopt;
  PairSums sums = results;
  const bool is_score = scale == ResultScale::kScore;
  if (is_score) {
    sums.Add(0);
    sums.Add(sums.denominator);
  }
  const auto lead = is_score ? MeanAboveHalf(sums) : MeanOf(sums);
  const auto variance = PopulationVariance(sums);
  const auto shape = is_score ? ShapeOfScores(sums) : ShapeOfPoints(sums);
  if (!lead || !variance || !shape) return std::nullopt;
  return Spread{.lead = *lead, .sd = std::sqrt(*variance), .shape = *shape};
}

// Where the closed ratio stops to grow with the effect.
double Reach(double half) { return std::sqrt(1 + half * half); }

// Returns the effect, minus the middle of the test, at which the ratio of one
// pair is `ratio`; at most the reach.
double EffectOfRatio(double ratio, double width, RatioForm form) {
  if (form == RatioForm::kMultinomial) return ratio / width;
  const double half = 0.5 * width;
  double lo = -Reach(half);
  double hi = Reach(half);
  for (int step = 0; step < 60; ++step) {
    const double u = 0.5 * (lo + hi);
    const double above0 = (u + half) * (u + half);
    const double above1 = (u - half) * (u - half);
    const double at = 0.5 * (std::log1p(above0) - std::log1p(above1));
    (at < ratio ? lo : hi) = u;
  }
  return 0.5 * (lo + hi);
}

struct Effect {
  double median = 0;
  Interval interval;
};

// Returns the effect if that of one pair has the deviation `sd`.
std::optional<Effect> EffectOf(const StoppedTest& test, const Spread& spread,
                               std::int64_t pairs, double sd, double level) {
  const auto n = static_cast<double>(pairs);
  const auto place = [&](double llr) {
    return n / sd * EffectOfRatio(llr / n, test.t1 - test.t0, test.form);
  };
  const StoppedWalk walk = {
      .lower = place(test.bounds.lower),
      .upper = place(test.bounds.upper),
      .batch = test.batch,
      .steps = pairs,
      .value = place(test.llr),
      // No result of a sample lies further out than its kurtosis allows.
      .largest_step = std::pow(spread.shape.kurtosis * n, 0.25)};
  const std::optional<DriftEstimate> drift = EstimateDrift(walk, level);
  if (!drift) return std::nullopt;
  const double middle = 0.5 * (test.t0 + test.t1);
  return Effect{.median = PositiveZero(middle + sd * drift->median),
                .interval = {PositiveZero(middle + sd * drift->interval.lo),
                             PositiveZero(middle + sd * drift->interval.hi)}};
}

}  // namespace

std::optional<StoppedEstimate> EstimateAfterStop(const StoppedTest& test,
                                                 const PairSums& results,
                                                 ResultScale scale,
                                                 double level) {
  const std::optional<Spread> spread = SpreadOf(results, scale);
  if (!spread) return std::nullopt;
  const double t = spread->lead / spread->sd;
  const double noise = std::max(EffectError(t, spread->shape, 1), kSteadiest);
  const std::optional<Effect> effect =
      EffectOf(test, *spread, results.pairs, noise, level);
  const std::optional<Effect> lead =
      EffectOf(test, *spread, results.pairs, 1, level);
  if (!effect || !lead) return std::nullopt;
  const double sd = spread->sd;
  return StoppedEstimate{
      .effect = effect->median,
      .effect_interval = effect->interval,
      .lead = sd * lead->median,
      .lead_interval = {sd * lead->interval.lo, sd * lead->interval.hi}};
}

}  // namespace couillon::stats
