// couillon league run --plan, couillon league verify
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "arena/league/cluster/plan_player.h"
#include "arena/league/shards/plan_status.h"
#include "arena/league/shards/planned_test.h"
#include "arena/league/shards/shard_cut.h"
#include "arena/league/shards/shard_sample.h"
#include "arena/players/bundles/bundle_store.h"
#include "arena/players/system/cpu_share.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "tools/commands/league/league_progress.h"
#include "tools/commands/league/plan_commands.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/process_options.h"
#include "tools/program/build_info.h"
#include "tools/program/plan_engine.h"
#include "tools/program/stop_flag.h"
#include "tools/program/time_now.h"

namespace couillon::tools {
namespace {

// Plays shards of one plan and shows how it goes.
absl::StatusOr<arena::ShardsPlayed> PlayShown(
    RunPlanOptions options, const v1::LeaguePlan& plan,
    const std::vector<std::int64_t>& shards) {
  options.permission.own_folders.push_back(arena::BundleCache());
  if (options.concurrency == 0) {
    options.concurrency = arena::CountUsableCpus();
  }
  std::optional<CaughtSignals> caught;  // while shards are played
  ProgressLine line(options.quiet);
  FaultLog faults(plan.config());
  arena::PlanPlay play{
      .folder = std::filesystem::absolute(options.plan).string(),
      .workers = options.concurrency,
      .again = options.again,
      .engine = ThisEngine(),
      .on_begin = [&caught] { caught.emplace(); },
      .on_end = [&line] { line.End(); },
      .on_progress =
          [&line](const arena::ShardProgress& progress) {
            line.Show({.units_done = progress.units_done,
                       .units = progress.units,
                       .deals = progress.deals,
                       .decisions = progress.decisions,
                       .faults = progress.faults,
                       .seconds = progress.seconds});
          },
      .on_unit = [&faults](const auto& unit) { faults.Add(unit); },
      .on_moved =
          [](const std::string& path) {
            std::cerr << "Moved aside: " << path << "\n";
          },
      .on_conflict =
          [](const std::string& text) {
            std::cerr << "couillon: " << text << "\n";
          }};
  play.launch =
      LaunchOptionsOf(play.folder, options.permission,
                      plan.config().allow_cheating(), options.kept_stderr);
  play.run.set_began(SecondsSince1970());
  play.run.set_version(BuildVersion());
  play.run.set_commit(BuildCommit());
  return arena::PlayPlan(plan, shards, play, StopFlag());
}

// Prints what became of the shards. Returns the exit code.
int Conclude(const arena::ShardsPlayed& played, std::size_t wanted) {
  const arena::ShardCounts counts = arena::CountShards(played);
  std::cout << absl::StrFormat(
      "%d of %d shards played: %d new, %d the same as before, %d different\n",
      played.shards.size(), wanted, counts.fresh, counts.same, counts.differ);
  if (played.test) std::cout << TestText(*played.test);
  if (played.stopped) {
    std::cerr << "Stopped; finished shards are saved\n";
    return kExitTryAgain;
  }
  return counts.differ > 0 ? kExitData : kExitDone;
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
  const absl::StatusOr<v1::LeaguePlan> plan = arena::ReadPlanToPlay(folder);
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
      PlayShown(run, *plan, sample);
  if (!played.ok()) return ExitWith(played.status());
  return Conclude(*played, sample.size());
}

}  // namespace

int RunPlan(const RunPlanOptions& options) {
  const absl::StatusOr<v1::LeaguePlan> plan =
      arena::ReadPlanToPlay(options.plan);
  if (!plan.ok()) return ExitWith(plan.status());
  if (plan->config().has_sprt()) {
    const absl::StatusOr<arena::TestStanding> test =
        arena::ReadStanding(options.plan, *plan);
    if (!test.ok()) return ExitWith(test.status());
    if (test->ended()) {
      std::cout << TestText(*test);
      return kExitDone;
    }
  }
  const absl::StatusOr<std::vector<std::int64_t>> named =
      arena::NamedShards(options.shards, *plan);
  if (!named.ok()) {
    ExitWith(named.status());
    return kExitUsage;
  }
  const arena::ShardsToPlay left =
      arena::WithoutResults(options.plan, *plan, *named);
  for (const std::string& why : left.unusable) {
    std::cerr << "Played again: " << why << "\n";
  }
  const std::vector<std::int64_t>& shards = left.shards;
  if (shards.empty()) {
    std::cout << absl::StrFormat("%d shards are there already\n",
                                 named->size());
    return kExitDone;
  }
  const absl::StatusOr<arena::ShardsPlayed> played =
      PlayShown(options, *plan, shards);
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
