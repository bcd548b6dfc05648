// The effect of a pairing after its sequential test has stopped: an estimate
// without the bias of the stop, and an interval that holds in spite of it.
//
// The plain estimate at a stop is biased away from the middle of the test,
// since a lucky run stops early; its interval is too narrow. An anytime
// interval is valid, but allows for every possible stop and is far too wide for
// the one that was planned. The estimate here uses the plan. After n pairs of
// observed effect t, with m = (t0 + t1) / 2,
//
//   S = n (t - m) / g,  g^2 = 1 - t skewness + t^2 (kurtosis - 1) / 4,
//
// is a random walk of steps of variance 1 and of drift (effect - m) / g; g
// allows for the error of the standard deviation in t (EffectError of elo.h).
// The bounds of LLR are bounds of S: those t at which LLR reaches them at the
// number of pairs of each look. At the first looks no t does, since LLR is
// limited; a strong bot stops at the first look that has a bound.
// EstimateDrift gives the drift of S. For the lead, which is the effect times
// the deviation, g is 1.
//
// Simulated coverage of the 95% intervals after tests of [0, 10] and [0, 20]
// nElo, with effects of -10 to 310 nElo and at least kMinDecisiveMidway
// decisive pairs: 93 to 97% (`couillon selftest stats`). That is a share of all
// tests: after a wrong decision the intervals hold the truth in 13 to 59%.
// Wrong when bounds, batch or cap were changed after the first pair, when pairs
// were looked at in order of arrival, or when the counts hold pairs from after
// the stop.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/earlier_looks.h"
#include "arena/numbers/stats/sequential/sprt.h"

namespace couillon::stats {

// The drift of a random walk that stopped at a bound: an estimate and an
// interval that take the stop into account.
//
// A walk that a test stopped is no sample of fixed size. One that stopped at
// the upper bound was, more often than not, lucky: its mean overstates the
// drift. The estimates here order all ways in which the walk could have ended,
// from the strongest evidence for a large drift to the strongest for a small
// one: above, the sooner the stronger; then at the cap; then below, the later
// the stronger; at the same look by the value there (Siegmund 1978; Tsiatis,
// Rosner and Mehta 1984). The probability under a drift of an end at least as
// strong as the observed one grows with the drift. Where it is 1/2 lies the
// median-unbiased estimate, where it is 2.5% and 97.5% the ends of the interval
// of 95%.
//
// The probabilities are those of Brownian motion up to the look before the
// last, with bounds moved outwards for the overshoot (brownian_exit.h), and of
// a normal step from there; between bounds that change from look to look, those
// of earlier_looks.h up to the look before the last.

// A random walk with steps of unit variance, looked at after every `batch`
// steps and at the last one. It started at 0.
struct StoppedWalk {
  double lower = 0;         // the bounds at the last look: lower < 0 < upper
  double upper = 0;         // finite unless bounds_at is given
  std::int64_t batch = 1;   // >= 1
  std::int64_t steps = 0;   // until it stopped, >= 1
  double value = 0;         // there; between the bounds if a cap stopped it
  double largest_step = 0;  // about the largest size of a step; 0 if unknown
  // The bounds by number of steps, if they are others at earlier looks:
  // IntegrateLooks has what they must satisfy.
  std::function<WalkBounds(std::int64_t)> bounds_at;
};

struct DriftEstimate {
  double median = 0;  // per step; as often below the true drift as above it
  Interval interval;
};

// Returns true if the walk can hardly have been inside its bounds one look
// before the end: it went on after its stop. Its last batch would have had to
// move it by the largest step and six standard deviations more, or by twice the
// largest step for each of its steps. False if that look had no bound there.
[[nodiscard]] bool PassedItsStop(const StoppedWalk& walk);

// Returns the drift per step with an interval of confidence `level`; null if
// the walk passed its stop. Requires: 0 < level < 1, all numbers finite.
[[nodiscard]] std::optional<DriftEstimate> EstimateDrift(
    const StoppedWalk& walk, double level);

// A sequential test by the ratio of sprt.h, at its stop.
struct StoppedTest {
  double t0 = 0;  // effects per pair under both hypotheses, t0 < t1
  double t1 = 0;
  SequentialBounds bounds;  // those that it stopped at
  std::int64_t batch = 1;   // pairs between looks, >= 1
};

// Median-unbiased estimates: as often below the truth as above it.
struct StoppedEstimate {
  double effect = 0;  // per pair: (mean - even) / sd
  Interval effect_interval;
  double lead = 0;         // mean - even, in the unit of the results
  Interval lead_interval;  // not clipped to the range of scores
};

// The intervals cover what they claim if a test has this many decisive pairs
// half-way between its bounds. From there on, 95% intervals of nElo covered 93
// to 96% of simulated effects; with 26 of them 88 to 93%, with 5 of them 80%.
inline constexpr double kMinDecisiveMidway = 200;

// Returns the number of decisive pairs that such a test has on average half-way
// between its bounds: its expected length there, divided by the kurtosis of the
// results. Where a share p of pairs is decided, each by the same lead, the
// kurtosis is 1 / p. It hardly depends on when and how the test ended. 0 if all
// results are equal. Requires: SequentialProblem(plan) is null.
[[nodiscard]] double DecisivePairsMidway(const SequentialPlan& plan,
                                         const PairSums& results,
                                         ResultScale scale);

// Returns the estimates with intervals of confidence `level`. For scores, one
// virtual lost and one virtual won pair are added to find the shape of the law,
// and its deviation if all results are equal, so that no interval has zero
// width. Null without
// pairs, without variance (of points), and if the walk passed its stop.
// Requires: 0 < level < 1; the test has stopped, at a bound or at its cap.
[[nodiscard]] std::optional<StoppedEstimate> EstimateAfterStop(
    const StoppedTest& test, const PairSums& results, ResultScale scale,
    double level);

}  // namespace couillon::stats
