// The sums of a league of any size, without playing it.
#pragma once

#include <cstdint>

#include "arena/store/running_sums.h"
#include "couillon/v1/league.pb.h"

namespace couillon::testing_support {

// A league of `bots` on one ruleset with two sides, `deals` deals of which make
// a block.
v1::LeagueConfig LargeLeague(int bots, std::uint32_t deals);

// Sums of `times` as many deals as the first block of that league has: results
// drawn for one block, the better bots earlier in the list.
arena::RunningSums LargeSums(const v1::LeagueConfig& config,
                             std::int64_t times);

}  // namespace couillon::testing_support
