// The whole way from the deal to the interval, with bots of which the truth is
// known: the same bot twice, and a bot spoilt by a known dose of chance.
#pragma once

#include <vector>

#include "arena/selftest/played_pairs.h"
#include "arena/selftest/self_check.h"

namespace couillon::arena {

// The same bot twice: with the chance of both coupled every pair is even to the
// last point; with chances of their own the nElo interval holds 0 as often as
// it claims, each run a league of its own seed.
[[nodiscard]] std::vector<SelfCheck> CheckSameBot(const SelfTestPlan& plan,
                                                  const SelfTestBots& bots);

// The spoilt bot against the reference is found where long runs have put it.
[[nodiscard]] std::vector<SelfCheck> CheckKnownBot(const SelfTestPlan& plan,
                                                   const SelfTestBots& bots);

}  // namespace couillon::arena
