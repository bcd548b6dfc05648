#include <chrono>
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
#include "arena/front/page/fairness_page.h"
#include "arena/front/page/page_source.h"
#include "arena/front/page/report_page.h"
#include "arena/league/run/runner.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/limits.h"
#include "arena/league/setup/setup.h"
#include "arena/league/setup/start_permission.h"
#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/fairness_run.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/measure/fairness/solved_deals.h"
#include "arena/report/data/bot_names.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_rules.h"
#include "couillon/v1/league.pb.h"
#include "engine/rules/compiled_rules.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"
#include "tools/commands/shared/deal_progress.h"
#include "tools/commands/shared/report_output.h"
#include "tools/options/command_line.h"
#include "tools/options/launch_options.h"
#include "tools/options/league_options.h"
#include "tools/options/process_options.h"
#include "tools/options/seed_file.h"
#include "tools/program/output_file.h"
#include "tools/program/stop_flag.h"
#include "tools/program/time_now.h"

namespace couillon::tools {
namespace {

struct FairnessArguments {
  LeagueOptions league;  // bots, rulesets, deals, seed and limits of it
  std::vector<std::string> compare;
  arena::FairnessOptions options;
  std::string format = "text";
  std::string out;  // empty: stdout
  bool reproducible = false;
};

// The page without data: found before anything is played. Empty for other
// formats.
absl::StatusOr<std::string> EmptyPage(const FairnessArguments& arguments) {
  if (arguments.format != "html") return std::string();
  return arena::PageWithoutData();
}

absl::StatusOr<std::string> Render(const FairnessArguments& arguments,
                                   const arena::FairnessReport& report,
                                   const v1::LeagueConfig& config,
                                   const std::string& page) {
  if (arguments.format == "json") return arena::FairnessJson(report);
  if (arguments.format == "csv") return arena::FairnessCsv(report);
  if (arguments.format == "text") return arena::FairnessText(report);
  arena::FairnessSource source{.config = config,
                               .compare = !arguments.compare.empty(),
                               .program = ThisProgram()};
  if (!arguments.reproducible) source.now = SecondsSince1970();
  return arena::PageWithData(page, arena::FairnessPageData(report, source));
}

absl::Status Show(const FairnessArguments& arguments,
                  const absl::StatusOr<std::string>& text) {
  if (!text.ok()) return text.status();
  if (!arguments.out.empty()) return WriteWhole(arguments.out, *text);
  std::cout << *text;
  return absl::OkStatus();
}

absl::Status CheckComparison(const std::vector<CompiledRules>& rules) {
  if (rules[0].deck == rules[1].deck && rules[0].players == rules[1].players) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "--compare: %s has %d players and %d cards, %s %d and %d; expected two "
      "readings of one game, which can be played with the same deals",
      rules[0].ruleset.id, rules[0].players, rules[0].pack_size,
      rules[1].ruleset.id, rules[1].players, rules[1].pack_size));
}

// Returns the requested run, without its links and progress callback. `rules`
// outlive it.
arena::FairnessRun FairnessRunOf(const FairnessArguments& arguments,
                                 const v1::LeagueConfig& config,
                                 const std::vector<CompiledRules>& rules) {
  arena::FairnessRun run;
  run.options = arguments.options;
  run.options.deals = arguments.league.request.deals;
  run.options.seed = config.seed();
  run.options.workers = WorkersFor(arguments.league.concurrency);
  run.move_limit = std::chrono::milliseconds(config.limits().move_ms());
  run.compare = !arguments.compare.empty();
  run.divided = arena::DividedBots(config);
  run.relabelled = arena::RelabelledBots(config);
  run.rules = arena::PointersTo(rules);
  run.bots = arena::BotNames(config);
  return run;
}

int Fairness(FairnessArguments arguments) {
  const bool compare = !arguments.compare.empty();
  if (compare == !arguments.league.request.rulesets.empty()) {
    return ExitWith(absl::InvalidArgumentError(
        "fairness: expected either --ruleset or --compare"));
  }
  if (compare) arguments.league.request.rulesets = arguments.compare;
  // Variants are compared on the same deals.
  arguments.league.request.force_same_deals = true;
  const absl::StatusOr<arena::LeagueRequest> request =
      ReadRequest(arguments.league);
  if (!request.ok()) return ExitWith(request.status());
  const absl::StatusOr<v1::LeagueConfig> config =
      MakeConfig(arguments.league, *request);
  if (!config.ok()) return ExitWith(config.status());
  absl::StatusOr<std::vector<CompiledRules>> rules =
      arena::CompileLeague(*config);
  if (!rules.ok()) return ExitWith(rules.status());
  if (compare) {
    const absl::Status status = CheckComparison(*rules);
    if (!status.ok()) return ExitWith(status);
  }
  const absl::StatusOr<std::string> page = EmptyPage(arguments);
  if (!page.ok()) return ExitWith(page.status());
  const absl::Status own_time = arena::CheckNoOwnTime(*config);
  if (!own_time.ok()) return ExitWith(own_time);
  const absl::Status status =
      arena::AllWork(TryBots(*config, /*directory=*/"", arena::AskedHere()));
  if (!status.ok()) return ExitWith(status);
  const absl::StatusOr<arena::Launcher> launcher = arena::Launcher::Make(
      *config, LaunchOptionsFor(/*directory=*/"", arena::AskedHere()));
  if (!launcher.ok()) return ExitWith(launcher.status());

  DealProgress progress("deals and matches", arguments.league.quiet);
  arena::FairnessRun run = FairnessRunOf(arguments, *config, *rules);
  run.make_links = [&](int worker) {
    return launcher->MakeLinks(*rules, worker);
  };
  run.on_progress = [&progress](std::int64_t done, std::int64_t all) {
    progress.Show(done, all);
  };
  std::optional<CaughtSignals> caught(std::in_place);
  const absl::StatusOr<arena::FairnessSums> sums =
      arena::RunFairness(run, StopFlag());
  caught.reset();
  if (!sums.ok()) {
    const int code = ExitWith(sums.status());
    return StopFlag() ? kExitInterrupted : code;
  }
  const absl::Status shown = Show(
      arguments,
      Render(arguments, arena::MakeFairnessReport(run, *sums), *config, *page));
  if (!shown.ok() || sums->options == run.options) return ExitWith(shown);
  std::cerr << absl::StrFormat(
      "%s: interrupted; the report is that of --deals %d --pairing-deals %d "
      "--matches %d --playouts %d --solved-deals %d\n",
      ProgramName(), sums->options.deals, sums->options.pairing_deals,
      sums->options.matches, sums->options.playouts,
      sums->options.solving.deals);
  return kExitInterrupted;
}

