// The results of a shard are compared with those that are there. Where they
// differ and the files do not say which bot decided otherwise, the first unit
// that differs is played a few times more.
#include "arena/league/cluster/plan_player.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/changed_bots.h"
#include "arena/league/shards/durable_file.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/repeated_unit.h"
#include "arena/league/shards/result_difference.h"
#include "arena/league/shards/saved_result.h"
#include "arena/league/shards/shard_cut.h"
#include "arena/league/shards/shard_run.h"
#include "arena/players/bundles/bundle_store.h"
#include "arena/players/system/cpu_time.h"
#include "arena/players/system/host.h"
#include "arena/table/schedule/league_rules.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// Of units that differ; one is enough for most bots.
constexpr std::size_t kMaxRepeatedUnits = 3;

// Whether results can be written, before hours of play.
absl::Status CheckWritable(const std::string& folder) {
  const std::string results = ResultsFolder(folder);
  const std::string& place =
      access(results.c_str(), F_OK) == 0 ? results : folder;
  if (access(place.c_str(), W_OK | X_OK) == 0) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrFormat("%s: results cannot be written: %s", place,
                      std::generic_category().message(errno)));
}

// OK if program and bots are those of the plan.
absl::Status CheckPlayers(const v1::LeaguePlan& plan, const PlanPlay& play) {
  RETURN_IF_ERROR(CheckEngine(plan, play.engine));
  v1::LeagueConfig today = plan.config();
  const absl::StatusOr<BotTrials> trials = TryBots(today, play.launch);
  absl::Status status = AllWork(trials);
  if (status.ok()) status = SetIdentities(*trials, today);
  if (status.ok()) status = CheckUnchanged(plan.config(), today);
  if (!absl::IsFailedPrecondition(status)) return status;
  return absl::FailedPreconditionError(absl::StrCat(
      std::string(status.message()), "; its plan is in ", play.folder));
}

// The two contents of a shard, and where they differ.
std::string DescribeConflict(
    const v1::LeaguePlan& plan, const PlayedShard& shard,
    const absl::StatusOr<ResultDifference>& difference) {
  return absl::StrFormat(
      "shard %d was played twice with different results; both are kept:\n"
      "  %s\n  %s\n  %s",
      shard.shard, shard.saved.path, shard.saved.conflict,
      difference.ok() ? DescribeDifference(plan, *difference)
                      : std::string(difference.status().message()));
}

class PlanPlayer {
 public:
  PlanPlayer(const v1::LeaguePlan& plan, const PlanPlay& play,
             const std::atomic<bool>& stop)
      : plan_(plan), play_(play), stop_(stop) {}

