// The division of a league's bots into processes.
#pragma once

#include <string>
#include <vector>

#include "arena/table/referee/link_plan.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// The links of a worker: bots that the referee starts are divided unless the
// configuration says otherwise. `rules` are those of the league, by index.
LinkPlan MakeLinkPlan(const v1::LeagueConfig& config,
                      const std::vector<CompiledRules>& rules);

// The number of processes that `workers` workers start at most, in one
// line without a line break; empty if the league starts none.
std::string DescribeProcesses(const v1::LeagueConfig& config,
                              const std::vector<CompiledRules>& rules,
                              int workers);

}  // namespace couillon::arena
