// What is claimed of a sequential test after its stop, and of the intervals
// that are watched while they shrink.
#pragma once

#include <vector>

#include "arena/measure/selftest/self_check.h"

namespace couillon::arena {

// The estimate after a stop of the test of [0, 20] nElo at 5% and 5%, under
// effects below, at, between and above the bounds: the 95% intervals of nElo
// and Elo cover the truth in 94 to 96% (more where decisive pairs are rare),
// and the estimate lies above it in 47 to 53%. Also with a cap that ends most
// runs, and with batches of 50 pairs.
[[nodiscard]] std::vector<SelfCheck> CheckStopping(const SelfTestPlan& plan);

// The anytime interval as `couillon rate` prints it, with one declared size,
// looked at until 30,000 pairs each time that they have grown by a twentieth:
// the share of runs between equal bots in which it ever excludes zero is at
// most 5%.
[[nodiscard]] std::vector<SelfCheck> CheckMonitoring(const SelfTestPlan& plan);

}  // namespace couillon::arena
