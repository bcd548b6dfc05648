// couillon league run --plan, couillon league verify
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/run/bot_division.h"
#include "arena/league/run/runner.h"
#include "arena/league/setup/changed_bots.h"
#include "arena/league/setup/launch.h"
#include "arena/league/shards/durable_file.h"
#include "arena/league/shards/engine_build.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/plan_status.h"
#include "arena/league/shards/planned_test.h"
#include "arena/league/shards/play_shards.h"
#include "arena/league/shards/repeated_unit.h"
#include "arena/league/shards/result_difference.h"
#include "arena/league/shards/saved_result.h"
#include "arena/league/shards/shard_cut.h"
#include "arena/league/shards/shard_run.h"
#include "arena/league/shards/shard_sample.h"
#include "arena/players/bundles/bundle_store.h"
#include "arena/players/process/cpu_share.h"
#include "arena/players/process/cpu_time.h"
#include "arena/players/process/host.h"
#include "arena/table/schedule/league_rules.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "tools/commands/command.h"
#include "tools/commands/league_progress.h"
#include "tools/commands/plan_commands.h"
#include "tools/commands/play_league.h"
#include "tools/options/build_info.h"
#include "tools/options/command_line.h"
#include "tools/options/plan_engine.h"
#include "tools/options/process_options.h"
#include "tools/options/stop_flag.h"
#include "tools/options/time_now.h"

namespace couillon::tools {
namespace {

// Of units that differ; one is enough for most bots.
constexpr std::size_t kMaxRepeatedUnits = 3;

// Whether results can be written, before hours of play.
absl::Status CheckWritable(const std::string& folder) {
  const std::string results = arena::ResultsFolder(folder);
  const std::string& place =
      access(results.c_str(), F_OK) == 0 ? results : folder;
  if (access(place.c_str(), W_OK | X_OK) == 0) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrFormat("%s: results cannot be written: %s", place,
                      std::generic_category().message(errno)));
}

// The plan in a folder, with its bots where they are on this machine.
absl::StatusOr<v1::LeaguePlan> PlanToPlay(const std::string& folder) {
  ASSIGN_OR_RETURN(v1::LeaguePlan plan, arena::ReadPlan(folder));
  RETURN_IF_ERROR(CheckWritable(folder));
  RETURN_IF_ERROR(
      arena::UseBundles(folder, arena::BundleCache(), *plan.mutable_config()));
  return plan;
}

// The shards that the options name.
absl::StatusOr<std::vector<std::int64_t>> NamedShards(
    const RunPlanOptions& options, const v1::LeaguePlan& plan) {
  if (options.shards.empty()) {
    return arena::ReadShards(absl::StrCat("0-", plan.shards() - 1),
                             plan.shards());
  }
  if (absl::StrContains(options.shards, '/')) {
    return arena::ReadPart(options.shards, plan.shards());
  }
  return arena::ReadShards(options.shards, plan.shards());
}

// Those whose results are not there, or not whole. Names what is not whole.
std::vector<std::int64_t> WithoutResult(const std::string& folder,
                                        const v1::LeaguePlan& plan,
                                        const std::vector<std::int64_t>& all) {
  std::vector<std::int64_t> missing;
  for (const std::int64_t shard : all) {
    const absl::Status found = arena::CheckShard(folder, plan, shard);
    if (found.ok()) continue;
    if (!absl::IsNotFound(found)) {
      std::cerr << "Played again: " << found.message() << "\n";
    }
    missing.push_back(shard);
  }
  return missing;
}

// OK if program and bots are those of the plan.
absl::Status CheckPlayers(const std::string& folder, const v1::LeaguePlan& plan,
                          const RunPlanOptions& options) {
  absl::Status status = arena::CheckEngine(plan, ThisEngine());
  if (!status.ok()) return status;
  v1::LeagueConfig today = plan.config();
  const absl::StatusOr<arena::BotTrials> trials =
      TryBots(today, folder, options.permission, today.allow_cheating(),
              options.kept_stderr);
  status = trials.ok() ? arena::AllWork(trials) : trials.status();
  if (status.ok()) status = arena::SetIdentities(*trials, today);
  if (status.ok()) status = arena::CheckUnchanged(plan.config(), today);
  if (!absl::IsFailedPrecondition(status)) return status;
  return absl::FailedPreconditionError(
      absl::StrCat(std::string(status.message()), "; its plan is in ", folder));
}

// The two contents of a shard, and where they differ.
std::string DescribeConflict(
    const v1::LeaguePlan& plan, const arena::PlayedShard& shard,
    const absl::StatusOr<arena::ResultDifference>& difference) {
  return absl::StrFormat(
      "shard %d was played twice with different results; both are kept:\n"
      "  %s\n  %s\n  %s\n",
      shard.shard, shard.saved.path, shard.saved.conflict,
      difference.ok() ? arena::DescribeDifference(plan, *difference)
                      : std::string(difference.status().message()));
}

// Plays shards of one plan and shows how it goes.
class PlanPlayer {
 public:
  PlanPlayer(RunPlanOptions options, v1::LeaguePlan plan)
      : options_(std::move(options)),
        folder_(std::filesystem::absolute(options_.plan).string()),
        plan_(std::move(plan)),
        line_(options_.quiet),
        faults_(plan_.config()) {
    options_.permission.own_folders.push_back(arena::BundleCache());
    if (options_.concurrency == 0) {
      options_.concurrency = static_cast<int>(std::ssize(arena::AllowedCpus()));
    }
  }

