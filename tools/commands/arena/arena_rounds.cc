// The printed part of playing rounds, and the options of `arena run` and `arena
// serve`.
#include "tools/commands/arena/arena_rounds.h"

#include <chrono>
#include <cstddef>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/report/data/league_report.h"
#include "arena/report/text/report_text.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/league/interim_standings.h"
#include "tools/commands/league/league_progress.h"
#include "tools/commands/shared/command.h"
#include "tools/options/color_option.h"
#include "tools/options/standings_option.h"
#include "tools/program/duration.h"

namespace couillon::tools {
namespace {

// Of all versions, over all rounds.
std::shared_ptr<InterimStandings> Interim(const PlayOptions& options) {
  std::optional<double> period = StandingsPeriod(options.standings_every);
  if (options.quiet) period.reset();
  return std::make_shared<InterimStandings>(
      period, RunOf::kRounds,
      [directory = options.directory]() -> absl::StatusOr<arena::LeagueReport> {
        ASSIGN_OR_RETURN(const arena::ArenaState state,
                         arena::ReadState(directory));
        return arena::MakeArenaReport(state, directory, {.history = false});
      });
}

std::string Counted(std::size_t count, const std::string& noun) {
  return absl::StrFormat("%d %s%s", count, noun, count == 1 ? "" : "s");
}

// Why there are no standings.
absl::Status NoRoundYet(const arena::ArenaState& state,
                        const PlayOptions& options) {
  std::size_t playing = 0;
  std::size_t dialing = 0;
  for (const arena::Entrant& entrant : state.entrants) {
    if (entrant.status != arena::EntrantStatus::kPlays) continue;
    ++(entrant.DialsIn() ? dialing : playing);
  }
  const std::size_t expected =
      state.format == arena::RoundFormat::kIndividual
          ? state.settings.rulesets(0).ruleset().table().players()
          : 2;
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s: no round could be planned: it needs at least %d bots, found %d%s; "
      "let more join: %s arena submit %s BOT",
      options.directory, expected, playing,
      dialing == 0 ? ""
                   : absl::StrFormat(" beside %d that dial in, which only "
                                     "arena serve plays",
                                     dialing),
      ProgramName(), arena::ShellWord(options.directory)));
}

absl::Status PlayRun(arena::LeagueStore& store, const arena::RoundRun& run,
                     const PlayOptions& play, const ShowRound& show_round) {
  PlayOptions options = play;
  options.allow_cheating = run.round.allow_cheating();
  options.leave_out = run.leave_out;
  options.away = run.away;
  if (show_round) {
    options.on_progress = [&](const arena::Progress& progress) {
      show_round(run.number, progress);
    };
  }
  return PlayUnits(store, run.round, options).status();
}

}  // namespace

arena::RoundsRequest RequestForChecks(const PlayOptions& play) {
  return {.directory = play.directory,
          .command = absl::StrCat(ProgramName(), " arena run ",
                                  arena::ShellWord(play.directory)),
          .forfeit = play.forfeit,
          .try_bots =
              [&play](const v1::LeagueConfig& round) {
                return TryBots(round, play.directory, play.permission,
                               round.allow_cheating(), play.kept_stderr);
              },
          .on_excluded =
              [&play](arena::Exclusion exclusion, const absl::Status& why) {
                if (play.quiet && exclusion == arena::Exclusion::kBroken) {
                  return;
                }
                std::cerr << (exclusion == arena::Exclusion::kForfeits
                                  ? "Forfeits: "
                                  : "Left out: ")
                          << why.message() << "\n";
              }};
}

arena::RoundsRequest RequestForPlay(RoundsOptions& options,
                                    ShowRound show_round) {
  PlayOptions& play = options.play;
  play.permission = ReadStoredBotOptions(options.stored_bots);
  arena::RoundsRequest request = RequestForChecks(play);
  request.goal = options.goal;
  request.play = [&play, show_round = std::move(show_round)](
                     arena::LeagueStore& store, const arena::RoundRun& run) {
    return PlayRun(store, run, play, show_round);
  };
  request.is_stopped = [&play] { return StopRequested(play); };
  request.on_round = [&play](const arena::ArenaState& state, int number) {
    if (play.quiet) return absl::OkStatus();
    const absl::StatusOr<std::string> text = RoundText(
        state, play.directory, number,
        state.rounds[static_cast<std::size_t>(number - 1)], play.concurrency);
    if (text.ok()) std::cerr << *text;
    return text.status();
  };
  return request;
}

absl::StatusOr<arena::RoundsEnd> PlayRounds(RoundsOptions& options,
                                            arena::RoundPlayer& player) {
  options.play.interim = Interim(options.play);
  return player.Play();
}

absl::StatusOr<std::string> RoundText(const arena::ArenaState& state,
                                      const std::string& directory, int number,
                                      const arena::RoundPlan& plan,
                                      int workers) {
  ASSIGN_OR_RETURN(const double seconds,
                   arena::EstimateSeconds(state, directory, plan, workers));
  std::string text = absl::StrFormat(
      "Round %d: %s, %d %s each under %s", number,
      plan.tables.empty() ? Counted(plan.pairings.size(), "pairing")
                          : Counted(plan.tables.size(), "table"),
      plan.items, arena::ItemsWord(state.settings),
      Counted(static_cast<std::size_t>(state.settings.rulesets_size()),
              "ruleset"));
  if (seconds > 0) absl::StrAppend(&text, ", about ", FormatTime(seconds));
  return text + "\n";
}

absl::Status SetDeadline(RoundsOptions& options) {
  if (options.duration.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::chrono::milliseconds limit,
                   ReadDuration("--for", options.duration));
  options.play.deadline = std::chrono::steady_clock::now() + limit;
  return absl::OkStatus();
}

int PrintStandings(const PlayOptions& options) {
  const absl::StatusOr<arena::ArenaState> state =
      arena::ReadState(options.directory);
  if (!state.ok()) return ExitWith(state.status());
  if (state->rounds.empty()) return ExitWith(NoRoundYet(*state, options));
  if (!options.quiet) {
    const absl::StatusOr<arena::LeagueReport> report =
        arena::MakeArenaReport(*state, options.directory, {});
    if (!report.ok()) return ExitWith(report.status());
    std::cout << '\n'
              << arena::RenderText(*report, {.colours = UsesColor()}) << '\n';
  }
  std::cout << "Results: " << options.directory << " (" << ProgramName()
            << " arena report " << arena::ShellWord(options.directory) << ")\n";
  return kExitDone;
}

void AddRoundsOptions(CommandLine command, RoundsOptions& options,
                      std::vector<Permission> more) {
  PlayOptions& play = options.play;
  play.concurrency = WorkersFor(0);
  command.AddOption("directory", play.directory, "Directory of the arena")
      .Required();
  command.AddOption("--for", options.duration,
                    "Stop after this time: a number and s, m or h");
  command.AddOption("--concurrency", play.concurrency, "Workers").Range(1, 256);
  command.AddFlag("--forfeit", play.forfeit,
                  "Go on if a bot does not start: it forfeits what it has left "
                  "to play in the round");
  AddStoredBotOptions(command, options.stored_bots, std::move(more));
  AddStderrOption(command, play.kept_stderr);
  AddStandingsOption(command, play.standings_every);
  command.AddFlag("--quiet", play.quiet, "Print no progress and no standings");
}

}  // namespace couillon::tools
