// Are league ratings as exact as they claim when all pairings share their
// deals, and are bots that are equal seldom told apart?
#pragma once

#include <vector>

#include "arena/selftest/self_check.h"

namespace couillon::arena {

// Differences of five equal bots on 100 deals, with moderate and with strong
// moods of a bot on a deal.
[[nodiscard]] std::vector<SelfCheck> CheckLeagueIntervals(
    const SelfTestPlan& plan);

// Tables of 5, 10 and 20 equal bots in which any two are marked as different.
[[nodiscard]] std::vector<SelfCheck> CheckMarks(const SelfTestPlan& plan);

}  // namespace couillon::arena