  absl::StatusOr<arena::ShardsPlayed> Play(
      const std::vector<std::int64_t>& shards) {
    RETURN_IF_ERROR(CheckPlayers(folder_, plan_, options_));
    ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                     arena::CompileLeague(plan_.config()));
    arena::LaunchOptions launch =
        LaunchOptionsOf(folder_, options_.permission,
                        plan_.config().allow_cheating(), options_.kept_stderr);
    if (plan_.has_round()) launch.hidden.push_back(plan_.round().arena());
    ASSIGN_OR_RETURN(const arena::Launcher launcher,
                     arena::Launcher::Make(plan_.config(), launch));
    CatchSignals();
    v1::ShardRun run = NewRun();
    absl::StatusOr<arena::ShardsPlayed> played = arena::PlayShards(
        folder_, plan_, rules, shards,
        {.workers = options_.concurrency,
         .make_links =
             [&](int worker) { return launcher.MakeLinks(rules, worker); },
         .again = options_.again,
         .on_progress = [this](const auto& progress) { Show(progress); },
         .on_shard = [this](const auto& shard) { OnShard(shard); },
         .on_unit = [this](const auto& unit) { faults_.Add(unit); }},
        StopFlag());
    line_.End();
    if (!played.ok()) return played;
    NameBots(rules, launcher);
    run.set_referee_cpu_seconds(arena::OwnCpuSeconds());
    arena::AddPlayed(*played, plan_.config(), run);
    RETURN_IF_ERROR((arena::WriteShardRun(folder_, run)).status());
    return played;
  }

 private:
  [[nodiscard]] v1::ShardRun NewRun() const {
    const arena::Host host = arena::ThisHost();
    v1::ShardRun run;
    run.set_began(SecondsSince1970());
    run.set_host(arena::HostName());
    run.set_cpu(host.cpu);
    run.set_cores(host.cores);
    run.set_kernel(host.kernel);
    run.set_version(BuildVersion());
    run.set_commit(BuildCommit());
    run.set_workers(options_.concurrency);
    return run;
  }

  void Show(const arena::ShardProgress& progress) {
    line_.Show({.units_done = progress.units_done,
                .units = progress.units,
                .deals = progress.deals,
                .decisions = progress.decisions,
                .faults = progress.faults,
                .seconds = progress.seconds});
  }

  void OnShard(const arena::PlayedShard& shard) {
    if (!shard.saved.moved.empty()) {
      std::cerr << "Moved aside: " << shard.saved.moved << "\n";
    }
    if (shard.saved.how != arena::SavedResult::How::kDiffers) return;
    const absl::StatusOr<arena::ResultDifference> difference =
        arena::CompareResults(plan_, shard.saved.path, shard.saved.conflict);
    std::cerr << "couillon: " << DescribeConflict(plan_, shard, difference);
    if (difference.ok() && !difference->from_decisions &&
        difference->suspects.size() != 1) {
      unclear_.push_back(difference->first_unit);
    }
  }

  // Plays units again that differ, where their results do not say which bot is
  // not deterministic.
  void NameBots(const std::vector<CompiledRules>& rules,
                const arena::Launcher& launcher) {
    unclear_.resize(std::min(unclear_.size(), kMaxRepeatedUnits));
    for (const std::int64_t unit : unclear_) {
      const arena::UnitRepeats repeats = arena::RepeatUnit(
          plan_, rules, unit,
          [&](int worker) { return launcher.MakeLinks(rules, worker); },
          StopFlag());
      if (repeats.plays < 2) continue;
      std::cerr << "couillon: " << arena::DescribeRepeats(plan_, repeats)
                << "\n";
    }
  }

  RunPlanOptions options_;
  std::string folder_;
  v1::LeaguePlan plan_;
  ProgressLine line_;
  FaultLog faults_;
  std::vector<std::int64_t> unclear_;  // units that differ
};

