// How the bots of a league are divided into processes.
#pragma once

#include <string>
#include <vector>

#include "arena/referee/link_plan.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// By bot: whether it has a process for each view of a deal (link_plan.h).
// Bundled bots, which have no memory, and remote bots, whose processes the
// referee does not start, are not divided.
std::vector<bool> DividedBots(const v1::LeagueConfig& config);

// The links of a worker. `rules` are those of the league, by index.
LinkPlan LinkPlanOf(const v1::LeagueConfig& config,
                    const std::vector<const CompiledRules*>& rules);

// The number of processes that `workers` workers start at most, by bot, in one
// line without a line break; empty if the league starts none.
std::string DescribeProcesses(const v1::LeagueConfig& config,
                              const std::vector<const CompiledRules*>& rules,
                              int workers);

}  // namespace couillon::arena
