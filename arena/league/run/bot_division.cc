// The plan of links from the configuration, and a line that describes it.

#include "arena/league/run/bot_division.h"

#include "absl/strings/str_format.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

LinkPlan MakeLinkPlan(const v1::LeagueConfig& config,
                      const std::vector<CompiledRules>& rules) {
  return LinkPlan(DividedBots(config), PointersTo(rules), CountTeams(config));
}

std::string DescribeProcesses(const v1::LeagueConfig& config,
                              const std::vector<CompiledRules>& rules,
                              int workers) {
  const LinkPlan plan = MakeLinkPlan(config, rules);
  int bots = 0;
  int of_a_bot = 0;
  for (int bot = 0; bot < config.bots_size(); ++bot) {
    if (config.bots(bot).command().empty()) continue;
    ++bots;
    of_a_bot = plan.CountLinks(BotIndex(bot));
  }
  if (bots == 0) return "";
  return absl::StrFormat(
      "up to %d processes: %d of each bot on each of %d workers%s",
      workers * bots * of_a_bot, of_a_bot, workers,
      config.shared_process() ? " (--trust shared-process)" : "");
}

}  // namespace couillon::arena
