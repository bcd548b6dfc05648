// A plan in its folder: a league that is written down before it is played, to
// be played in shards.
//
//   PLAN/plan.json          the plan (couillon.v1.LeaguePlan)
//   PLAN/results/           a file per shard that was played (result_file.h)
//   PLAN/runs/              when, where and how long (shard_run.h)
//
// The folder may be on a shared file system: files are written under another
// name first, and no file is ever changed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/shards/shard_cut.h"

namespace couillon::v1 {
class LeagueConfig;
class LeaguePlan;
class PlanEngine;
}  // namespace couillon::v1

namespace couillon::arena {

// So many files fit in a folder without special care.
inline constexpr std::int64_t kMaxShards = 1'000'000;

// OK if the units of a league are known before it is played. FailedPrecondition
// names the command that plays or plans it otherwise.
absl::Status CheckPlannable(const v1::LeagueConfig& config);

// Units per shard for `deals` deals or matches per shard, at least one.
// Requires: config.block_items() > 0.
std::int64_t UnitsForDeals(const v1::LeagueConfig& config, std::uint64_t deals);

// A plan of the league in shards of `shard_units` units. The errors are those
// of CheckPlannable; InvalidArgument if that makes more than kMaxShards.
// Requires: the bots have identities; shard_units >= 1.
absl::StatusOr<v1::LeaguePlan> MakePlan(const v1::LeagueConfig& config,
                                        const v1::PlanEngine& engine,
                                        std::int64_t shard_units);

// Makes the folder and writes the plan in it. AlreadyExists if it holds another
// plan; OK if it holds this one. FailedPrecondition if it holds an arena. Other
// errors name the file.
absl::Status WritePlan(const std::string& folder, const v1::LeaguePlan& plan);

// Reads the plan in a folder. NotFound if there is none; FailedPrecondition if
// another version of the program made it; DataLoss if the identity is not that
// of what it says.
absl::StatusOr<v1::LeaguePlan> ReadPlan(const std::string& folder);

ShardCut CutOf(const v1::LeaguePlan& plan);
// The number of units in `shards`. Requires: numbers of shards of the plan.
std::int64_t CountUnits(const v1::LeaguePlan& plan,
                        const std::vector<std::int64_t>& shards);

// PLAN/results, and the file of a shard in it: "00012-of-00100.result".
std::string ResultsFolder(const std::string& folder);
std::string ResultName(const v1::LeaguePlan& plan, std::int64_t shard);
std::string ResultPath(const std::string& folder, const v1::LeaguePlan& plan,
                       std::int64_t shard);

}  // namespace couillon::arena
