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
// stopped_walk.h gives the drift of S. For the lead, which is the effect times
// the deviation, g is 1.
//
// Simulated coverage of the 95% intervals after tests of [0, 10] and [0, 20]
// nElo, with effects of -10 to 310 nElo: 93 to 97% for most laws of results, up
// to 99% where most pairs are splits (`couillon selftest stats`). Wrong when
// bounds, batch or cap were changed after the first pair, when pairs were
// looked at in order of arrival, or when the counts hold pairs from after the
// stop.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/sprt.h"

namespace couillon::stats {

// Which likelihood ratio decided.
enum class RatioForm {
  kClosed,       // LogLikelihoodRatio of sprt.h
  kMultinomial,  // an exact one of exact_llr.h
};

// A sequential test at its stop.
struct StoppedTest {
  double t0 = 0;  // effects per pair under both hypotheses, t0 < t1
  double t1 = 0;
  SequentialBounds bounds;  // those that it stopped at
  std::int64_t batch = 1;   // pairs between looks, >= 1
  RatioForm form = RatioForm::kClosed;
};

// Median-unbiased estimates: as often below the truth as above it.
struct StoppedEstimate {
  double effect = 0;  // per pair: (mean - even) / sd
  Interval effect_interval;
  double lead = 0;         // mean - even, in the unit of the results
  Interval lead_interval;  // not clipped to the range of scores
};

// Returns true if the test stopped at so large an effect that its bounds are
// not known: those of a multinomial ratio, which depend on the whole law, are
// taken as proportional to the effect. In simulations of bounds 0 and 10 that
// held at 40 nElo; at 80 nElo 40% of the estimates were above the truth, at 120
// nElo 7%, and at 190 nElo the interval of 95% held in 1%.
[[nodiscard]] bool IsTooStrong(const StoppedTest& test, std::int64_t pairs);

// Returns the estimates with intervals of confidence `level`. For scores, one
// virtual lost and one virtual won pair are added to find the shape of the law,
// and its deviation if all results are equal, so that no interval has zero
// width. Null without
// pairs, without variance (of points), if IsTooStrong, and if the walk passed
// its stop (stopped_walk.h). Requires: 0 < level < 1; the test has stopped, at
// a bound or at its cap.
[[nodiscard]] std::optional<StoppedEstimate> EstimateAfterStop(
    const StoppedTest& test, const PairSums& results, ResultScale scale,
    double level);

}  // namespace couillon::stats
