#include "tools/commands/arena_run.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/journal/arena_report.h"
#include "arena/journal/arena_state.h"
#include "arena/journal/open_round.h"
#include "arena/league/changed_bots.h"
#include "arena/league/launch.h"
#include "arena/league/runner.h"
#include "arena/planner/round_robin_planner.h"
#include "arena/report/league_report.h"
#include "arena/report/report_text.h"
#include "arena/store/league_store.h"
#include "couillon/v1/league.pb.h"
#include "tools/commands/command.h"
#include "tools/commands/play_league.h"
#include "tools/options/command_line.h"
#include "tools/options/duration.h"

namespace couillon::tools {
namespace {

struct RunArguments {
  PlayOptions play;
  std::string duration;  // of --for; empty: no limit
  double interval = 0;   // of --until-interval; 0: play all
  bool dry = false;
};

// What a round consists of, before it is played.
std::string RoundText(const arena::ArenaState& state, int number,
                      const arena::RoundPlan& plan) {
  const bool matches = state.settings.mode() == v1::LEAGUE_MODE_MATCHES;
  return absl::StrFormat(
      "Round %d: %d pairings, %d %s each under %d rulesets\n", number,
      plan.pairings.size(), plan.items, matches ? "matches" : "deals",
      state.settings.rulesets_size());
}

// OK if all bots of a round work and are those that were submitted.
absl::Status CheckBots(const v1::LeagueConfig& round,
                       const PlayOptions& options) {
  const absl::StatusOr<arena::BotTrials> trials =
      TryBots(round, options.directory, options.allow_cheating);
  absl::Status status = arena::AllWork(trials);
  if (!status.ok()) return status;
  v1::LeagueConfig today = round;
  status = arena::SetIdentities(*trials, today);
  if (status.ok()) status = arena::CheckUnchanged(round, today);
  if (status.ok()) return status;
  return absl::Status(
      status.code(),
      absl::StrCat(status.message(),
                   "; put back what it was to finish the rounds that are "
                   "planned, then submit the new one"));
}

// Plays a planned round to its end. False if it was stopped before.
absl::StatusOr<bool> PlayRound(const arena::ArenaState& state, int number,
                               const PlayOptions& options) {
  const v1::LeagueConfig round =
      arena::RoundConfig(state, number, options.directory);
  const absl::Status status = CheckBots(round, options);
  if (!status.ok()) return status;
  const absl::StatusOr<std::unique_ptr<arena::LeagueStore>> store =
      arena::OpenRound(state, number, options.directory);
  if (!store.ok()) return store.status();
  const absl::StatusOr<arena::Progress> progress =
      PlayUnits(**store, round, options);
  if (!progress.ok()) return progress.status();
  return progress->units_done == progress->units;
}

// The number of the round to play now, planned if necessary; null if there is
// nothing left to play.
absl::StatusOr<std::optional<int>> RoundToPlay(const std::string& directory) {
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return state.status();
  absl::StatusOr<std::optional<int>> unfinished =
      arena::UnfinishedRound(*state, directory);
  if (!unfinished.ok() || *unfinished) return unfinished;
  const absl::StatusOr<bool> planned = arena::PlanNextRound(directory);
  if (!planned.ok()) return planned.status();
  if (!*planned) return std::optional<int>();
  return std::optional<int>(static_cast<int>(state->rounds.size()) + 1);
}

int PrintDryRun(const std::string& directory) {
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return ExitWith(state.status());
  const absl::StatusOr<std::optional<int>> unfinished =
      arena::UnfinishedRound(*state, directory);
  if (!unfinished.ok()) return ExitWith(unfinished.status());
  const std::optional<arena::RoundPlan> next =
      arena::PlanRoundRobin(state->Field());
  if (*unfinished) {
    std::cout << "To finish: "
              << RoundText(
                     *state, **unfinished,
                     state->rounds[static_cast<std::size_t>(**unfinished - 1)]);
  }
  if (next) {
    std::cout << "Next: "
              << RoundText(*state, static_cast<int>(state->rounds.size()) + 1,
                           *next);
  }
  std::cout << absl::StrFormat(
      "Left after what is planned: %d per ruleset, over all pairings\n",
      arena::ItemsLeft(state->Field()));
  return kExitDone;
}

int PrintStandings(const PlayOptions& options) {
  const absl::StatusOr<arena::ArenaState> state =
      arena::ReadState(options.directory);
  if (!state.ok()) return ExitWith(state.status());
  if (!options.quiet) {
    const absl::StatusOr<arena::LeagueReport> report =
        arena::MakeArenaReport(*state, options.directory, std::nullopt);
    if (!report.ok()) return ExitWith(report.status());
    std::cout << '\n' << arena::RenderText(*report) << '\n';
  }
  std::cout << "Results: " << options.directory << " (" << ProgramName()
            << " arena report " << options.directory << ")\n";
  return kExitDone;
}

int Stopped(const std::string& directory) {
  std::cerr << absl::StrFormat(
      "Stopped; finished units are stored. To resume:\n  %s arena run %s\n",
      ProgramName(), directory);
  return kExitInterrupted;
}

// Whether all intervals are within +- `wanted`; 0: never.
absl::StatusOr<bool> IsNarrow(const std::string& directory, double wanted) {
  if (wanted <= 0) return false;
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return state.status();
  const absl::StatusOr<arena::LeagueReport> report =
      arena::MakeArenaReport(*state, directory, std::nullopt);
  if (!report.ok()) return report.status();
  return arena::WidestInterval(*report) <= wanted;
}

int Run(RunArguments arguments) {
  PlayOptions& options = arguments.play;
  if (arguments.dry) return PrintDryRun(options.directory);
  if (!arguments.duration.empty()) {
    const absl::StatusOr<std::chrono::milliseconds> limit =
        ReadDuration("--for", arguments.duration);
    if (!limit.ok()) return ExitWith(limit.status());
    options.deadline = std::chrono::steady_clock::now() + *limit;
  }
  const absl::StatusOr<arena::ArenaState> exists =
      arena::ReadState(options.directory);
  if (!exists.ok()) return ExitWith(exists.status());
  const absl::StatusOr<std::unique_ptr<arena::RunLock>> lock =
      arena::RunLock::Take(options.directory);
  if (!lock.ok()) return ExitWith(lock.status());
  for (;;) {
    const absl::StatusOr<std::optional<int>> number =
        RoundToPlay(options.directory);
    if (!number.ok()) return ExitWith(number.status());
    if (!*number) return PrintStandings(options);
    const absl::StatusOr<arena::ArenaState> state =
        arena::ReadState(options.directory);
    if (!state.ok()) return ExitWith(state.status());
    options.allow_cheating = state->settings.allow_cheating();
    if (!options.quiet) {
      std::cerr << RoundText(
          *state, **number,
          state->rounds[static_cast<std::size_t>(**number - 1)]);
    }
    const absl::StatusOr<bool> finished = PlayRound(*state, **number, options);
    if (!finished.ok()) return ExitWith(finished.status());
    if (!*finished) return Stopped(options.directory);
    const absl::StatusOr<bool> enough =
        IsNarrow(options.directory, arguments.interval);
    if (!enough.ok()) return ExitWith(enough.status());
    if (*enough) return PrintStandings(options);
  }
}

}  // namespace

void AddArenaRunCommand(CommandLine arena) {
  CommandLine run =
      arena.AddSubcommand("run", "Plan and play rounds until nothing is left");
  run.SetExamples("couillon arena run open",
                  "couillon arena run open --for 2h --concurrency 2");
  auto arguments = std::make_shared<RunArguments>();
  PlayOptions& play = arguments->play;
  play.concurrency =
      std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  run.AddOption("directory", play.directory, "Directory of the arena")
      .Required();
  run.AddOption("--for", arguments->duration,
                "Stop after this time: a number and s, m or h");
  run.AddOption("--until-interval", arguments->interval,
                "Stop after a round when the rating of every bot that plays is "
                "known to +- so many Elo per match, under every ruleset")
      .Range(0.001, 1e6);
  run.AddOption("--concurrency", play.concurrency, "Workers").Range(1, 256);
  run.AddFlag("--dry-run", arguments->dry,
              "Show what would be played, and play nothing");
  run.AddFlag("--quiet", play.quiet, "Print no progress and no standings");
  run.OnChosen([arguments] { return Run(*arguments); });
}

}  // namespace couillon::tools
