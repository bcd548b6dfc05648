// Error rates and lengths of the sequential test and of anytime-valid
// inference.
#pragma once

#include <vector>

#include "arena/measure/selftest/self_check.h"

namespace couillon::arena {

// The sequential test of [0, 20] nElo at 5% and 5%: error rates at both bounds,
// mean length relative to the Brownian formula, and about half of the runs
// accepting H1 at the midpoint.
[[nodiscard]] std::vector<SelfCheck> CheckSequential(const SelfTestPlan& plan);

// The e-process and the anytime-valid interval: false alarms between equal bots
// with a look after each of 10,000 pairs, and the length of the e-process at 20
// nElo relative to the sequential test.
[[nodiscard]] std::vector<SelfCheck> CheckAnytime(const SelfTestPlan& plan);

// A sequential match with 64 and 1,024 pairs in flight, of which lost ones take
// longer: decision, likelihood ratio and score must be those of a match with
// one pair at a time.
[[nodiscard]] std::vector<SelfCheck> CheckArrivalOrder(
    const SelfTestPlan& plan);

}  // namespace couillon::arena
