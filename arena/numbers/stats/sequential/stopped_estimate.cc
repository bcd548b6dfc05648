// The drift at which ends as strong as the observed one have a given
// probability, by false position; then the effect that has this drift.

#include "arena/numbers/stats/sequential/stopped_estimate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/sequential/brownian_exit.h"

namespace couillon::stats {
namespace {

constexpr double kFarthestStep = 6;  // standard deviations of a batch
constexpr double kReach = 8;         // the same, for integrals
constexpr int kPanels = 96;          // of Simpson's rule; even
constexpr int kMaxBisections = 100;

// The number of steps of the last look: fewer than a batch at some caps.
std::int64_t LastSteps(const StoppedWalk& walk) {
  return walk.steps - (walk.steps - 1) / walk.batch * walk.batch;
}

double Overshoot(const StoppedWalk& walk) {
  return kOvershoot * std::sqrt(static_cast<double>(walk.batch));
}

std::int64_t StepsBefore(const StoppedWalk& walk) {
  return walk.steps - LastSteps(walk);
}

// The bounds at the look before the last.
WalkBounds BoundsBefore(const StoppedWalk& walk) {
  if (!walk.bounds_at) return {.lower = walk.lower, .upper = walk.upper};
  return StepsBefore(walk) > 0 ? walk.bounds_at(StepsBefore(walk))
                               : WalkBounds{};
}

// The probability, by drift, of an end that is at least as strong evidence for
// a large drift as the observed one.
class StrongerEnds {
 public:
  explicit StrongerEnds(const StoppedWalk& walk)
      : below_(walk.value <= walk.lower),
        steps_(static_cast<double>(LastSteps(walk))),
        value_(walk.value),
        before_(static_cast<double>(StepsBefore(walk))) {
    const double drift = value_ / static_cast<double>(walk.steps);
    if (walk.bounds_at) {
      EarlierLooks looks =
          IntegrateLooks(walk.bounds_at, walk.batch, StepsBefore(walk), drift);
      ended_ = std::move(below_ ? looks.below : looks.above);
      nodes_ = std::move(looks.under_way);
    } else if (before_ > 0) {
      lower_ = walk.lower - Overshoot(walk);
      upper_ = walk.upper + Overshoot(walk);
      PlaceNodes(exit_.emplace(lower_, upper_, before_), drift);
    }
  }

  [[nodiscard]] double operator()(double drift) const {
    const double sign = below_ ? -1 : 1;
    // Without an earlier end, a sample of fixed size.
    if (nodes_.empty()) {
      const double steps = before_ + steps_;
      return NormalCdf((steps * drift - value_) / std::sqrt(steps));
    }
    const double root = std::sqrt(steps_);
    double beyond = 0;
    if (exit_) {
      beyond = below_ ? exit_->EndedBelow(drift) : exit_->EndedAbove(drift);
    }
    for (const WalkNode& node : ended_) beyond += Mass(node, drift);
    for (const WalkNode& node : nodes_) {
      beyond += Mass(node, drift) *
                NormalCdf(sign * (node.y + steps_ * drift - value_) / root);
    }
    return below_ ? 1 - beyond : beyond;
  }

 private:
  static double Mass(const WalkNode& node, double drift) {
    return std::exp(node.log_mass + drift * node.y -
                    0.5 * drift * drift * static_cast<double>(node.steps));
  }

  // The walk reaches `value` from around it only, but from everywhere beyond it
  // if it was stopped by a cap.
  void PlaceNodes(const BrownianExit& exit, double drift) {
    const double reach =
        kReach * std::sqrt(steps_) + 2 * steps_ * std::abs(drift);
    const double lo = std::clamp(value_ - reach, lower_, upper_);
    const double hi = std::clamp(value_ + reach, lower_, upper_);
    AddSegment(exit, lo, hi);
    if (!below_) AddSegment(exit, hi, upper_);
    if (below_) AddSegment(exit, lower_, lo);
  }

  void AddSegment(const BrownianExit& exit, double lo, double hi) {
    if (!(hi > lo)) return;
    const double width = (hi - lo) / kPanels;
    for (int i = 0; i <= kPanels; ++i) {
      const bool end = i == 0 || i == kPanels;
      const double weight = (end ? 1 : i % 2 == 1 ? 4 : 2) * width / 3;
      const double y = std::min(lo + width * i, upper_);
      const double log_density = exit.LogDensity(y);
      if (!std::isfinite(log_density)) continue;
      nodes_.push_back({.steps = static_cast<std::int64_t>(before_),
                        .y = y,
                        .log_mass = log_density + std::log(weight)});
    }
  }

