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
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/sequential/earlier_looks.h"

namespace couillon::stats {

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

}  // namespace couillon::stats
