// couillon arena run
#include <cstddef>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/directory_lock.h"
#include "arena/numbers/text/printable.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/attendance.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/standing/planner/season.h"
#include "arena/standing/rounds/play_goal.h"
#include "arena/standing/rounds/round_player.h"
#include "tools/commands/arena/arena_commands.h"
#include "tools/commands/arena/arena_rounds.h"
#include "tools/commands/league/play_league.h"
#include "tools/commands/shared/command.h"

namespace couillon::tools {
namespace {

struct RunArguments {
  RoundsOptions rounds;
  std::string until;  // read into rounds.goal
  bool dry = false;
};

// What no round has been planned for, if the format says it; bots that are
// `away` wait for `arena serve`.
void PrintLeft(const arena::ArenaState& state, const std::set<int>& away) {
  if (arena::NeedsResults(state.format)) return;
  const char* const pairings = state.format == arena::RoundFormat::kIndividual
                                   ? "pairs of partners"
                                   : "pairings";
  std::cout << absl::StrFormat(
      "Left after what is planned: %d per ruleset, over all %s",
      state.Left(away).items, pairings);
  const arena::LeftToPlan all = state.Left();
  if (!away.empty()) {
    std::cout << absl::StrFormat(
        "; with the bots that dial in (%s arena serve), %d over %d %s",
        ProgramName(), all.items, all.pairings, pairings);
  }
  std::cout << "\n";
}

// Names the bots that only `arena serve` can play.
void PrintLeftOut(const std::string& directory) {
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return;  // what follows says so
  for (const arena::Entrant& entrant : state->entrants) {
    if (!entrant.DialsIn() || entrant.status != arena::EntrantStatus::kPlays) {
      continue;
    }
    std::cerr << absl::StrFormat("Left out: %s dials in (%s arena serve %s)\n",
                                 arena::PrintableLine(entrant.Label()),
                                 ProgramName(), arena::ShellWord(directory));
  }
}

// After a signal, or when the time of --for is over, which is no interruption.
int Stopped(const PlayOptions& options) {
  std::cerr
      << "Stopped; finished units are stored. The same command goes on.\n";
  return IsOver(options) ? PrintStandings(options) : kExitInterrupted;
}

// Prints why play ended, if it had a goal.
int PrintGoal(const RoundsOptions& options) {
  if (!options.goal.IsSet()) return kExitDone;
  const absl::StatusOr<std::string> text =
      arena::DescribeGoal(options.goal, options.play.directory);
  if (!text.ok()) return ExitWith(text.status());
  std::cout << *text << "\n";
  return kExitDone;
}

int PrintDryRun(const RoundsOptions& rounds) {
  const PlayOptions& options = rounds.play;
  const std::string& directory = options.directory;
  const absl::StatusOr<arena::ArenaState> state = arena::ReadState(directory);
  if (!state.ok()) return ExitWith(state.status());
  const absl::Status fits = arena::CheckGoal(rounds.goal, *state, directory);
  if (!fits.ok()) return ExitWith(fits);
  const absl::StatusOr<bool> reached = arena::IsReached(rounds.goal, directory);
  if (!reached.ok()) return ExitWith(reached.status());
  if (*reached) {
    std::cout << "Nothing is left to play for --until.\n";
    return PrintGoal(rounds);
  }
  arena::NobodyAttends nobody;
  const absl::StatusOr<arena::RoundsPreview> preview =
      arena::PreviewRounds(*state, directory, options.forfeit, nobody);
  if (!preview.ok()) return ExitWith(preview.status());
  const auto show = [&](const char* what, int number,
                        const arena::RoundPlan& plan) {
    const absl::StatusOr<std::string> text =
        RoundText(*state, directory, number, plan, options.concurrency);
    if (text.ok()) std::cout << what << ": " << *text;
    return text.status();
  };
  absl::Status shown;
  if (preview->unfinished) {
    const int number = *preview->unfinished;
    shown = show("To finish", number,
                 state->rounds[static_cast<std::size_t>(number - 1)]);
  }
  if (shown.ok() && preview->next) {
    shown = show("Next", static_cast<int>(state->rounds.size()) + 1,
                 *preview->next);
  }
  if (!shown.ok()) return ExitWith(shown);
  PrintLeft(*state, preview->away);
  return kExitDone;
}

int Run(RunArguments arguments) {
  RoundsOptions& options = arguments.rounds;
  absl::Status status = SetDeadline(options);
  if (status.ok() && !arguments.until.empty()) {
    const absl::StatusOr<arena::PlayGoal> goal =
        arena::ReadGoal("--until", arguments.until);
    status = goal.status();
    if (goal.ok()) options.goal = *goal;
  }
  if (!status.ok()) return ExitWith(status);
  if (arguments.dry) return PrintDryRun(options);
  const absl::StatusOr<std::unique_ptr<arena::DirectoryLock>> lock =
      arena::LockToPlay(options.play.directory);
  if (!lock.ok()) return ExitWith(lock.status());
  arena::NobodyAttends nobody;
  arena::RoundPlayer player(RequestForPlay(options), nobody);
  PrintLeftOut(options.play.directory);
  const absl::StatusOr<arena::RoundsEnd> end = PlayRounds(options, player);
  if (!end.ok()) return ExitWith(end.status());
  if (*end == arena::RoundsEnd::kNothingToPlay && !player.broken().empty()) {
    return ExitWith(player.broken().begin()->second.why);
  }
  const int code = *end == arena::RoundsEnd::kStopped
                       ? Stopped(options.play)
                       : PrintStandings(options.play);
  return code == kExitDone ? PrintGoal(options) : code;
}

}  // namespace

void AddArenaRunCommand(CommandLine arena) {
  CommandLine run =
      arena.AddSubcommand("run", "Plan and play rounds until nothing is left");
  run.SetExamples("couillon arena run open --until top=3",
                  "couillon arena run open --for 2h --concurrency 2");
  auto arguments = std::make_shared<RunArguments>();
  AddRoundsOptions(run, arguments->rounds);
  run.AddOption("--until", arguments->until,
                "Stop after a round when this is known: ranks (the order of "
                "all bots), top=N (the N best and their order) or interval=ELO "
                "(every rating to +- ELO per match, or per deal if there is no "
                "Elo/match)");
  run.AddFlag("--dry-run", arguments->dry,
              "Show what would be played, and play nothing");
  run.OnChosen([arguments] { return Run(*arguments); });
}

}  // namespace couillon::tools
