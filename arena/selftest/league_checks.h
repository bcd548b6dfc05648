// Coverage of league ratings and rate of false significance marks, when all
// pairings share their deals.
#pragma once

#include <vector>

#include "arena/selftest/self_check.h"

namespace couillon::arena {

// Coverage of the differences of five equal bots on 100 deals, with moderate
// and with strong bot-by-deal effects.
[[nodiscard]] std::vector<SelfCheck> CheckLeagueIntervals(
    const SelfTestPlan& plan);

// The share of leagues of 5, 10 and 20 equal bots with any significance mark.
[[nodiscard]] std::vector<SelfCheck> CheckMarks(const SelfTestPlan& plan);

}  // namespace couillon::arena
