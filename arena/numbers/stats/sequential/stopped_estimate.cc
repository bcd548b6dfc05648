#include "arena/numbers/stats/sequential/stopped_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/sequential/earlier_looks.h"
#include "arena/numbers/stats/sequential/stopped_walk.h"

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

// The closed ratio of one pair at an effect, minus the middle of the test.
double RatioOfEffect(double u, double half) {
  const double above0 = (u + half) * (u + half);
  const double above1 = (u - half) * (u - half);
  return 0.5 * (std::log1p(above0) - std::log1p(above1));
}

// Returns the effect, minus the middle of the test, at which the ratio of one
// pair is `ratio`; infinite if no effect reaches it.
double EffectOfRatio(double ratio, double width, RatioForm form) {
  if (form == RatioForm::kMultinomial) return ratio / width;
  const double half = 0.5 * width;
  double hi = Reach(half);
  if (std::abs(ratio) > RatioOfEffect(hi, half)) {
    return std::copysign(std::numeric_limits<double>::infinity(), ratio);
  }
  double lo = -hi;
  for (int step = 0; step < 60; ++step) {
    const double u = 0.5 * (lo + hi);
    (RatioOfEffect(u, half) < ratio ? lo : hi) = u;
  }
  return 0.5 * (lo + hi);
}

// Up to this effect at a bound, those of the closed ratio hardly depend on the
// number of pairs: they lie 0.25% further out than at the end.
constexpr double kSmallEffect = 0.05;

// The same for the multinomial ratio, whose bounds cannot be followed: 0.2 is
// about 50 nElo of pairs.
constexpr double kLargestLinear = 0.2;

// Whether no bound lies beyond the effect.
bool BoundsWithin(double effect, const StoppedTest& test, std::int64_t pairs) {
  const double least =
      static_cast<double>(pairs) * effect * (test.t1 - test.t0);
  return least >= std::max(-test.bounds.lower, test.bounds.upper);
}

bool BoundsAreConstant(const StoppedTest& test, std::int64_t pairs) {
  return test.form == RatioForm::kMultinomial ||
         BoundsWithin(kSmallEffect, test, pairs);
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
  const auto bounds_at = [&test, noise](std::int64_t at) {
    const auto looked = static_cast<double>(at);
    const auto place = [&](double llr) {
      return looked / noise *
             EffectOfRatio(llr / looked, test.t1 - test.t0, test.form);
    };
    return WalkBounds{.lower = place(test.bounds.lower),
                      .upper = place(test.bounds.upper)};
  };
  const WalkBounds last = bounds_at(pairs);
  StoppedWalk walk = {.lower = last.lower,
                      .upper = last.upper,
                      .batch = test.batch,
                      .steps = pairs,
                      .value = n / noise * (law.effect - middle),
                      .largest_step = law.largest / noise};
  if (!BoundsAreConstant(test, pairs)) walk.bounds_at = bounds_at;
  const std::optional<DriftEstimate> drift = EstimateDrift(walk, level);
  if (!drift) return std::nullopt;
  return Effect{
      .median = PositiveZero(middle + noise * drift->median),
      .interval = {PositiveZero(middle + noise * drift->interval.lo),
                   PositiveZero(middle + noise * drift->interval.hi)}};
}

}  // namespace

bool IsTooStrong(const StoppedTest& test, std::int64_t pairs) {
  return test.form == RatioForm::kMultinomial &&
         !BoundsWithin(kLargestLinear, test, pairs);
}

std::optional<StoppedEstimate> EstimateAfterStop(const StoppedTest& test,
                                                 const PairSums& results,
                                                 ResultScale scale,
                                                 double level) {
  const std::optional<SampleLaw> law = LawOf(results, scale);
  if (!law || IsTooStrong(test, results.pairs)) return std::nullopt;
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
