#include "arena/shards/shard_run.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/referee/bot_link.h"
#include "arena/shards/durable_file.h"
#include "arena/shards/play_shards.h"
#include "arena/shards/saved_result.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "google/protobuf/util/json_util.h"

namespace couillon::arena {

void AddPlayed(const ShardsPlayed& played, const v1::LeagueConfig& config,
               v1::ShardRun& run) {
  using Seconds = std::chrono::duration<double>;
  run.set_seconds(played.progress.seconds);
  for (const PlayedShard& shard : played.shards) {
    v1::ShardRunShard& row = *run.add_shards();
    row.set_shard(shard.shard);
    row.set_seconds(shard.seconds);
    row.set_result(HowName(shard.saved.how));
  }
  for (std::size_t bot = 0; bot < played.usage.size(); ++bot) {
    const BotUsage& usage = played.usage[bot];
    v1::ShardRunBot& row = *run.add_bots();
    row.set_name(config.bots(static_cast<int>(bot)).name());
    row.set_starts(usage.starts);
    row.set_busy_seconds(Seconds(usage.busy).count());
    row.set_cpu_seconds(Seconds(usage.cpu).count());
  }
}

absl::StatusOr<std::string> WriteShardRun(const std::string& folder,
                                          const v1::ShardRun& run) {
  const std::filesystem::path runs = std::filesystem::path(folder) / "runs";
  std::error_code error;
  std::filesystem::create_directories(runs, error);
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string json;
  if (!google::protobuf::util::MessageToJsonString(run, &json, options).ok()) {
    return absl::InternalError("the run has no JSON form");
  }
  for (int number = 1;; ++number) {
    std::string path = (runs / absl::StrFormat("%d-%s-%d.json", run.began(),
                                               run.host(), number))
                           .string();
    const absl::StatusOr<bool> first = WriteFirst(path, json);
    if (!first.ok()) return first.status();
    if (*first) return path;
  }
}

}  // namespace couillon::arena
