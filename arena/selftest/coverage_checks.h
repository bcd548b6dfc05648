// Coverage of the intervals, on simulated pairs of known law.
#pragma once

#include <vector>

#include "arena/selftest/self_check.h"

namespace couillon::arena {

// Coverage of the 95% intervals of mean, Elo and nElo of one pairing: 94 to
// 96%, with at least 200 pairs and enough decisive ones.
[[nodiscard]] std::vector<SelfCheck> CheckIntervals(const SelfTestPlan& plan);

// The worst coverage of the 95% plus-two interval over random laws, from flat
// to nearly degenerate, with 20 to 5,000 pairs: at least 93.5%.
[[nodiscard]] std::vector<SelfCheck> CheckPlusTwo(const SelfTestPlan& plan);

}  // namespace couillon::arena
