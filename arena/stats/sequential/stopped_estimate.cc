#include "arena/stats/sequential/stopped_estimate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "arena/stats/law/interval.h"
#include "arena/stats/pairs/elo.h"
#include "arena/stats/pairs/pair_sums.h"
#include "arena/stats/pairs/result_scale.h"
#include "arena/stats/sequential/sprt.h"
#include "arena/stats/sequential/stopped_walk.h"

namespace couillon::stats {
namespace {

// The error of an effect is never taken as smaller than this share of that of a
// small one: for a lopsided law of two results the formula gives 0.
constexpr double kSteadiest = 0.1;

// What a sample says about the law of its results.
struct SampleLaw {
  double effect = 0;        // (mean - even) / sd
  double sd = 0;            // > 0
  double effect_noise = 0;  // deviation of the effect of one pair
  double largest = 0;       // deviation of a result from the mean, in sd
};

std::optional<double> LeadOf(const PairSums& results, ResultScale scale) {
  return scale == ResultScale::kScore ? MeanAboveHalf(results)
                                      : MeanOf(results);
}

std::optional<SampleLaw> LawOf(const PairSums& results, ResultScale scale) {
  PairSums padded = results;
  const bool is_score = scale == ResultScale::kScore;
  if (is_score) {
    padded.Add(0);
    padded.Add(padded.denominator);
  }
  const auto shape = is_score ? ShapeOfScores(padded) : ShapeOfPoints(padded);
  const auto padded_lead = LeadOf(padded, scale);
  const auto padded_variance = PopulationVariance(padded);
  const auto lead = LeadOf(results, scale);
  const auto variance = PopulationVariance(results);
  if (!shape || !padded_lead || !padded_variance || !lead || !variance) {
    return std::nullopt;
  }
  const double padded_sd = std::sqrt(*padded_variance);
  const double sd = *variance > 0 ? std::sqrt(*variance) : padded_sd;
  const double noise = EffectError(*padded_lead / padded_sd, *shape, 1);
  // No result of a sample lies further out than its kurtosis allows, and no
  // score further than from one end to the mean.
  double largest =
      std::pow(shape->kurtosis * static_cast<double>(padded.pairs), 0.25);
  if (is_score) largest = std::min(largest, (0.5 + std::abs(*lead)) / sd);
  return SampleLaw{.effect = *lead / sd,
                   .sd = sd,
                   .effect_noise = std::max(noise, kSteadiest),
                   .largest = largest};
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

// Returns the effect if that of one pair has the deviation `noise`.
std::optional<Effect> EffectOf(const StoppedTest& test, const SampleLaw& law,
                               std::int64_t pairs, double noise, double level) {
  const auto n = static_cast<double>(pairs);
  const double middle = 0.5 * (test.t0 + test.t1);
  const auto place = [&](double llr) {
    return n / noise * EffectOfRatio(llr / n, test.t1 - test.t0, test.form);
  };
  const StoppedWalk walk = {.lower = place(test.bounds.lower),
                            .upper = place(test.bounds.upper),
                            .batch = test.batch,
                            .steps = pairs,
                            .value = n / noise * (law.effect - middle),
                            .largest_step = law.largest / noise};
  const std::optional<DriftEstimate> drift = EstimateDrift(walk, level);
  if (!drift) return std::nullopt;
  return Effect{
      .median = PositiveZero(middle + noise * drift->median),
      .interval = {PositiveZero(middle + noise * drift->interval.lo),
                   PositiveZero(middle + noise * drift->interval.hi)}};
}

}  // namespace

std::optional<StoppedEstimate> EstimateAfterStop(const StoppedTest& test,
                                                 const PairSums& results,
                                                 ResultScale scale,
                                                 double level) {
  const std::optional<SampleLaw> law = LawOf(results, scale);
  if (!law) return std::nullopt;
  const std::optional<Effect> effect =
      EffectOf(test, *law, results.pairs, law->effect_noise, level);
  const std::optional<Effect> lead =
      EffectOf(test, *law, results.pairs, 1, level);
  if (!effect || !lead) return std::nullopt;
  const double sd = law->sd;
  return StoppedEstimate{
      .effect = effect->median,
      .effect_interval = effect->interval,
      .lead = sd * lead->median,
      .lead_interval = {sd * lead->interval.lo, sd * lead->interval.hi}};
}

}  // namespace couillon::stats
