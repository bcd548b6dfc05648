// The resources that bots have used, as text. They differ from run to run, so
// no report has them.
#pragma once

#include <string>
#include <vector>

#include "arena/league/store/usage_rows.h"
#include "arena/numbers/format/json.h"
#include "arena/report/data/league_status.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns the time, the processes, and the median and 99th percentile of the
// time per decision of each bot, as lines; empty if there are no bots.
std::string DescribeUsage(const std::vector<UsedBot>& bots);

}  // namespace couillon::arena
