#include "tools/commands/arena_rounds.h"

#include <cstddef>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/setup/changed_bots.h"
#include "arena/league/setup/launch.h"
#include "arena/league/store/league_store.h"
#include "arena/numbers/text/shell_word.h"
#include "arena/report/data/league_report.h"
#include "arena/report/text/report_text.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/journal/changed_leavers.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/open_round.h"
#include "arena/table/bot_index.h"
#include "arena/table/referee/budget_ledger.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "engine/cards/status_macros.h"
#include "tools/commands/command.h"
#include "tools/commands/interim_standings.h"
#include "tools/commands/league_progress.h"
#include "tools/commands/workers.h"
#include "tools/options/color_option.h"
#include "tools/options/duration.h"
#include "tools/options/standings_option.h"

namespace couillon::tools {
namespace {

// Bots that dial in may leave at any time: what they have left to play is then
// left out of the round.
arena::BotTrials WithoutDialIns(const v1::LeagueConfig& round,
                                arena::BotTrials trials) {
  for (int bot = 0; bot < round.bots_size(); ++bot) {
    auto& trial = trials[static_cast<std::size_t>(bot)];
    if (round.bots(bot).has_dial_in() && !trial.ok()) {
      trial = arena::BotDescription();
    }
  }
  return trials;
}

// The bots of a round as they are reached now.
v1::LeagueConfig Located(const v1::LeagueConfig& round,
                         arena::Attendance& attendance) {
  v1::LeagueConfig located = round;
  for (v1::BotEntry& bot : *located.mutable_bots()) {
    if (bot.has_dial_in() && attendance.MayBegin(bot.name())) {
      attendance.Locate(bot);
    }
  }
  return located;
}

// By label, the versions that have left and are not what they were.
using Leavers = std::map<std::string, absl::Status>;

absl::StatusOr<Leavers> LeaversOf(const arena::ArenaState& state,
                                  const std::string& directory) {
  ASSIGN_OR_RETURN(const auto changed, arena::ChangedLeavers(state, directory));
  Leavers leavers;
  for (const auto& [entrant, why] : changed) {
    leavers[state.entrants[static_cast<std::size_t>(entrant)].Label()] = why;
  }
  return leavers;
}

// The round without those who are not what they were: nothing is started in
// their names.
v1::LeagueConfig WithoutLeavers(const v1::LeagueConfig& round,
                                const Leavers& leavers) {
  v1::LeagueConfig rest = round;
  for (v1::BotEntry& bot : *rest.mutable_bots()) {
    if (leavers.count(bot.name()) > 0) arena::MakeUnstartable(bot);
  }
  return rest;
}

// OK if the bots are those that were submitted.
absl::Status CheckSubmitted(const v1::LeagueConfig& round,
                            const arena::BotTrials& trials,
                            const PlayOptions& options) {
  v1::LeagueConfig today = round;
  absl::Status status = arena::SetIdentities(trials, today);
  if (status.ok()) status = arena::CheckUnchanged(round, today);
  if (status.ok()) return status;
  return absl::Status(
      status.code(),
      absl::StrFormat(
          "%s; put back what it was, or submit the new one or "
          "retire it: %s arena run %s then leaves out what the old "
          "one has left to play, or with --forfeit it forfeits that",
          std::string(status.message()), ProgramName(),
          arena::ShellWord(options.directory)));
}

// Tries the bots of a round except the leavers, and adds those that do not work
// or are not those that were submitted: nobody else waits for them.
absl::Status AddBroken(const v1::LeagueConfig& round,
                       const RoundsRequest& request, Leavers& leavers) {
  const PlayOptions& options = request.play;
  v1::LeagueConfig players = round;
  players.clear_bots();
  for (const v1::BotEntry& bot : round.bots()) {
    if (leavers.count(bot.name()) == 0) *players.add_bots() = bot;
  }
  if (options.forfeit) return CheckRoundBots(players, options);
  absl::StatusOr<arena::BotTrials> trials =
      TryBots(players, options.directory, options.permission,
              options.allow_cheating, options.kept_stderr);
  if (!trials.ok()) return trials.status();
  trials = WithoutDialIns(players, *std::move(trials));
  for (int bot = 0; bot < players.bots_size(); ++bot) {
    const arena::BotTrials trial = {(*trials)[static_cast<std::size_t>(bot)]};
    absl::Status status = arena::AllWork(trial);
    v1::LeagueConfig alone;
    *alone.add_bots() = players.bots(bot);
    if (status.ok()) status = CheckSubmitted(alone, trial, options);
    if (status.ok()) continue;
    const std::string& label = players.bots(bot).name();
    if (!options.quiet) std::cerr << "Left out: " << status.message() << "\n";
    leavers[label] = status;
    (*request.broken)[label] = {.why = status,
                                .since = std::chrono::steady_clock::now()};
  }
  return absl::OkStatus();
}

// Plays what can be played of a planned round.
absl::Status PlayRound(const arena::ArenaState& state, int number,
                       const RoundsRequest& request) {
  PlayOptions options = request.play;
  arena::Attendance& attendance = *request.attendance;
  ASSIGN_OR_RETURN(Leavers leavers, LeaversOf(state, options.directory));
  for (const auto& [label, broken] : *request.broken) {
    leavers.emplace(label, broken.why);
  }
  const v1::LeagueConfig planned =
      Located(arena::RoundConfig(state, number, options.directory), attendance);
  RETURN_IF_ERROR(AddBroken(planned, request, leavers));
  const v1::LeagueConfig round = WithoutLeavers(planned, leavers);
  ASSIGN_OR_RETURN(const std::unique_ptr<arena::LeagueStore> store,
                   arena::OpenRound(state, number, options.directory));
  ASSIGN_OR_RETURN(const std::unique_ptr<arena::BudgetLedger> budgets,
                   arena::ReadLedger(*store));
  for (int bot = 0; bot < round.bots_size(); ++bot) {
    const v1::BotEntry& entry = round.bots(bot);
    if (entry.has_dial_in() && !attendance.MayBegin(entry.name())) {
      options.away.push_back(arena::BotIndex(bot));
    }
  }
  options.leave_out = [&](const arena::Unit& unit) {
    if (budgets->SpentIn(unit)) return false;  // it is forfeited
    for (int bot = 0; bot < round.bots_size(); ++bot) {
      const v1::BotEntry& entry = round.bots(bot);
      if (!unit.Has(arena::BotIndex(bot))) continue;
      if (!options.forfeit && leavers.count(entry.name()) > 0) return true;
      if (entry.has_dial_in() &&
          (arena::IsUnreachable(entry) || !attendance.MayGoOn(entry.name()))) {
        return true;
      }
    }
    return false;
  };
  if (request.show_round) {
    options.on_progress = [&](const arena::Progress& progress) {
      request.show_round(number, progress);
    };
  }
  return PlayUnits(*store, round, options).status();
}

// Says once of each version what cannot be played of it.
absl::Status NameLeavers(const RoundsRequest& request,
                         const arena::ArenaState& state) {
  ASSIGN_OR_RETURN(const auto leavers,
                   arena::ChangedLeavers(state, request.play.directory));
  for (const auto& [entrant, why] : leavers) {
    ASSIGN_OR_RETURN(
        const bool left,
        arena::HasUnitsLeft(state, request.play.directory, entrant));
    if (!left || !request.named->insert(entrant).second) continue;
    std::cerr << absl::StrFormat("%s: %s\n",
                                 request.play.forfeit ? "Forfeits" : "Left out",
                                 std::string(why.message()));
  }
  return absl::OkStatus();
}

// The number of the round to play now, planned if necessary; null if nothing
// can be played now.
absl::StatusOr<std::optional<int>> RoundToPlay(const RoundsRequest& request) {
  const std::string& directory = request.play.directory;
  arena::Attendance& attendance = *request.attendance;
  ASSIGN_OR_RETURN(arena::ArenaState state, arena::ReadState(directory));
  state.finished = request.finished;
  if (request.show_state) request.show_state(state);
  RETURN_IF_ERROR(NameLeavers(request, state));
  ASSIGN_OR_RETURN(const std::set<int> left_out,
                   LeftOutNow(state, attendance, request.play));
  std::set<int> unplayable = left_out;
  const std::set<int> broken = BrokenEntrants(state, request);
  unplayable.insert(broken.begin(), broken.end());
  absl::StatusOr<std::optional<int>> unfinished =
      arena::PlayableRound(state, directory, unplayable);
  if (!unfinished.ok() || *unfinished) return unfinished;
  ASSIGN_OR_RETURN(const bool planned,
                   arena::PlanNextRound(
                       directory,
                       [&attendance](const arena::Entrant& entrant) {
                         return !attendance.MayBegin(entrant.Label());
                       },
                       request.finished));
  if (!planned) return std::optional<int>();
  return std::optional<int>(static_cast<int>(state.rounds.size()) + 1);
}

// Whether all intervals are within +- `wanted`; 0: never.
absl::StatusOr<bool> IsNarrow(const std::string& directory, double wanted) {
  if (wanted <= 0) return false;
  ASSIGN_OR_RETURN(const arena::ArenaState state, arena::ReadState(directory));
  ASSIGN_OR_RETURN(
      const arena::LeagueReport report,
      arena::MakeArenaReport(state, directory, {.history = false}));
  const int top = state.format == arena::RoundFormat::kAdaptive ? state.top : 0;
  return arena::WidestInterval(report, top) <= wanted;
}

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

}  // namespace

absl::Status CheckRoundBots(const v1::LeagueConfig& round,
                            const PlayOptions& options) {
  absl::StatusOr<arena::BotTrials> trials =
      TryBots(round, options.directory, options.permission,
              options.allow_cheating, options.kept_stderr);
  if (trials.ok()) trials = WithoutDialIns(round, *std::move(trials));
  absl::Status status = arena::AllWork(trials);
  if (!trials.ok() || (!status.ok() && !options.forfeit)) return status;
  if (!status.ok()) std::cerr << "Forfeits: " << status.message() << "\n";
  return CheckSubmitted(round, *trials, options);
}

absl::StatusOr<std::string> RoundText(const arena::ArenaState& state,
                                      const std::string& directory, int number,
                                      const arena::RoundPlan& plan,
                                      int workers) {
  ASSIGN_OR_RETURN(const std::vector<double> costs,
                   arena::MeasuredCosts(state, directory));
  std::string text = absl::StrFormat(
      "Round %d: %s, %d %s each under %s", number,
      plan.tables.empty() ? Counted(plan.pairings.size(), "pairing")
                          : Counted(plan.tables.size(), "table"),
      plan.items, arena::ItemsWord(state.settings),
      Counted(static_cast<std::size_t>(state.settings.rulesets_size()),
              "ruleset"));
  double nanoseconds = 0;
  arena::ForEachPlayer(plan, [&](int entrant) {
    nanoseconds += costs[static_cast<std::size_t>(entrant)];
  });
  const double seconds = nanoseconds * 1e-9 * static_cast<double>(plan.items) *
                         state.settings.rulesets_size() / workers;
  if (seconds > 0) absl::StrAppend(&text, ", about ", FormatTime(seconds));
  return text + "\n";
}

std::set<int> BrokenEntrants(const arena::ArenaState& state,
                             const RoundsRequest& request) {
  std::set<int> broken;
  for (std::size_t i = 0; i < state.entrants.size(); ++i) {
    if (request.broken->count(state.entrants[i].Label()) > 0) {
      broken.insert(static_cast<int>(i));
    }
  }
  return broken;
}

std::set<int> AwayFrom(const arena::ArenaState& state,
                       arena::Attendance& attendance) {
  std::set<int> away;
  for (std::size_t i = 0; i < state.entrants.size(); ++i) {
    const arena::Entrant& entrant = state.entrants[i];
    if (entrant.DialsIn() && !attendance.MayBegin(entrant.Label())) {
      away.insert(static_cast<int>(i));
    }
  }
  return away;
}

absl::StatusOr<std::set<int>> LeftOutNow(const arena::ArenaState& state,
                                         arena::Attendance& attendance,
                                         const PlayOptions& options) {
  std::set<int> left_out = AwayFrom(state, attendance);
  ASSIGN_OR_RETURN(const std::set<int> spent,
                   arena::SpentEntrants(state, options.directory));
  for (const int entrant : spent) left_out.erase(entrant);
  if (options.forfeit) return left_out;
  ASSIGN_OR_RETURN(const auto leavers,
                   arena::ChangedLeavers(state, options.directory));
  for (const auto& [entrant, why] : leavers) left_out.insert(entrant);
  return left_out;
}

absl::StatusOr<RoundsEnd> PlayRounds(const RoundsRequest& original) {
  RoundsRequest request = original;
  PlayOptions& options = request.play;
  options.permission = ReadStoredBotOptions(request.stored_bots);
  options.interim = Interim(options);
  for (;;) {
    request.attendance->BeginRun();
    ASSIGN_OR_RETURN(const std::optional<int> next, RoundToPlay(request));
    const std::optional<int>& number = next;
    if (!number) return RoundsEnd::kNothingToPlay;
    ASSIGN_OR_RETURN(arena::ArenaState state,
                     arena::ReadState(options.directory));
    state.finished = request.finished;
    options.allow_cheating = state.settings.allow_cheating();
    if (!options.quiet) {
      ASSIGN_OR_RETURN(
          const std::string text,
          RoundText(state, options.directory, *number,
                    state.rounds[static_cast<std::size_t>(*number - 1)],
                    options.concurrency));
      std::cerr << text;
    }
    RETURN_IF_ERROR(PlayRound(state, *number, request));
    if (StopRequested(options)) return RoundsEnd::kStopped;
    request.attendance->EndRun([&options] { return StopRequested(options); });
    if (StopRequested(options)) return RoundsEnd::kStopped;
    ASSIGN_OR_RETURN(const bool enough,
                     IsNarrow(options.directory, request.interval));
    if (enough) return RoundsEnd::kNarrowEnough;
  }
}

absl::Status SetDeadline(RoundsRequest& request) {
  if (request.duration.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::chrono::milliseconds limit,
                   ReadDuration("--for", request.duration));
  request.play.deadline = std::chrono::steady_clock::now() + limit;
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

void AddRoundsOptions(CommandLine command, RoundsRequest& request,
                      std::vector<Permission> more) {
  PlayOptions& play = request.play;
  play.concurrency = WorkersFor(0);
  command.AddOption("directory", play.directory, "Directory of the arena")
      .Required();
  command.AddOption("--for", request.duration,
                    "Stop after this time: a number and s, m or h");
  command.AddOption("--concurrency", play.concurrency, "Workers").Range(1, 256);
  command.AddFlag("--forfeit", play.forfeit,
                  "Go on if a bot does not start: it forfeits what it has left "
                  "to play in the round");
  AddStoredBotOptions(command, request.stored_bots, std::move(more));
  AddStderrOption(command, play.kept_stderr);
  AddStandingsOption(command, play.standings_every);
  command.AddFlag("--quiet", play.quiet, "Print no progress and no standings");
}

}  // namespace couillon::tools
