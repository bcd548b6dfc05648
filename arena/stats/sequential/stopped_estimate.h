// The effect of a pairing after its sequential test has stopped: an estimate
// without the bias of the stop, and an interval that holds in spite of it.
//
// The plain estimate at a stop is biased away from the middle of the test,
// since a lucky run stops early; its interval is too narrow. An anytime
// interval is valid, but allows for every possible stop and is far too wide for
// the one that was planned. The estimate here uses the plan:
//
//   LLR / (t1 - t0) is a random walk; with u = t - (t0 + t1) / 2 its drift is
//   f(u) = ln((1 + (u + d/2)^2) / (1 + (u - d/2)^2)) / (2 d), d = t1 - t0,
//   which is about u / (1 + u^2); or u itself for the multinomial ratio.
//
// Its steps have the standard deviation f'(u) g, where g allows for the error
// of the standard deviation in t (EffectError of elo.h), both taken at the
// observed t. stopped_walk.h then gives the drift, and the inverse of f the
// effect.
//
// Wrong when bounds, batch or cap were changed after the first pair, when pairs
// were looked at in order of arrival, or when the counts hold pairs from after
// the stop.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/stats/law/interval.h"
#include "arena/stats/pairs/pair_sums.h"
#include "arena/stats/sequential/sprt.h"

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
  double llr = 0;           // at the stop
  RatioForm form = RatioForm::kClosed;
};

// Median-unbiased estimates: as often below the truth as above it.
struct StoppedEstimate {
  double effect = 0;  // per pair: (mean - even) / sd; infinite for a record
  Interval effect_interval;  // so perfect that the ratio no longer grows
  double lead = 0;           // mean - even, in the unit of the results
  Interval lead_interval;    // takes the sd as known
};

// Returns the estimates with intervals of confidence `level`. For scores, one
// virtual lost and one virtual won pair are added to find the deviation, as in
// the plus-two interval. Null without pairs, without variance (of points), and
// if the walk passed its stop (stopped_walk.h). Requires: 0 < level < 1; the
// test has stopped, at a bound or at its cap.
[[nodiscard]] std::optional<StoppedEstimate> EstimateAfterStop(
    const StoppedTest& test, const PairSums& results, ResultScale scale,
    double level);

}  // namespace couillon::stats
