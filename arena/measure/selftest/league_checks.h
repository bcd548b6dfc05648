// Coverage of league ratings and rate of false significance marks.
#pragma once

#include <vector>

#include "arena/measure/selftest/self_check.h"

namespace couillon::arena {

// Coverage of the differences of five equal bots on 100 deals, the same for all
// pairings, with moderate and with strong bot-by-deal effects.
[[nodiscard]] std::vector<SelfCheck> CheckLeagueIntervals(
    const SelfTestPlan& plan);

// Coverage in both deal modes, of 3, 8 and 20 bots of ascending strength,
// against the anchor and between neighbours.
[[nodiscard]] std::vector<SelfCheck> CheckDealModes(const SelfTestPlan& plan);

// The share of leagues of equal bots with any significance mark, in both deal
// modes: 5, 10 and 20 bots on 300 deals, 6 bots on 8 to 30.
[[nodiscard]] std::vector<SelfCheck> CheckMarks(const SelfTestPlan& plan);

// The share of leagues whose misfit is significant: where one strength per bot
// explains the results, and where three bots beat each other in a circle.
[[nodiscard]] std::vector<SelfCheck> CheckMisfit(const SelfTestPlan& plan);

// Coverage of differences that rest on few deals, or on results that hardly
// differ: short leagues, newcomers, bots that play nearly alike.
[[nodiscard]] std::vector<SelfCheck> CheckFewDeals(const SelfTestPlan& plan);

}  // namespace couillon::arena
