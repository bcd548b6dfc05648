// couillon league plan
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/setup.h"
#include "arena/league/setup/start_permission.h"
#include "arena/league/shards/engine_build.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/trial_play.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/bundles/bundle_store.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/status_macros.h"
#include "engine/rules/compiled_rules.h"
#include "tools/commands/league/new_league.h"
#include "tools/commands/league/plan_commands.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/league_options.h"
#include "tools/options/process_options.h"
#include "tools/options/sprt_arguments.h"
#include "tools/program/plan_engine.h"

namespace couillon::tools {
namespace {

constexpr double kMaxTargetSeconds = 1e6;

struct PlanLeagueOptions {
  LeagueOptions league;
  CutOptions cut;
};

// The plan that the folder holds, if any.
std::optional<v1::LeaguePlan> PlanThere(const std::string& folder) {
  absl::StatusOr<v1::LeaguePlan> plan = arena::ReadPlan(folder);
  if (!plan.ok()) return std::nullopt;
  return *std::move(plan);
}

// Takes the seed of the plan that is there already if none was given, so that
// the same command can be given twice.
void TakeSeed(const v1::LeagueConfig& there, v1::LeagueConfig& config) {
  config.set_seed(there.seed());
  config.set_seed_commitment(there.seed_commitment());
  config.set_seed_origin(there.seed_origin());
}

// The number of units that take one worker so many seconds, as far as a few of
// them say.
absl::StatusOr<std::int64_t> UnitsForSeconds(const CutOptions& options,
                                             const v1::LeagueConfig& config) {
  ASSIGN_OR_RETURN(const std::vector<CompiledRules> rules,
                   arena::CompileLeague(config));
  ASSIGN_OR_RETURN(
      const arena::Launcher launcher,
      arena::Launcher::Make(config,
                            LaunchOptionsOf(options.folder, options.permission,
                                            config.allow_cheating())));
  const double seconds =
      arena::SecondsPerUnit(config, rules, {.make_links = [&](int worker) {
                              return launcher.MakeLinks(rules, worker);
                            }});
  const double units = options.target_seconds / std::max(seconds, 1e-9);
  return static_cast<std::int64_t>(std::clamp(
      units, 1.0, static_cast<double>(arena::CountPlannedUnits(config))));
}

void PrintCut(const std::string& folder, const v1::LeaguePlan& plan) {
  const v1::LeagueConfig& config = plan.config();
  if (plan.has_round()) {
    std::cout << absl::StrFormat("Round %d of %s\n", plan.round().number(),
                                 plan.round().arena());
  }
  std::cout << absl::StrFormat(
      "%s: %d units of at most %d %s in %d shards of at most %d units\n"
      "Identity: %s\n",
      folder, plan.units(), config.block_items(), arena::ItemsWord(config),
      plan.shards(), plan.shard_units(), plan.identity());
  std::cout << absl::StrFormat(
      "To play it: %s league run --plan %s%s\n", ProgramName(),
      arena::ShellWord(folder),
      StoredBotOptionsText(arena::WithBundles(folder, config), folder));
}

// The units of a shard: as the options say, or as in the plan that is there.
absl::StatusOr<std::int64_t> ShardUnits(const CutOptions& options,
                                        const v1::LeagueConfig& config) {
  if (options.shard_deals > 0) {
    return arena::UnitsForDeals(config, options.shard_deals);
  }
  const std::optional<v1::LeaguePlan> there = PlanThere(options.folder);
  if (there) return there->shard_units();  // what was measured then
  return UnitsForSeconds(options, config);
}

int Plan(PlanLeagueOptions options) {
  options.league.out = options.cut.folder;
  absl::StatusOr<arena::LeagueRequest> request = ReadRequest(options.league);
  if (!request.ok()) return ExitWith(request.status());
  const bool seed_given = !request->config.seed().empty();
  const std::string defaults = TakeDefaults(options.league, *request);
  if (!options.league.quiet) std::cerr << defaults;
  absl::StatusOr<v1::LeagueConfig> config =
      MakeConfig(options.league, *request);
  if (!config.ok()) return ExitWith(config.status());
  absl::Status status = arena::CheckPlannable(*config);
  if (status.ok()) status = TryNewBots(options.league, *request, *config);
  if (!status.ok()) return ExitWith(status);
  if (!options.league.quiet) PrintPlayed(*config);
  const std::optional<v1::LeaguePlan> there = PlanThere(options.cut.folder);
  if (there && !seed_given) TakeSeed(there->config(), *config);
  return WriteNewPlan(options.cut, *config, nullptr);
}

}  // namespace

void AddCutOptions(CommandLine command, CutOptions& options) {
  command.AddOption("-o,--out", options.folder, "Folder for the plan")
      .Required();
  Option deals = command.AddOption(
      "--shard-deals", options.shard_deals,
      "Deals (or matches) per shard, each in all seatings; rounded to whole "
      "units of work");
  deals.Range(std::uint64_t{1}, arena::kMaxDeals);
  command
      .AddOption("--target-seconds", options.target_seconds,
                 "Seconds that one worker takes for a shard on this machine: "
                 "plays a few units to find out how many deals that are "
                 "(default: 60)")
      .Range(0.001, kMaxTargetSeconds)
      .Excludes(deals);
}

int WriteNewPlan(const CutOptions& options, const v1::LeagueConfig& config,
                 const v1::ArenaRound* round) {
  const absl::StatusOr<std::int64_t> units = ShardUnits(options, config);
  if (!units.ok()) return ExitWith(units.status());
  absl::StatusOr<v1::LeaguePlan> plan = arena::MakePlan(
      config, arena::DescribeEngine(ThisEngine(), config), *units);
  if (!plan.ok()) return ExitWith(plan.status());
  if (round != nullptr) *plan->mutable_round() = *round;
  const absl::Status written = arena::WritePlan(options.folder, *plan);
  if (!written.ok()) return ExitWith(written);
  PrintCut(options.folder, *plan);
  return kExitDone;
}

void AddPlanCommand(CommandLine league) {
  CommandLine plan = league.AddSubcommand(
      "plan", "Plan a league that is played in shards, on one machine or many");
  plan.SetExamples(
      "couillon league plan --bots greedy random --ruleset fr --deals 400 "
      "--shard-deals 100 --out night && couillon league run --plan night",
      "couillon league plan --bots greedy heuristic --matches 10 "
      "--target-seconds 30 --out matches && couillon league run --plan matches "
      "--shards 0");
  auto options = std::make_shared<PlanLeagueOptions>();
  plan.AddOption("--bots", options->league.bots,
                 std::string("Bots, as for league run, or NAME= and ") +
                     arena::kAddressHelp)
      .Required();
  AddCutOptions(plan, options->cut);
  plan.AddOption("--sprt", options->league.sprt, kSprtHelp).Expected(2, 7);
  AddPlannedOptions(plan, options->league);
  plan.AddFlag("--quiet", options->league.quiet, "Print only what was planned");
  plan.OnChosen([options] { return Plan(*options); });
}

}  // namespace couillon::tools