// Prints what became of the shards. Returns the exit code.
int Conclude(const arena::ShardsPlayed& played, std::size_t wanted) {
  std::int64_t fresh = 0;
  std::int64_t same = 0;
  std::int64_t differ = 0;
  for (const arena::PlayedShard& shard : played.shards) {
    using How = arena::SavedResult::How;
    ++(shard.saved.how == How::kNew    ? fresh
       : shard.saved.how == How::kSame ? same
                                       : differ);
  }
  std::cout << absl::StrFormat(
      "%d of %d shards played: %d new, %d the same as before, %d different\n",
      played.shards.size(), wanted, fresh, same, differ);
  if (played.test) std::cout << TestText(*played.test);
  if (played.stopped) {
    std::cerr << "Stopped; finished shards are saved\n";
    return kExitTryAgain;
  }
  return differ > 0 ? kExitData : kExitDone;
}

// The share of "1%" or "0.25".
std::optional<double> ReadShare(std::string text) {
  constexpr double kPercent = 100;
  double divisor = 1;
  if (text.ends_with('%')) {
    text.pop_back();
    divisor = kPercent;
  }
  double number = 0;
  if (!absl::SimpleAtod(text, &number)) return std::nullopt;
  const double share = number / divisor;
  return share > 0 && share <= 1 ? std::optional(share) : std::nullopt;
}

struct VerifyPlanOptions {
  RunPlanOptions run;
  StoredBotOptions stored_bots;
  std::string sample = "1%";
  std::string seed;
};

int VerifyPlan(const VerifyPlanOptions& options) {
  const std::string& folder = options.run.plan;
  const std::optional<double> share = ReadShare(options.sample);
  if (!share) {
    return ExitWith(absl::InvalidArgumentError(absl::StrFormat(
        "--sample is \"%s\"; expected a share of the shards, such as 1%%",
        options.sample)));
  }
  const absl::StatusOr<v1::LeaguePlan> plan = PlanToPlay(folder);
  if (!plan.ok()) return ExitWith(plan.status());
  const absl::StatusOr<arena::PlanStatus> status =
      arena::ReadPlanStatus(folder, *plan);
  if (!status.ok()) return ExitWith(status.status());
  const std::vector<std::int64_t> sample = arena::SampleShards(
      status->whole, *share,
      options.seed.empty() ? plan->identity() : options.seed);
  if (sample.empty()) {
    std::cerr << "couillon: " << folder << ": no shard was played yet\n";
    return kExitTryAgain;
  }
  std::cout << absl::StrFormat("Plays %d of %d shards again: %s\n",
                               sample.size(), status->whole.size(),
                               arena::ShardsText(sample));
  RunPlanOptions run = options.run;
  run.again = true;
  run.permission = ReadStoredBotOptions(options.stored_bots);
  const absl::StatusOr<arena::ShardsPlayed> played =
      PlanPlayer(run, *plan).Play(sample);
  if (!played.ok()) return ExitWith(played.status());
  return Conclude(*played, sample.size());
}

}  // namespace

int RunPlan(const RunPlanOptions& options) {
  const absl::StatusOr<v1::LeaguePlan> plan = PlanToPlay(options.plan);
  if (!plan.ok()) return ExitWith(plan.status());
  if (plan->config().has_sprt()) {
    const absl::StatusOr<arena::TestStanding> test =
        arena::StandingOf(options.plan, *plan);
    if (!test.ok()) return ExitWith(test.status());
    if (test->ended()) {
      std::cout << TestText(*test);
      return kExitDone;
    }
  }
  const absl::StatusOr<std::vector<std::int64_t>> named =
      NamedShards(options, *plan);
  if (!named.ok()) {
    ExitWith(named.status());
    return kExitUsage;
  }
  const std::vector<std::int64_t> shards =
      WithoutResult(options.plan, *plan, *named);
  if (shards.empty()) {
    std::cout << absl::StrFormat("%d shards are there already\n",
                                 named->size());
    return kExitDone;
  }
  const absl::StatusOr<arena::ShardsPlayed> played =
      PlanPlayer(options, *plan).Play(shards);
  if (!played.ok()) return ExitWith(played.status());
  return Conclude(*played, shards.size());
}

void AddVerifyPlanCommand(CommandLine league) {
  CommandLine verify = league.AddSubcommand(
      "verify",
      "Play shards of a plan again and compare: finds bots that do not repeat "
      "themselves");
  verify.SetExamples(
      "couillon league verify --plan night --sample 1%",
      "couillon league verify --plan night --sample 50% --seed second");
  auto options = std::make_shared<VerifyPlanOptions>();
  verify.AddOption("--plan", options->run.plan, "Folder of the plan")
      .Required();
  verify.AddOption("--sample", options->sample,
                   "Share of the shards that were played, such as 1%; at least "
                   "one shard");
  verify.AddOption("--seed", options->seed,
                   "Text that chooses another sample (default: the identity of "
                   "the plan)");
  AddConcurrencyOption(verify, options->run.concurrency);
  AddStoredBotOptions(verify, options->stored_bots);
  AddStderrOption(verify, options->run.kept_stderr);
  verify.AddFlag("--quiet", options->run.quiet, "Print no progress");
  verify.OnChosen([options] { return VerifyPlan(*options); });
}

}  // namespace couillon::tools
