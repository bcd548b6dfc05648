#include "arena/league/cluster/stragglers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <system_error>

#include "absl/status/statusor.h"
#include "couillon/v1/plan.pb.h"
#include "proto/stored_json.h"
#include "proto/whole_file.h"

namespace couillon::arena {
namespace {

constexpr double kMuchLonger = 2;

std::optional<double> SecondsPerShardOf(const std::filesystem::path& note) {
  const absl::StatusOr<std::string> json =
      ReadWhole(note.string(), kMaxStoredTextBytes);
  if (!json.ok()) return std::nullopt;
  v1::ShardRun run;
  if (!ReadStoredJson(*json, run, /*ignore_unknown_fields=*/true) ||
      run.shards().empty()) {
    return std::nullopt;
  }
  return run.seconds() / run.shards_size();
}

// How many tasks have each shard.
std::map<std::int64_t, int> Owners(const SlurmQueue& queue,
                                   const Submissions& submissions) {
  std::map<std::int64_t, int> owners;
  for (const SlurmTask& task : queue.tasks) {
    for (const std::int64_t shard : submissions.GroupOf(task)) ++owners[shard];
  }
  return owners;
}

bool Waits(const SlurmTask& task) { return task.running_seconds < 0; }

}  // namespace

std::optional<double> SecondsPerShard(const std::string& plan) {
  std::vector<double> seconds;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(plan) / "runs", error)) {
    const std::optional<double> one = SecondsPerShardOf(entry.path());
    if (one.has_value()) seconds.push_back(*one);
  }
  if (seconds.empty()) return std::nullopt;
  const auto middle =
      seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle;
}

std::vector<Straggler> FindStragglers(const SlurmQueue& queue,
                                      const Submissions& submissions,
                                      const ShardGroup& missing,
                                      double seconds_per_shard) {
  std::vector<Straggler> found;
  if (std::any_of(queue.tasks.begin(), queue.tasks.end(), Waits)) return found;
  const std::map<std::int64_t, int> owners = Owners(queue, submissions);
  for (const SlurmTask& task : queue.tasks) {
    const ShardGroup group = submissions.GroupOf(task);
    Straggler slow{.id = task.id, .shards = {}};
    bool alone = true;
    for (const std::int64_t shard : group) {
      if (!std::binary_search(missing.begin(), missing.end(), shard)) continue;
      slow.shards.push_back(shard);
      alone = alone && owners.at(shard) == 1;
    }
    const double expected =
        seconds_per_shard * static_cast<double>(group.size());
    if (alone && !slow.shards.empty() &&
        static_cast<double>(task.running_seconds) > kMuchLonger * expected) {
      found.push_back(slow);
    }
  }
  return found;
}

}  // namespace couillon::arena
