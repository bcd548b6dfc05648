// Numbers that must be the same to the last bit whichever way they are come by.
#pragma once

#include <vector>

#include "arena/selftest/played_pairs.h"
#include "arena/selftest/self_check.h"

namespace couillon::arena {

// Two bots named in the other order: every difference changes its sign, in
// estimates from drawn counts and in leagues that are played.
[[nodiscard]] std::vector<SelfCheck> CheckSwap(const SelfTestPlan& plan,
                                               const SelfTestBots& bots);

// Sums of the blocks of a league, merged in shuffled orders and groupings:
// reports that are not the same bytes.
[[nodiscard]] std::vector<SelfCheck> CheckShards(const SelfTestPlan& plan,
                                                 const SelfTestBots& bots);

}  // namespace couillon::arena
