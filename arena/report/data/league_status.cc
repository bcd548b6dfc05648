#include "arena/report/data/league_status.h"

#include <chrono>
#include <ratio>

#include "arena/league/store/league_store.h"
#include "arena/league/store/unit_run.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {
using Milliseconds = std::chrono::duration<double, std::milli>;
}  // namespace

std::vector<UsedBot> UsedBots(const v1::LeagueConfig& config,
                              const std::vector<StoredUsage>& usage) {
  std::vector<UsedBot> bots;
  for (const StoredUsage& row : usage) {
    if (row.usage.starts == 0 || ToInt(row.bot) >= config.bots_size()) continue;
    bots.push_back({.name = config.bots(ToInt(row.bot)).name(),
                    .remote = ScopeOf(config, row.bot) == ProcessScope::kRemote,
                    .row = row});
  }
  return bots;
}

std::optional<double> LatencyMs(const UsedBot& bot, int percent) {
  const auto time = bot.row.usage.latency.Percentile(percent);
  if (!time) return std::nullopt;
  return Milliseconds(*time).count();
}

absl::StatusOr<LeagueStatus> ReadStatus(LeagueStore& store) {
  ASSIGN_OR_RETURN(const std::vector<UnitRun> runs, store.StoredRuns());
  ASSIGN_OR_RETURN(const std::vector<StoredUsage> usage, store.Usage());
  return LeagueStatus{.units_done = CountUnits(runs),
                      .units = CountPlannedUnits(store.config()),
                      .used = UsedBots(store.config(), usage)};
}

}  // namespace couillon::arena
