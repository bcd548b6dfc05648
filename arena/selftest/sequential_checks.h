// Do the tests that look as they go err as rarely as they claim, and stop as
// soon as they should?
#pragma once

#include <vector>

#include "arena/selftest/self_check.h"

namespace couillon::arena {

// The sequential test of [0, 20] nElo at 5% and 5%: false answers at either
// bound, mean length against the Brownian formula, a toss-up in the middle.
[[nodiscard]] std::vector<SelfCheck> CheckSequential(const SelfTestPlan& plan);

// Anytime evidence and intervals between equals, looked at after each of 10,000
// pairs; and what that evidence costs where there is something to find.
[[nodiscard]] std::vector<SelfCheck> CheckAnytime(const SelfTestPlan& plan);

// Decision, pairs and ratio of a sequential match with 64 and 1,024 pairs in
// flight, of which the lost ones take longer, against one at a time.
[[nodiscard]] std::vector<SelfCheck> CheckArrivalOrder(
    const SelfTestPlan& plan);

}  // namespace couillon::arena
