// The resources that bots have used. They differ from run to run, so no report
// has them.
#pragma once

#include <string>
#include <vector>

#include "arena/league/store/usage_rows.h"
#include "arena/numbers/format/json.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// A bot that has been started or connected to.
struct UsedBot {
  std::string name;
  bool remote = false;  // its CPU time is unknown
  StoredUsage row;
};

// The bots of a league that have been started, in its order.
std::vector<UsedBot> UsedBots(const v1::LeagueConfig& config,
                              const std::vector<StoredUsage>& usage);

// Returns the time, the processes, and the median and 99th percentile of the
// time per decision of each bot, as lines; empty if there are no bots.
std::string DescribeUsage(const std::vector<UsedBot>& bots);

// Returns the same as an array of objects, one per bot. Times are in seconds,
// those of decisions in milliseconds, null if there is none.
Json UsageJson(const std::vector<UsedBot>& bots);

}  // namespace couillon::arena
