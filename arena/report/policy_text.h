// What is declared before a league is played, and what its bots have used.
#pragma once

#include <string>
#include <vector>

#include "arena/store/league_store.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

// What a fault costs, how time is kept, what bots are kept from, and what they
// have said that they tell each other by their play: lines that follow from the
// configuration alone.
std::string DescribePolicy(const v1::LeagueConfig& config);

// A table of the time and the processes of bots; empty if there is nothing to
// tell. It differs from run to run.
std::string DescribeUsage(const v1::LeagueConfig& config,
                          const std::vector<StoredUsage>& usage);

// How often each bot failed in which way, and at what cost; empty if none has.
// The failures that cost nothing differ from run to run.
std::string DescribeFaults(const v1::LeagueConfig& config,
                           const std::vector<Fault>& faults);

}  // namespace couillon::arena
