// Artificial sums of a league of any size.
#pragma once

#include <cstdint>

#include "arena/league/store/running_sums.h"
#include "couillon/v1/league.pb.h"

namespace couillon::testing_support {

// A league of `bots` on one ruleset with two sides and `deals` deals per block,
// the same for all pairings, since then the sums are largest.
v1::LeagueConfig LargeLeague(int bots, std::uint32_t deals);

// The sums of `times` blocks: random results of one block, multiplied. Earlier
// bots in the list are better.
arena::RunningSums LargeSums(const v1::LeagueConfig& config,
                             std::int64_t times);

}  // namespace couillon::testing_support