void AddDealOptions(CommandLine command, FairnessArguments& arguments) {
  constexpr std::uint64_t kMaxItems = std::uint64_t{1} << 40;
  command
      .AddOption("--deals", arguments.league.request.deals,
                 "Deals per bot against itself, in every seating")
      .Range(std::uint64_t{1}, std::uint64_t{1} << 31)
      .ShowDefault();
  command
      .AddOption("--pairing-deals", arguments.options.pairing_deals,
                 "Deals per pair of bots")
      .Range(std::uint64_t{0}, kMaxItems)
      .ShowDefault();
  command
      .AddOption("--matches", arguments.options.matches,
                 "Matches of the last bot against itself")
      .Range(std::uint64_t{0}, kMaxItems)
      .ShowDefault();
}

void AddSolvingOptions(CommandLine command, arena::SolvingLimits& limits) {
  command
      .AddOption("--solved-deals", limits.deals,
                 "Deals solved with all cards seen, per ruleset; 0: none")
      .Range(std::uint64_t{0}, std::uint64_t{1} << 24)
      .ShowDefault();
  command
      .AddOption("--solved-positions", limits.positions,
                 "Positions searched for them, at most, per ruleset")
      .Range(std::uint64_t{1}, std::uint64_t{1} << 50)
      .ShowDefault();
}

void AddMeasureOptions(CommandLine command, arena::FairnessOptions& options) {
  command
      .AddOption("--playouts", options.playouts,
                 "Deals played at random, in bulk, without bots")
      .Range(std::uint64_t{0}, std::uint64_t{1} << 31)
      .ShowDefault();
  command
      .AddOption(
          "--delta", options.margin_points,
          "Largest advantage that counts as fair, in game points per deal")
      .Range(1e-6, 1e3)
      .ShowDefault();
  command
      .AddOption("--delta-elo", options.margin_elo,
                 "Largest advantage that counts as fair, in Elo")
      .Range(1e-3, 400.0)
      .ShowDefault();
}

void AddOutputOptions(CommandLine command, FairnessArguments& arguments) {
  command
      .AddOption("--format", arguments.format,
                 "text, json, csv or html: one page, which needs no network")
      .OneOf({"text", "json", "csv", "html"});
  command.AddOption("--out", arguments.out, "File to write (default: stdout)");
  command.AddFlag("--reproducible", arguments.reproducible,
                  "Leave the time out of the page: the same run gives the same "
                  "file. Other formats never have it");
}

}  // namespace

void AddFairnessCommand(CommandLine app) {
  CommandLine command = app.AddSubcommand(
      "fairness",
      "Measure how fair a ruleset is: seats, makers, luck, matches");
  command.SetGroup("Measure");
  command.SetExamples(
      "couillon fairness --ruleset fr --deals 500 --pairing-deals 200 "
      "--matches 20",
      "couillon fairness --compare fr,force-fr --deals 500 --matches 500 "
      "--format html "
      "--out fairness.html");
  auto arguments = std::make_shared<FairnessArguments>();
  LeagueOptions& league = arguments->league;
  league.bots = {"builtin:random", "builtin:greedy", "builtin:heuristic"};
  league.request.deals = 20'000;
  arguments->options.pairing_deals = 10'000;
  arguments->options.matches = 30'000;
  arguments->options.solving = {.deals = 5'000, .positions = 3'000'000};
  command
      .AddOption("--ruleset", league.request.rulesets,
                 "Rulesets: ids with +switches, files, or all")
      .ValueName(kRulesetValue)
      .Delimiter(',');
  command
      .AddOption("--compare", arguments->compare,
                 "Two variants of one ruleset to compare deal by deal: A,B")
      .ValueName(kRulesetValue)
      .Delimiter(',')
      .Expected(2);
  command.AddOption("--bots", league.bots,
                    "Bots from the weakest to the strongest, as for league");
  AddDealOptions(command, *arguments);
  AddSolvingOptions(command, arguments->options.solving);
  AddMeasureOptions(command, arguments->options);
  command
      .AddOption("--seed", *league.request.config.mutable_seed(),
                 "Seed text (default: a random seed)")
      .Check(SeedProblem);
  AddConcurrencyOption(command, league.concurrency);
  AddLimitOption(command, league.limits, {arena::LimitUse::kProcess});
  AddProcessOptions(command, league.process);
  command.AddFlag("--quiet", league.quiet, "Print no progress");
  AddOutputOptions(command, *arguments);
  command.OnChosen([arguments] { return Fairness(*arguments); });
}

}  // namespace couillon::tools
