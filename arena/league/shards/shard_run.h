// The facts about a run of shards that are not part of their results:
// PLAN/runs/ holds a file per run. Results do not depend on it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/shards/play_shards.h"
#include "arena/table/referee/bot_link.h"

namespace couillon::v1 {
class LeagueConfig;
class LeaguePlan;
class ShardRun;
}  // namespace couillon::v1

namespace couillon::arena {

// Adds what was played to `run`.
void AddPlayed(const ShardsPlayed& played, const v1::LeagueConfig& config,
               v1::ShardRun& run);

// Writes `run` to a file of its own in PLAN/runs and returns its name. The
// error names the file.
absl::StatusOr<std::string> WriteShardRun(const std::string& folder,
                                          const v1::ShardRun& run);

// The usage of a plan's bots for `units` of its units, by index in the league:
// as much per unit as in all runs, without latencies. A measurement, for the
// planner of an adaptive arena. Files that cannot be read count as none.
std::vector<BotUsage> UsageOfRuns(const std::string& folder,
                                  const v1::LeaguePlan& plan,
                                  std::int64_t units);

}  // namespace couillon::arena
