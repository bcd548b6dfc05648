// End-to-end checks, from the deal to the interval, on bots of known
// difference: the same bot twice, and a bot spoilt by a known rate of random
// actions.
#pragma once

#include <vector>

#include "arena/measure/selftest/played_pairs.h"
#include "arena/measure/selftest/self_check.h"

namespace couillon::arena {

// The same bot twice. With coupled random seeds every pair must be exactly
// even. With independent seeds the 95% nElo interval must cover 0 in 94 to 96%
// of runs, each of them a league with its own seed.
[[nodiscard]] std::vector<SelfCheck> CheckSameBot(const SelfTestPlan& plan,
                                                  const SelfTestBots& bots);

// The spoilt bot against the reference: the mean must agree with long runs.
[[nodiscard]] std::vector<SelfCheck> CheckKnownBot(const SelfTestPlan& plan,
                                                   const SelfTestBots& bots);

}  // namespace couillon::arena
