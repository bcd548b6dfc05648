#include <absl/status/status.h>
#include <absl/status/statusor.h>
#include <couillon/v1/league.pb.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/report/policy_text.h"
#include "arena/roster/remote_arguments.h"
#include "arena/schedule/league_schedule.h"
#include "arena/schedule/schedule.h"
#include "arena/store/league_store.h"
#include "arena/table/verdict.h"
#include "tools/commands/command.h"
#include "tools/commands/play_league.h"
#include "tools/options/command_line.h"
#include "tools/options/league_options.h"
#include "tools/options/sprt_arguments.h"

namespace couillon::tools {
namespace {

int Resume(const PlayOptions& options) {
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToPlay(options.directory);
  if (!store.ok()) return ExitWith(store.status());
  absl::Status const status = TryBots((*store)->config(), options.directory);
  if (!status.ok() && !options.forfeit) {
    std::cerr << "A bot that does not start any more need not stop the league: "
                 "with --forfeit it loses what it has to play.\n";
    return ExitWith(status);
  }
  if (!status.ok()) std::cerr << "Forfeits: " << status.message() << "\n";
  return PlayLeague(**store, options);
}

int ShowStatus(const std::string& directory) {
  absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::LeagueStore::OpenToRead(directory);
  if (!store.ok()) return ExitWith(store.status());
  const v1::LeagueConfig& config = (*store)->config();
  absl::StatusOr<std::vector<arena::UnitRun>> runs = (*store)->StoredRuns();
  if (!runs.ok()) return ExitWith(runs.status());
  const std::int64_t done = arena::CountUnits(*runs);
  const arena::Schedule schedule = arena::ScheduleOf(config);
  std::cout << absl::StrFormat(
      "%d of %d units played; %d bots, %d rulesets, %d %s a pairing\n", done,
      schedule.units(), config.bots_size(), config.rulesets_size(),
      config.items(),
      config.mode() == v1::LEAGUE_MODE_MATCHES ? "matches" : "deals");
  std::cout << arena::DescribePolicy(config);
  absl::StatusOr<std::vector<arena::StoredUsage>> usage = (*store)->Usage();
  if (!usage.ok()) return ExitWith(usage.status());
  std::cout << arena::DescribeUsage(config, *usage);
  const absl::StatusOr<std::vector<arena::Fault>> faults = (*store)->Faults();
  if (!faults.ok()) return ExitWith(faults.status());
  std::cout << arena::DescribeFaults(config, *faults);
  if (done < schedule.units()) {
    std::cout << "To go on: " << ProgramName() << " league resume " << directory
              << "\n";
  }
  return kExitDone;
}

}  // namespace

void AddLeagueCommand(CommandLine app) {
  CommandLine league = app.AddSubcommand(
      "league", "Every bot against every other, on the same deals");
  league.RequireSubcommand();

  CommandLine run = league.AddSubcommand("run", "Begin a league, or go on");
  auto options = std::make_shared<LeagueOptions>();
  run.AddOption("--bots", options->bots,
                std::string("builtin:NAME, NAME=COMMAND, a bot directory or "
                            "a folder of them, a file of bots, or NAME= and ") +
                    arena::kAddressHelp)
      .Required();
  AddLeagueOptions(run, *options);
  run.OnChosen([options] { return RunNewLeague(*options); });

  CommandLine resume = league.AddSubcommand("resume", "Go on with a league");
  auto play = std::make_shared<PlayOptions>();
  play->concurrency =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  resume.AddOption("directory", play->directory, "Of the league").Required();
  resume.AddOption("--concurrency", play->concurrency, "Workers").Range(1, 256);
  resume.AddFlag("--forfeit", play->forfeit,
                 "Go on although a bot does not start: it forfeits what it "
                 "has to play");
  resume.AddFlag("--strict", play->strict, "Exit code 3 if a bot failed");
  resume.AddFlag("--quiet", play->quiet, "No progress and no table");
  resume.OnChosen([play] { return Resume(*play); });

  CommandLine status = league.AddSubcommand("status", "How far a league is");
  auto directory = std::make_shared<std::string>();
  status.AddOption("directory", *directory, "Of the league").Required();
  status.OnChosen([directory] { return ShowStatus(*directory); });
}

void AddMatchCommand(CommandLine app) {
  CommandLine match = app.AddSubcommand("match", "Two bots against each other");
  auto options = std::make_shared<LeagueOptions>();
  match.AddOption("bots", options->bots, "Two bots, as for league --bots")
      .Required()
      .Expected(2);
  match.AddOption("--sprt", options->sprt, kSprtHelp).Expected(2, 7);
  AddLeagueOptions(match, *options);
  match.OnChosen([options] { return RunNewLeague(*options); });
}

}  // namespace couillon::tools
