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

// Steps are never taken as steadier than this: near a perfect record both the
// ratio and the deviation are nearly constant.
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

// The drift of LLR / (t1 - t0) per pair as a function of u, the effect minus
// the middle of the test.
class RatioDrift {
 public:
  RatioDrift(double width, RatioForm form)
      : half_(0.5 * width), linear_(form == RatioForm::kMultinomial) {}

  // Where the ratio no longer grows with the effect.
  [[nodiscard]] double reach() const {
    return linear_ ? std::numeric_limits<double>::infinity()
                   : std::sqrt(1 + half_ * half_);
  }

  [[nodiscard]] double At(double u) const {
    if (linear_) return u;
    const double above0 = (u + half_) * (u + half_);
    const double above1 = (u - half_) * (u - half_);
    return (std::log1p(above0) - std::log1p(above1)) / (4 * half_);
  }

  [[nodiscard]] double SlopeAt(double u) const {
    if (linear_) return 1;
    const auto part = [](double x) { return x / (1 + x * x); };
    return (part(u + half_) - part(u - half_)) / (2 * half_);
  }

  // Returns the u with this drift, -+infinity beyond the reach.
  [[nodiscard]] double Inverse(double drift) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    if (linear_) return drift;
    if (drift >= At(reach())) return kInfinity;
    if (drift <= -At(reach())) return -kInfinity;
    double lo = -reach();
    double hi = reach();
    for (int step = 0; step < 60; ++step) {
      const double middle = 0.5 * (lo + hi);
      (At(middle) < drift ? lo : hi) = middle;
    }
    return 0.5 * (lo + hi);
  }

 private:
  double half_;
  bool linear_;
};

// The walk of the ratio, its steps of standard deviation `sd` scaled to one.
StoppedWalk WalkOf(const StoppedTest& test, const Spread& spread,
                   std::int64_t pairs, double sd) {
  const double unit = (test.t1 - test.t0) * sd;
  return {.lower = test.bounds.lower / unit,
          .upper = test.bounds.upper / unit,
          .batch = test.batch,
          .steps = pairs,
          .value = test.llr / unit,
          // A score moves the mean by at most 1, game points by more; the
          // kurtosis bounds both in a sample of this size.
          .largest_step = std::pow(
              spread.shape.kurtosis * static_cast<double>(pairs), 0.25)};
}

struct Effect {
  double median = 0;
  Interval interval;
};

// Returns the effect if the steps of the ratio have the deviation `sd`.
std::optional<Effect> EffectOf(const StoppedTest& test, const RatioDrift& ratio,
                               const StoppedWalk& walk, double sd,
                               double level) {
  const std::optional<DriftEstimate> drift = EstimateDrift(walk, level);
  if (!drift) return std::nullopt;
  const double middle = 0.5 * (test.t0 + test.t1);
  const auto effect = [&](double per_step) {
    return PositiveZero(middle + ratio.Inverse(per_step * sd));
  };
  return Effect{
      .median = effect(drift->median),
      .interval = {effect(drift->interval.lo), effect(drift->interval.hi)}};
}

}  // namespace

std::optional<StoppedEstimate> EstimateAfterStop(const StoppedTest& test,
                                                 const PairSums& results,
                                                 ResultScale scale,
                                                 double level) {
  const std::optional<Spread> spread = SpreadOf(results, scale);
  if (!spread) return std::nullopt;
  const RatioDrift ratio(test.t1 - test.t0, test.form);
  const double t = spread->lead / spread->sd;
  const double u =
      std::clamp(t - 0.5 * (test.t0 + test.t1), -ratio.reach(), ratio.reach());
  const double noise = std::max(ratio.SlopeAt(u), kSteadiest);
  const double noise_of_effect =
      std::max(noise * EffectError(t, spread->shape, 1), kSteadiest);
  const auto estimate = [&](double sd) {
    return EffectOf(test, ratio, WalkOf(test, *spread, results.pairs, sd), sd,
                    level);
  };
  const std::optional<Effect> effect = estimate(noise_of_effect);
  const std::optional<Effect> lead = estimate(noise);
  if (!effect || !lead) return std::nullopt;
  const double sd = spread->sd;
  return StoppedEstimate{
      .effect = effect->median,
      .effect_interval = effect->interval,
      .lead = sd * lead->median,
      .lead_interval = {sd * lead->interval.lo, sd * lead->interval.hi}};
}

}  // namespace couillon::stats
