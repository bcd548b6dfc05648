#include <algorithm>
#include <array>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/changed_bots.h"
#include "arena/league/setup/launch.h"
#include "arena/league/setup/setup.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/players/roster/remote_arguments.h"
#include "arena/report/data/league_status.h"
#include "arena/report/json/status_json.h"
#include "arena/report/text/identities_text.h"
#include "arena/report/text/policy_text.h"
#include "arena/report/text/usage_text.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/verdict.h"
#include "couillon/v1/league.pb.h"
#include "tools/commands/league/league_bots.h"
#include "tools/commands/league/plan_commands.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"
#include "tools/options/command_line.h"
#include "tools/options/league_options.h"
#include "tools/options/process_options.h"
#include "tools/options/sprt_arguments.h"
#include "tools/options/standings_option.h"

namespace couillon::tools {
namespace {

int Resume(const PlayOptions& options) {
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToPlay(options.directory);
  if (!store.ok()) return ExitWith(store.status());
  absl::Status allowed =
      arena::CheckCheating((*store)->config(), options.allow_cheating);
  if (allowed.ok() && options.accept_changed) {
    allowed = CheckNoRound(**store, {"submit", " NAME=COMMAND"});
  }
  if (!allowed.ok()) return ExitWith(allowed);
  const absl::StatusOr<arena::BotTrials> trials =
      TryBots((*store)->config(), options.directory, options.permission,
              options.allow_cheating, options.kept_stderr);
  if (!trials.ok()) return ExitWith(trials.status());
  const absl::Status status = arena::AllWork(trials);
  if (!status.ok() && !options.forfeit) {
    std::cerr << "With --forfeit the league goes on: a bot that does not start "
                 "forfeits its remaining units.\n";
    return ExitWith(status);
  }
  if (!status.ok()) std::cerr << "Forfeits: " << status.message() << "\n";
  v1::LeagueConfig today = (*store)->config();
  absl::Status same = arena::SetIdentities(*trials, today);
  if (same.ok()) {
    same = CheckSameBots(today, options.accept_changed, **store);
  }
  return same.ok() ? PlayLeague(**store, options) : ExitWith(same);
}

struct StatusOptions {
  std::string directory;
  std::string plan;  // the folder of a plan; empty: of a league
  std::string format = "text";
};

int ShowStatus(const StatusOptions& options) {
  const std::string& directory = options.directory;
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToRead(directory);
  if (!store.ok()) return ExitWith(store.status());
  const v1::LeagueConfig& config = (*store)->config();
  const absl::StatusOr<arena::LeagueStatus> status = arena::ReadStatus(**store);
  if (!status.ok()) return ExitWith(status.status());
  if (options.format == "json") {
    std::cout << arena::StatusJson(**store, *status).dump(2) << "\n";
    return kExitDone;
  }
  std::cout << absl::StrFormat(
      "%d of %d units played; %d bots, %d rulesets, %d %s per %s\n",
      status->units_done, status->units, config.bots_size(),
      config.rulesets_size(), config.items(), arena::ItemsWord(config),
      arena::IsThreeWay(config) ? "three bots" : "pairing");
  std::cout << arena::DescribePolicy(config)
            << arena::DescribeUsage(status->used);
  const absl::StatusOr<std::vector<arena::Fault>> faults = (*store)->Faults();
  if (!faults.ok()) return ExitWith(faults.status());
  std::cout << arena::DescribeFaults(config, *faults)
            << arena::IdentitiesText(config);
  if (status->units_done < status->units) {
    std::cout << "To resume: " << ProgramName() << " league resume "
              << arena::ShellWord(directory)
              << StoredBotOptionsText(config, directory) << "\n";
  }
  return kExitDone;
}

// The options of `league run` that are of a plan, and those of both.
constexpr std::array<std::string_view, 2> kOfPlans = {"--plan", "--shards"};
constexpr std::array<std::string_view, 5> kOfBoth = {
    "--concurrency", "--quiet", "--keep-stderr", "--isolation", "--allow"};

// Returns kExitDone if the command line has only options of a plan, or only
// others; otherwise says which one is too much.
int CheckWhich(const CommandLine& run, bool is_plan) {
  for (const std::string& name : run.GivenOptions()) {
    if (std::ranges::find(kOfBoth, name) != kOfBoth.end()) continue;
    const bool of_plan = std::ranges::find(kOfPlans, name) != kOfPlans.end();
    if (of_plan == is_plan) continue;
    std::cerr << "couillon league run: " << name
              << (is_plan ? " is for a new league; a plan says it already\n"
                          : " is for a plan; expected --plan with it\n");
    return kExitUsage;
  }
  return kExitDone;
}

// Says, as for any option that is required, that one of two is.
int IsRequired(const std::string& command, const std::string& which) {
  std::cerr << absl::StrFormat(
      "couillon league %s: %s is required (couillon league %s --help)\n",
      command, which, command);
  return kExitUsage;
}

void AddShardOptions(CommandLine run, RunPlanOptions& plan) {
  run.AddOption("--shards", plan.shards,
                "Shards such as 3,7-9, counted from 0, or I/N: part I of N of "
                "all shards (default: all)");
}

void AddRunCommand(CommandLine league) {
  CommandLine run = league.AddSubcommand("run", "Start a league, or resume it");
  run.SetExamples(
      "couillon league run --bots builtin:greedy builtin:random --ruleset "
      "fr,kujong --deals 400 --out autumn",
      "couillon league run --bots builtin:greedy 'mine=couillon-bot --name "
      "heuristic' --ruleset fr --matches 10 --record deals --out spring");
  auto options = std::make_shared<LeagueOptions>();
  auto plan = std::make_shared<RunPlanOptions>();
  run.StartGroup("Bots");
  const Option bots = run.AddOption(
      "--bots", options->bots,
      std::string("NAME or builtin:NAME of a bundled bot, NAME=COMMAND, "
                  "a bot directory or a folder of them, a file of "
                  "bots, or NAME= and ") +
          arena::kAddressHelp);
  AddLeagueOptions(run, *options);
  run.StartGroup("Shards of a plan");
  run.AddOption("--plan", plan->plan,
                "Folder of a plan (league plan) to play shards of, instead of "
                "a new league")
      .Excludes(bots);
  AddShardOptions(run, *plan);
  run.OnChosen([run, options, plan]() -> int {
    if (options->bots.empty() && plan->plan.empty()) {
      return IsRequired("run", "--bots or --plan");
    }
    const int usage = CheckWhich(run, !plan->plan.empty());
    if (usage != kExitDone) return usage;
    if (plan->plan.empty()) return RunNewLeague(*options);
    if (options->request.config.allow_cheating() ||
        options->request.allow_plaintext || options->accept_changed) {
      std::cerr << "couillon league run: found --allow cheating, plaintext or "
                   "changed with --plan; a plan says it already\n";
      return kExitUsage;
    }
    plan->concurrency = options->concurrency;
    plan->quiet = options->quiet;
    plan->kept_stderr = options->kept_stderr;
    plan->permission = options->process.allowed;
    plan->permission.isolation = ReadProcesses(options->process).isolation;
    return RunPlan(*plan);
  });
}

void AddResumeCommand(CommandLine league) {
  CommandLine resume = league.AddSubcommand("resume", "Resume a league");
  resume.SetExamples("couillon league resume results",
                     "couillon league resume results --concurrency 2 --quiet");
  auto play = std::make_shared<PlayOptions>();
  auto stored_bots = std::make_shared<StoredBotOptions>();
  play->concurrency = WorkersFor(0);
  resume.AddOption("directory", play->directory, "Directory of the league")
      .Required();
  resume.AddOption("--concurrency", play->concurrency, "Workers").Range(1, 256);
  AddAuditOption(resume, play->audit);
  resume.AddFlag("--forfeit", play->forfeit,
                 "Go on if a bot does not start: it forfeits its remaining "
                 "units");
  AddStoredBotOptions(resume, *stored_bots,
                      {{"cheating", &play->allow_cheating},
                       {"changed", &play->accept_changed}});
  AddStderrOption(resume, play->kept_stderr);
  AddStandingsOption(resume, play->standings_every);
  resume.AddFlag("--strict", play->strict, "Exit code 3 if a bot failed");
  resume.AddFlag("--quiet", play->quiet, "Print no progress and no standings");
  resume.OnChosen([play, stored_bots] {
    play->permission = ReadStoredBotOptions(*stored_bots);
    return Resume(*play);
  });
}

int Extend(const std::string& directory, std::uint64_t items) {
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToPlay(directory);
  if (!store.ok()) return ExitWith(store.status());
  absl::Status status =
      CheckNoRound(**store, {"extend", absl::StrFormat(" --to %d", items)});
  if (status.ok()) status = (*store)->Extend(items);
  if (!status.ok()) return ExitWith(status);
  std::cout << absl::StrFormat(
      "%s: every pairing plays %d per ruleset\nTo play them: %s league resume "
      "%s%s\n",
      directory, items, ProgramName(), arena::ShellWord(directory),
      StoredBotOptionsText((*store)->config(), directory));
  return kExitDone;
}

void AddExtendLeagueCommand(CommandLine league) {
  CommandLine extend = league.AddSubcommand(
      "extend", "Raise the number of deals or matches per pairing");
  extend.SetExamples("couillon league extend results --to 50",
                     "couillon league extend results --to 60 && couillon "
                     "league resume results");
  auto directory = std::make_shared<std::string>();
  auto items = std::make_shared<std::uint64_t>(0);
  extend.AddOption("directory", *directory, "Directory of the league")
      .Required();
  extend.AddOption("--to", *items, "Deals or matches per pairing and ruleset")
      .Required()
      .Range(std::uint64_t{1}, arena::kMaxDeals);
  extend.OnChosen([directory, items] { return Extend(*directory, *items); });
}

void AddStatusCommand(CommandLine league) {
  CommandLine status =
      league.AddSubcommand("status", "Show how much of a league is played");
  status.SetExamples(
      "couillon league status results",
      "couillon league status results && couillon league resume results");
  auto options = std::make_shared<StatusOptions>();
  const Option directory = status.AddOption("directory", options->directory,
                                            "Directory of the league");
  status
      .AddOption("--plan", options->plan,
                 "Folder of a plan (league plan), instead of a league")
      .Excludes(directory);
  status
      .AddOption("--format", options->format,
                 "text, json, or of a plan missing: only the list of its "
                 "missing shards")
      .OneOf({"text", "json", "missing"});
  status.OnChosen([options] {
    if (options->directory.empty() && options->plan.empty()) {
      return IsRequired("status", "directory or --plan");
    }
    if (!options->plan.empty()) {
      return ShowPlanStatus(options->plan, options->format);
    }
    return options->format == "missing"
               ? IsRequired("status", "--format missing needs --plan, which")
               : ShowStatus(*options);
  });
}

}  // namespace

void AddLeagueCommand(CommandLine app) {
  CommandLine league = app.AddSubcommand(
      "league", "Play a league: every bot against every other");
  league.SetGroup("Play");
  league.SetExamples(
      "couillon league run --bots builtin:greedy builtin:random --ruleset fr "
      "--deals 400 --out first",
      "couillon league status first");
  league.RequireSubcommand();
  AddRunCommand(league);
  AddResumeCommand(league);
  AddStatusCommand(league);
  AddExtendLeagueCommand(league);
  AddPlanCommand(league);
  AddMergeCommand(league);
  AddVerifyPlanCommand(league);
  AddSubmitCommand(league);
  AddUnpackCommand(league);
  AddAddCommand(league);
  AddReplaceCommand(league);
}

void AddMatchCommand(CommandLine app) {
  CommandLine match = app.AddSubcommand(
      "match",
      "Play two bots against each other, optionally until an SPRT decides");
  match.SetGroup("Play");
  match.SetExamples(
      "couillon match heuristic greedy",
      "couillon match builtin:heuristic builtin:greedy --ruleset basic-gerver "
      "--sprt elo0=0 elo1=20 --out test");
  auto options = std::make_shared<LeagueOptions>();
  match.AddOption("bots", options->bots, "Two bots, as for league --bots")
      .Required()
      .Expected(2);
  match.AddOption("--sprt", options->sprt, kSprtHelp).Expected(2, 7);
  AddLeagueOptions(match, *options);
  match.OnChosen([options] { return RunNewLeague(*options); });
}

}  // namespace couillon::tools
