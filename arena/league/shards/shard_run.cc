// A file per run with usage, time and host, added up over all runs.

#include "arena/league/shards/shard_run.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/shards/durable_file.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/saved_result.h"
#include "arena/league/shards/shard_cut.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"
#include "google/protobuf/util/json_util.h"
#include "proto/stored_json.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

// The usage of bots in runs of a plan.
class RunSums {
 public:
  explicit RunSums(const v1::LeaguePlan& plan)
      : plan_(plan),
        bots_(static_cast<std::size_t>(plan.config().bots_size())) {}

  void Add(const v1::ShardRun& run) {
    if (run.bots_size() != plan_.config().bots_size()) return;
    const ShardCut cut = CutOf(plan_);
    for (const v1::ShardRunShard& row : run.shards()) {
      if (row.shard() < 0 || row.shard() >= cut.shards()) continue;
      units_ += cut.RunOf(row.shard()).size();
    }
    for (std::size_t bot = 0; bot < bots_.size(); ++bot) {
      const v1::ShardRunBot& row = run.bots(static_cast<int>(bot));
      bots_[bot].starts += row.starts();
      bots_[bot].busy_seconds += row.busy_seconds();
      bots_[bot].cpu_seconds += row.cpu_seconds();
    }
  }

  [[nodiscard]] std::vector<BotUsage> For(std::int64_t units) const {
    std::vector<BotUsage> usage(bots_.size());
    if (units_ == 0) return usage;
    const double share =
        static_cast<double>(units) / static_cast<double>(units_);
    const auto micros = [share](double seconds) {
      return std::chrono::duration_cast<std::chrono::microseconds>(
          std::chrono::duration<double>(seconds * share));
    };
    for (std::size_t bot = 0; bot < bots_.size(); ++bot) {
      usage[bot].starts = bots_[bot].starts;
      usage[bot].busy = micros(bots_[bot].busy_seconds);
      usage[bot].cpu = micros(bots_[bot].cpu_seconds);
    }
    return usage;
  }

 private:
  struct Used {
    std::int64_t starts = 0;
    double busy_seconds = 0;
    double cpu_seconds = 0;
  };
  const v1::LeaguePlan& plan_;
  std::vector<Used> bots_;
  std::int64_t units_ = 0;
};

}  // namespace

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
    ASSIGN_OR_RETURN(const bool first, WriteFirst(path, json));
    if (first) return path;
  }
}

std::vector<BotUsage> UsageOfRuns(const std::string& folder,
                                  const v1::LeaguePlan& plan,
                                  std::int64_t units) {
  RunSums sums(plan);
  std::error_code error;
  std::filesystem::directory_iterator file(
      std::filesystem::path(folder) / "runs", error);
  for (; !error && file != std::filesystem::directory_iterator();
       file.increment(error)) {
    const absl::StatusOr<std::string> json =
        ReadWhole(file->path().string(), kMaxStoredTextBytes);
    v1::ShardRun run;
    if (json.ok() && ReadStoredJson(*json, run)) {
      sums.Add(run);
    }
  }
  return sums.For(units);
}

}  // namespace couillon::arena
