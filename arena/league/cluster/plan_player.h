// Plays shards of a plan that is in a folder: checks that program and bots are
// those of the plan, and finds out which bot is to blame where a shard that is
// played twice has different results.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/setup/launch.h"
#include "arena/league/shards/engine_build.h"
#include "arena/league/shards/play_shards.h"
#include "arena/table/unit/unit_result.h"
#include "couillon/v1/plan.pb.h"

namespace couillon::arena {

struct PlanPlay {
  std::string folder;    // of the plan, absolute
  int workers = 1;       // at least 1
  bool again = false;    // also shards whose results are there
  EngineBuild engine;    // this program
  LaunchOptions launch;  // of a league in `folder`
  // What this program says of itself and of the time; the rest is added.
  v1::ShardRun run;
  // Called in the caller's thread; may be empty. `on_begin` when the bots have
  // been checked, `on_end` when the last shard has been played.
  std::function<void()> on_begin;
  std::function<void()> on_end;
  std::function<void(const ShardProgress&)> on_progress;
  std::function<void(const UnitResult&)> on_unit;
  // A damaged result was moved to the file `path`.
  std::function<void(const std::string& path)> on_moved;
  // Two results of a shard differ, or a bot is not deterministic: whole lines.
  std::function<void(const std::string& text)> on_conflict;
};

// Reads the plan in a folder, with its bots where they are on this machine
// (UseBundles). PermissionDenied if no results can be written there.
absl::StatusOr<v1::LeaguePlan> ReadPlanToPlay(const std::string& folder);

// The shards in a text: "3,7-9", or "I/N" for a part of them; empty: all. The
// errors are those of ReadShards and ReadPart.
absl::StatusOr<std::vector<std::int64_t>> NamedShards(
    const std::string& text, const v1::LeaguePlan& plan);

// Shards whose results are not there, or cannot be used.
struct ShardsToPlay {
  std::vector<std::int64_t> shards;   // ascending
  std::vector<std::string> unusable;  // why; each names a file
};
// Requires: `shards` are ascending.
ShardsToPlay WithoutResults(const std::string& folder,
                            const v1::LeaguePlan& plan,
                            const std::vector<std::int64_t>& shards);

// Plays `shards` and writes when, where and how long to PLAN/runs. The errors
// are those of CheckEngine, TryBots, CheckUnchanged and PlayShards. Requires:
// `plan` is that of ReadPlanToPlay; `shards` are ascending.
absl::StatusOr<ShardsPlayed> PlayPlan(const v1::LeaguePlan& plan,
                                      const std::vector<std::int64_t>& shards,
                                      const PlanPlay& play,
                                      const std::atomic<bool>& stop);

// How many shards had which result.
struct ShardCounts {
  std::int64_t fresh = 0;
  std::int64_t same = 0;    // as one that was there
  std::int64_t differ = 0;  // from one that was there
};
ShardCounts CountShards(const ShardsPlayed& played);

}  // namespace couillon::arena
