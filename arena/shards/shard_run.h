// What is worth knowing of a run of shards and is no part of their results:
// PLAN/runs/ holds a file per run. No merge reads it.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "arena/shards/play_shards.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"

namespace couillon::arena {

// Adds what was played to `run`.
void AddPlayed(const ShardsPlayed& played, const v1::LeagueConfig& config,
               v1::ShardRun& run);

// Writes `run` to a file of its own in PLAN/runs and returns its name. The
// error names the file.
absl::StatusOr<std::string> WriteShardRun(const std::string& folder,
                                          const v1::ShardRun& run);

}  // namespace couillon::arena
