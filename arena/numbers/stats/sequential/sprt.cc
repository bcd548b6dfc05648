// The ratio from the moments of the pairs, Wald's bounds, and a forecast of the
// end by Brownian motion.

#include "arena/numbers/stats/sequential/sprt.h"

#include <algorithm>
#include <cmath>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/sequential/brownian_exit.h"

namespace couillon::stats {
namespace {

// Simulated errors of [0, 100] are at most 6.6% for 5%, of [100, 200] 13%, of
// [200, 300] 26%: the error of an estimated effect grows with the effect.
constexpr double kLargestNelo = 100;
constexpr double kNarrowest = 0.01;  // nelo1 - nelo0: some 10^10 pairs

double Correction(const SequentialPlan& plan) {
  const double width = EffectOfNelo(plan.nelo1, plan.seatings_per_pair) -
                       EffectOfNelo(plan.nelo0, plan.seatings_per_pair);
  return kOvershoot * width * std::sqrt(static_cast<double>(plan.batch));
}

bool Within(double x, double lo, double hi) { return x >= lo && x <= hi; }

// The mean minus the mean between equal bots; 0 without pairs.
double CentredMean(const PairSums& results, ResultScale scale) {
  const std::optional<double> mean = scale == ResultScale::kScore
                                         ? MeanAboveHalf(results)
                                         : ComputeMean(results);
  return mean.value_or(0);
}

// The variance of one result; 0 without pairs.
double ResultVariance(const PairSums& results) {
  return PopulationVariance(results).value_or(0);
}

bool AllEven(const PairSums& results, ResultScale scale) {
  return results.pairs > 0 && CentredMean(results, scale) == 0 &&
         ResultVariance(results) == 0;
}

// The hypothesis that is left when even pairs have rejected the one further
// from 0.
SequentialDecision DecisionOfEven(double t0, double t1) {
  if (std::abs(t1) > std::abs(t0)) return SequentialDecision::kAcceptH0;
  if (std::abs(t0) > std::abs(t1)) return SequentialDecision::kAcceptH1;
  return SequentialDecision::kUndecided;
}

}  // namespace

std::optional<std::string> SequentialProblem(const SequentialPlan& plan) {
  if (!Within(plan.nelo0, -kLargestNelo, kLargestNelo) ||
      !Within(plan.nelo1, -kLargestNelo, kLargestNelo)) {
    return "elo0 and elo1 must lie between -100 and 100: beyond, a test errs "
           "several times as often as alpha and beta say; a bot that is so "
           "much better passes elo0=0 elo1=100 within some 40 pairs";
  }
  if (!(plan.nelo1 - plan.nelo0 > (1 - 1e-9) * kNarrowest)) {
    return "elo1 must be at least elo0 + 0.01";
  }
  if (!(plan.alpha > 0 && plan.alpha < 1)) {
    return "alpha must lie between 0 and 1";
  }
  if (!(plan.beta > 0 && plan.beta < 1)) return "beta must lie between 0 and 1";
  if (!(plan.alpha + plan.beta < 1)) return "alpha + beta must be less than 1";
  if (!(plan.seatings_per_pair >= 1 && std::isfinite(plan.seatings_per_pair))) {
    return "seatings per pair must be at least 1";
  }
  if (plan.batch < 1) return "the batch must be at least one pair";
  if (plan.cap < 0) return "the cap must not be negative";
  const SequentialBounds bounds = WaldBounds(plan.alpha, plan.beta);
  if (Correction(plan) > 0.5 * std::min(-bounds.lower, bounds.upper)) {
    return "the batch is too large for bounds so far apart";
  }
  return std::nullopt;
}

SequentialBounds WaldBounds(double alpha, double beta) {
  return {std::log(beta / (1 - alpha)), std::log((1 - beta) / alpha)};
}

SequentialBounds ComputeBounds(const SequentialPlan& plan) {
  SequentialBounds bounds = WaldBounds(plan.alpha, plan.beta);
  const double correction = Correction(plan);
  bounds.lower += correction;
  bounds.upper -= correction;
  return bounds;
}

double LogLikelihoodRatio(const PairSums& results, ResultScale scale, double t0,
                          double t1) {
  if (results.pairs <= 0) return 0;
  const double mean = CentredMean(results, scale);
  const double sd = std::sqrt(ResultVariance(results));
  // The ratio has its extrema at the midpoint +- this; its size falls beyond.
  const double reach = std::sqrt(1 + 0.25 * (t1 - t0) * (t1 - t0));
  const double middle = 0.5 * (t0 + t1);
  double t = 0;
  if (mean != 0) {
    t = std::clamp(mean / sd, middle - reach, middle + reach);
  }
  const double above0 = (t - t0) * (t - t0);
  const double above1 = (t - t1) * (t - t1);
  const auto n = static_cast<double>(results.pairs);
  return PositiveZero(0.5 * n * (std::log1p(above0) - std::log1p(above1)));
}

double AllEvenProbability(double t, std::int64_t pairs) {
  return std::exp(-static_cast<double>(pairs) * std::log1p(t * t));
}

std::int64_t PairsAllEven(const SequentialPlan& plan) {
  const double t0 = std::abs(EffectOfNelo(plan.nelo0, plan.seatings_per_pair));
  const double t1 = std::abs(EffectOfNelo(plan.nelo1, plan.seatings_per_pair));
  // Equally far: the rarer of both errors.
  const double error = t1 > t0   ? plan.beta
                       : t0 > t1 ? plan.alpha
                                 : std::min(plan.alpha, plan.beta);
  const double far = std::max(t0, t1);
  return static_cast<std::int64_t>(
      std::ceil(-std::log(error) / std::log1p(far * far)));
}

SequentialTest::SequentialTest(const SequentialPlan& plan, ResultScale scale)
    : sound_(!SequentialProblem(plan).has_value()),
      scale_(scale),
      t0_(EffectOfNelo(plan.nelo0, plan.seatings_per_pair)),
      t1_(EffectOfNelo(plan.nelo1, plan.seatings_per_pair)),
      cap_(plan.cap) {
  if (!sound_) return;
  bounds_ = ComputeBounds(plan);
  all_even_ = PairsAllEven(plan);
}

SequentialLook SequentialTest::LookAt(const PairSums& results) const {
  SequentialLook look;
  if (!sound_) {
    look.decision = SequentialDecision::kUndecided;
    return look;
  }
  look.bounds = bounds_;
  look.llr = LogLikelihoodRatio(results, scale_, t0_, t1_);
  const bool all_even = AllEven(results, scale_);
  if (look.llr >= bounds_.upper || look.llr <= bounds_.lower) {
    look.decision = look.llr > 0 ? SequentialDecision::kAcceptH1
                                 : SequentialDecision::kAcceptH0;
  } else if (all_even && results.pairs >= all_even_) {
    look.decision = DecisionOfEven(t0_, t1_);
  } else if (cap_ > 0 && results.pairs >= cap_) {
    look.decision = SequentialDecision::kUndecided;
  }
  look.all_even = all_even && look.decision != SequentialDecision::kContinue;
  return look;
}

SequentialLook LookAt(const SequentialPlan& plan, const PairSums& results,
                      ResultScale scale) {
  return SequentialTest(plan, scale).LookAt(results);
}

namespace {

// The distances of the bounds and the drift of the motion, a pair being a unit
// of time.
struct Motion {
  double lower = 0;
  double upper = 0;
  double drift = 0;
};

Motion ComputeMotion(const SequentialPlan& plan, double nelo) {
  const double t0 = EffectOfNelo(plan.nelo0, plan.seatings_per_pair);
  const double t1 = EffectOfNelo(plan.nelo1, plan.seatings_per_pair);
  const double t = EffectOfNelo(nelo, plan.seatings_per_pair);
  const SequentialBounds bounds = WaldBounds(plan.alpha, plan.beta);
  return {.lower = bounds.lower / (t1 - t0),
          .upper = bounds.upper / (t1 - t0),
          .drift = t - 0.5 * (t0 + t1)};
}

SequentialForecast ForecastWithoutCap(const Motion& motion) {
  const auto [a, b, drift] = motion;
  if (std::abs(drift) * (b - a) < 1e-6) {
    return {.accept_h1 = -a / (b - a), .expected_pairs = -a * b};
  }
  const double p = EverEndsAbove(a, b, drift);
  return {.accept_h1 = p, .expected_pairs = (p * b + (1 - p) * a) / drift};
}

// The mean of min(end, cap) is the integral of the chance to be under way, here
// by Simpson's rule; beyond four squared distances of the bounds that is below
// 1e-8 under any drift.
SequentialForecast ForecastWithCap(const Motion& motion, std::int64_t cap) {
  constexpr int kPanelsOfForecast = 400;  // even
  const double distance = motion.upper - motion.lower;
  const auto at = [&motion](double time) {
    const BrownianExit exit(motion.lower, motion.upper, time);
    const double above = exit.EndedAbove(motion.drift);
    const double below = exit.EndedBelow(motion.drift);
    return SequentialForecast{.accept_h1 = above,
                              .undecided = std::max(0.0, 1 - above - below)};
  };
  const auto end = static_cast<double>(cap);
  SequentialForecast forecast = at(end);
  const double width =
      std::min(end, 4 * distance * distance) / kPanelsOfForecast;
  forecast.expected_pairs = width / 3;
  for (int i = 1; i <= kPanelsOfForecast; ++i) {
    const double weight = i == kPanelsOfForecast ? 1 : i % 2 == 1 ? 4 : 2;
    forecast.expected_pairs += weight * width / 3 * at(width * i).undecided;
  }
  // The rounding of the sum exceeds the cap of a test that hardly ever ends.
  forecast.expected_pairs = std::min(forecast.expected_pairs, end);
  return forecast;
}

}  // namespace

SequentialForecast Forecast(const SequentialPlan& plan, double nelo) {
  const Motion motion = ComputeMotion(plan, nelo);
  return plan.cap > 0 ? ForecastWithCap(motion, plan.cap)
                      : ForecastWithoutCap(motion);
}

namespace {

double LongestMean(const SequentialPlan& plan) {
  const double middle = 0.5 * (plan.nelo0 + plan.nelo1);
  return ForecastWithoutCap(ComputeMotion(plan, middle)).expected_pairs;
}

}  // namespace

std::int64_t LongestExpected(const SequentialPlan& plan) {
  return std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil(LongestMean(plan))));
}

std::int64_t DefaultCap(const SequentialPlan& plan) {
  return static_cast<std::int64_t>(std::ceil(4 * LongestMean(plan)));
}

}  // namespace couillon::stats
