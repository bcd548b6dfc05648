// Invariances of results that must hold to the last bit.
#pragma once

#include <vector>

#include "arena/measure/selftest/played_pairs.h"
#include "arena/measure/selftest/self_check.h"

namespace couillon::arena {

// Swaps two bots: every difference must change its sign exactly, in estimates
// from random counts and in a played league.
[[nodiscard]] std::vector<SelfCheck> CheckSwap(const SelfTestPlan& plan,
                                               const SelfTestBots& bots);

// Merges the sums of the blocks of a league in random orders and groupings: all
// reports must be the same bytes.
[[nodiscard]] std::vector<SelfCheck> CheckShards(const SelfTestPlan& plan,
                                                 const SelfTestBots& bots);

}  // namespace couillon::arena
