// Do intervals hold the truth as often as they claim, on pairs of known law?
#pragma once

#include <vector>

#include "arena/selftest/self_check.h"

namespace couillon::arena {

// The intervals of mean, Elo and nElo of one pairing, 94 to 96% for 95%, with
// 200 pairs and 30 decisive ones at least.
[[nodiscard]] std::vector<SelfCheck> CheckIntervals(const SelfTestPlan& plan);

// The worst coverage of the plus-two interval over random laws, from flat to
// nearly always the same result, and 20 to 5,000 pairs: 93.5% at least.
[[nodiscard]] std::vector<SelfCheck> CheckPlusTwo(const SelfTestPlan& plan);

}  // namespace couillon::arena