  bool below_;
  double steps_;  // of the last look
  double value_;
  double before_;  // steps before the last look
  double lower_ = 0;
  double upper_ = 0;
  std::optional<BrownianExit> exit_;  // between constant bounds
  std::vector<WalkNode> ended_;       // between others: the earlier ends
  std::vector<WalkNode> nodes_;       // under way at the look before the last
};

// Returns the drift at which the probability is p, by false position with
// Illinois' weights: as a normal quantile it is nearly linear in the drift.
double DriftAt(const StrongerEnds& stronger, double p, double start,
               double scale) {
  const double target = NormalQuantile(p);
  const auto miss = [&](double drift) {
    return std::clamp(NormalQuantile(stronger(drift)), -9.0, 9.0) - target;
  };
  double lo = start - scale;
  double hi = start + scale;
  double at_lo = miss(lo);
  double at_hi = miss(hi);
  for (double step = scale; at_lo > 0 && step < 1e9 * scale; step *= 2) {
    at_lo = miss(lo -= step);
  }
  for (double step = scale; at_hi < 0 && step < 1e9 * scale; step *= 2) {
    at_hi = miss(hi += step);
  }
  double drift = 0.5 * (lo + hi);
  double last = 0;  // the miss of the round before
  for (int round = 0; round < kMaxBisections && at_hi > at_lo; ++round) {
    drift = std::clamp(lo - at_lo * (hi - lo) / (at_hi - at_lo), lo, hi);
    const double at = miss(drift);
    if (std::abs(at) < 1e-9 || hi - lo < 1e-12 * scale) break;
    if (at < 0) {
      lo = drift;
      at_lo = at;
      if (last < 0) at_hi *= 0.5;
    } else {
      hi = drift;
      at_hi = at;
      if (last > 0) at_lo *= 0.5;
    }
    last = at;
  }
  return drift;
}

// The error of an effect is never taken as smaller than this share of that of a
// small one: for a lopsided law of two results the formula gives 0.
constexpr double kSteadiest = 0.1;

// The law of results as estimated from a sample.
struct SampleLaw {
  double effect = 0;        // (mean - even) / sd
  double sd = 0;            // > 0
  double effect_noise = 0;  // deviation of the effect of one pair
  double largest = 0;       // deviation of a result from the mean, in sd
};

std::optional<double> LeadOf(const PairSums& results, ResultScale scale) {
  return scale == ResultScale::kScore ? MeanAboveHalf(results)
                                      : ComputeMean(results);
}

std::optional<SampleLaw> EstimateLaw(const PairSums& results,
                                     ResultScale scale) {
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

// The effect from which on the closed ratio no longer grows.
double Reach(double half) { return std::sqrt(1 + half * half); }

// The closed ratio of one pair at an effect, minus the middle of the test.
double RatioOfEffect(double u, double half) {
  const double above0 = (u + half) * (u + half);
  const double above1 = (u - half) * (u - half);
  return 0.5 * (std::log1p(above0) - std::log1p(above1));
}

// Returns the effect, minus the middle of the test, at which the ratio of one
// pair is `ratio`; infinite if no effect reaches it.
double EffectOfRatio(double ratio, double width) {
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

// Returns true if no bound lies beyond such an effect.
bool BoundsAreConstant(const StoppedTest& test, std::int64_t pairs) {
  const double least =
      static_cast<double>(pairs) * kSmallEffect * (test.t1 - test.t0);
  return least >= std::max(-test.bounds.lower, test.bounds.upper);
}

struct Effect {
  double median = 0;
  Interval interval;
};

// Returns the effect if that of one pair has the deviation `noise`.
std::optional<Effect> FindEffect(const StoppedTest& test, const SampleLaw& law,
                                 std::int64_t pairs, double noise,
                                 double level) {
  const auto n = static_cast<double>(pairs);
  const double middle = 0.5 * (test.t0 + test.t1);
  const auto bounds_at = [&test, noise](std::int64_t at) {
    const auto looked = static_cast<double>(at);
    const auto place = [&](double llr) {
      return looked / noise * EffectOfRatio(llr / looked, test.t1 - test.t0);
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

bool PassedItsStop(const StoppedWalk& walk) {
  const WalkBounds before = BoundsBefore(walk);
  const double beyond =
      std::max(walk.value - before.upper, before.lower - walk.value);
  if (walk.steps <= walk.batch || beyond <= 0) return false;
  const auto last = static_cast<double>(LastSteps(walk));
  const double drift = walk.value / static_cast<double>(walk.steps);
  double farthest = walk.largest_step + kFarthestStep * std::sqrt(last) +
                    2 * last * std::abs(drift);
  if (walk.largest_step > 0) {
    farthest = std::min(farthest, 2 * last * walk.largest_step);
  }
  return beyond > farthest;
}

std::optional<DriftEstimate> EstimateDrift(const StoppedWalk& walk,
                                           double level) {
  if (PassedItsStop(walk)) return std::nullopt;
  const StrongerEnds stronger(walk);
  const auto steps = static_cast<double>(walk.steps);
  const double start = walk.value / steps;
  const double scale = 1 / std::sqrt(steps);
  DriftEstimate estimate;
  estimate.median = PositiveZero(DriftAt(stronger, 0.5, start, scale));
  const double tail = 0.5 * (1 - level);
  const double lo = DriftAt(stronger, tail, start - 2 * scale, scale);
  const double hi = DriftAt(stronger, 1 - tail, start + 2 * scale, scale);
  estimate.interval = {PositiveZero(std::min(lo, estimate.median)),
                       PositiveZero(std::max(hi, estimate.median))};
  return estimate;
}

double DecisivePairsMidway(const SequentialPlan& plan, const PairSums& results,
                           ResultScale scale) {
  const std::optional<PairShape> shape = scale == ResultScale::kScore
                                             ? ShapeOfScores(results)
                                             : ShapeOfPoints(results);
  if (!shape) return 0;
  return static_cast<double>(LongestExpected(plan)) / shape->kurtosis;
}

std::optional<StoppedEstimate> EstimateAfterStop(const StoppedTest& test,
                                                 const PairSums& results,
                                                 ResultScale scale,
                                                 double level) {
  const std::optional<SampleLaw> law = EstimateLaw(results, scale);
  if (!law) return std::nullopt;
  const std::optional<Effect> effect =
      FindEffect(test, *law, results.pairs, law->effect_noise, level);
  const std::optional<Effect> lead =
      FindEffect(test, *law, results.pairs, 1, level);
  if (!effect || !lead) return std::nullopt;
  const double sd = law->sd;
  return StoppedEstimate{
      .effect = effect->median,
      .effect_interval = effect->interval,
      .lead = sd * lead->median,
      .lead_interval = {sd * lead->interval.lo, sd * lead->interval.hi}};
}

}  // namespace couillon::stats
