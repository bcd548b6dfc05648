// Intervals for a proportion of independent cases: how often a bot takes, how
// many deals are drawn.
#pragma once

#include <cstdint>

#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {

// Returns Wilson's score interval, the one to print: coverage near `level` on
// average over proportions, never outside [0, 1]. [0, 1] without trials.
// Requires: 0 < level < 1; successes are clipped to 0..trials.
[[nodiscard]] Interval WilsonInterval(std::int64_t successes,
                                      std::int64_t trials, double level);

// Returns Clopper and Pearson's interval: coverage of at least `level` for
// every proportion, but wider. [0, 1] without trials.
[[nodiscard]] Interval ClopperPearsonInterval(std::int64_t successes,
                                              std::int64_t trials,
                                              double level);

}  // namespace couillon::stats
