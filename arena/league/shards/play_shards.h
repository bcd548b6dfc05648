// Plays shards of a plan, and saves the result of each.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/league/shards/planned_test.h"
#include "arena/league/shards/saved_result.h"
#include "arena/table/referee/bot_link.h"
#include "arena/table/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeaguePlan;
}  // namespace couillon::v1

namespace couillon::arena {

// A shard that was finished.
struct PlayedShard {
  std::int64_t shard = 0;
  double seconds = 0;  // from the start of the run
  SavedResult saved;
};

struct ShardProgress {
  std::int64_t shards_done = 0;
  std::int64_t units_done = 0;
  std::int64_t units = 0;  // of the shards that are to be played
  std::int64_t deals = 0;
  std::int64_t decisions = 0;
  std::int64_t faults = 0;
  double seconds = 0;
};

struct ShardPlay {
  int workers = 1;
  // As in UnitPlay.
  std::function<BotLinks(int worker)> make_links;
  // True if shards are played whose results are there: then their content is
  // compared. Otherwise another process that finishes one first saves the work.
  bool again = false;
  // Called in the caller's thread; may be empty.
  std::function<void(const ShardProgress&)> on_progress;
  std::function<void(const PlayedShard&)> on_shard;
  std::function<void(const UnitResult&)> on_unit;
};

struct ShardsPlayed {
  std::vector<PlayedShard> shards;  // in the order in which they were finished
  std::vector<BotUsage> usage;      // by index in the league
  ShardProgress progress;
  bool stopped = false;  // before all of them were finished
  // The state of the plan's sequential test, if it was looked at.
  std::optional<TestStanding> test;
};

// Plays `shards`, one after the other, with the same bots; a worker that has
// nothing left to do in one begins the next. All units of a shard are played,
// also those of bots that the league will disqualify: that follows from other
// shards, and the merge applies it. Play ends once the sequential test of the
// plan has decided, by the results that are there, whoever played them (unless
// `play.again`). A shard that is interrupted leaves nothing. `rules` are those
// of the plan, compiled. The error names the file that cannot be written.
// Requires: `shards` are numbers of shards, ascending.
absl::StatusOr<ShardsPlayed> PlayShards(const std::string& folder,
                                        const v1::LeaguePlan& plan,
                                        const std::vector<CompiledRules>& rules,
                                        const std::vector<std::int64_t>& shards,
                                        const ShardPlay& play,
                                        const std::atomic<bool>& stop);

}  // namespace couillon::arena
