// The policy declared before a league is played, and the resources that its
// bots have used.
#pragma once

#include <string>
#include <vector>

#include "arena/store/league_store.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// Returns the fault policy, time limits, isolation and system cards as text. It
// depends on the configuration only.
std::string DescribePolicy(const v1::LeagueConfig& config);

// Returns the time and the number of processes that each bot has used; empty
// if there are none. It differs between runs.
std::string DescribeUsage(const v1::LeagueConfig& config,
                          const std::vector<StoredUsage>& usage);

// Returns the number of faults per bot and verdict, with and without a forfeit;
// empty if there are none. Faults without a forfeit differ between runs.
std::string DescribeFaults(const v1::LeagueConfig& config,
                           const std::vector<Fault>& faults);

}  // namespace couillon::arena