  absl::StatusOr<ShardsPlayed> Play(const std::vector<std::int64_t>& shards) {
    RETURN_IF_ERROR(CheckPlayers(plan_, play_));
    ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                     CompileLeague(plan_.config()));
    LaunchOptions launch = play_.launch;
    if (plan_.has_round()) launch.hidden.push_back(plan_.round().arena());
    ASSIGN_OR_RETURN(const Launcher launcher,
                     Launcher::Make(plan_.config(), launch));
    if (play_.on_begin) play_.on_begin();
    v1::ShardRun run = NewRun();
    absl::StatusOr<ShardsPlayed> played = PlayShards(
        play_.folder, plan_, rules, shards,
        {.workers = play_.workers,
         .make_links =
             [&](int worker) { return launcher.MakeLinks(rules, worker); },
         .again = play_.again,
         .on_progress = play_.on_progress,
         .on_shard = [this](const auto& shard) { OnShard(shard); },
         .on_unit = play_.on_unit},
        stop_);
    if (play_.on_end) play_.on_end();
    if (!played.ok()) return played;
    NameBots(rules, launcher);
    run.set_referee_cpu_seconds(OwnCpuSeconds());
    AddPlayed(*played, plan_.config(), run);
    RETURN_IF_ERROR((WriteShardRun(play_.folder, run)).status());
    return played;
  }

 private:
  [[nodiscard]] v1::ShardRun NewRun() const {
    const Host host = ThisHost();
    v1::ShardRun run = play_.run;
    run.set_host(HostName());
    run.set_cpu(host.cpu);
    run.set_cores(host.cores);
    run.set_kernel(host.kernel);
    run.set_workers(play_.workers);
    return run;
  }

  void OnShard(const PlayedShard& shard) {
    if (!shard.saved.moved.empty() && play_.on_moved) {
      play_.on_moved(shard.saved.moved);
    }
    if (shard.saved.how != SavedResult::How::kDiffers) return;
    const absl::StatusOr<ResultDifference> difference =
        CompareResults(plan_, shard.saved.path, shard.saved.conflict);
    ReportConflict(DescribeConflict(plan_, shard, difference));
    if (difference.ok() && !difference->from_decisions &&
        difference->suspects.size() != 1) {
      unclear_.push_back(difference->first_unit);
    }
  }

  // Plays units again that differ, where their results do not say which bot is
  // not deterministic.
  void NameBots(const std::vector<CompiledRules>& rules,
                const Launcher& launcher) {
    unclear_.resize(std::min(unclear_.size(), kMaxRepeatedUnits));
    for (const std::int64_t unit : unclear_) {
      const UnitRepeats repeats = RepeatUnit(
          plan_, rules, unit,
          [&](int worker) { return launcher.MakeLinks(rules, worker); }, stop_);
      if (repeats.plays >= 2) ReportConflict(DescribeRepeats(plan_, repeats));
    }
  }

  void ReportConflict(const std::string& text) const {
    if (play_.on_conflict) play_.on_conflict(text);
  }

  const v1::LeaguePlan& plan_;
  const PlanPlay& play_;
  const std::atomic<bool>& stop_;
  std::vector<std::int64_t> unclear_;  // units that differ
};

}  // namespace

absl::StatusOr<v1::LeaguePlan> ReadPlanToPlay(const std::string& folder) {
  ASSIGN_OR_RETURN(v1::LeaguePlan plan, ReadPlan(folder));
  RETURN_IF_ERROR(CheckWritable(folder));
  RETURN_IF_ERROR(UseBundles(folder, BundleCache(), *plan.mutable_config()));
  return plan;
}

absl::StatusOr<std::vector<std::int64_t>> NamedShards(
    const std::string& text, const v1::LeaguePlan& plan) {
  if (text.empty()) {
    return ReadShards(absl::StrCat("0-", plan.shards() - 1), plan.shards());
  }
  return absl::StrContains(text, '/') ? ReadPart(text, plan.shards())
                                      : ReadShards(text, plan.shards());
}

ShardsToPlay WithoutResults(const std::string& folder,
                            const v1::LeaguePlan& plan,
                            const std::vector<std::int64_t>& shards) {
  ShardsToPlay without;
  for (const std::int64_t shard : shards) {
    const absl::Status found = CheckShard(folder, plan, shard);
    if (found.ok()) continue;
    without.shards.push_back(shard);
    if (!absl::IsNotFound(found)) {
      without.unusable.emplace_back(found.message());
    }
  }
  return without;
}

absl::StatusOr<ShardsPlayed> PlayPlan(const v1::LeaguePlan& plan,
                                      const std::vector<std::int64_t>& shards,
                                      const PlanPlay& play,
                                      const std::atomic<bool>& stop) {
  return PlanPlayer(plan, play, stop).Play(shards);
}

ShardCounts CountShards(const ShardsPlayed& played) {
  using How = SavedResult::How;
  ShardCounts counts;
  for (const PlayedShard& shard : played.shards) {
    ++(shard.saved.how == How::kNew    ? counts.fresh
       : shard.saved.how == How::kSame ? counts.same
                                       : counts.differ);
  }
  return counts;
}

}  // namespace couillon::arena
