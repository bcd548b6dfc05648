// The order of a run: find the first round with something to play, plan one if
// there is none, try its bots, play what nobody is missing for. A bot that
// fails holds up nobody but its opponents.
#include "arena/standing/rounds/round_player.h"

#include <cstddef>
#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/run/runner.h"
#include "arena/league/setup/changed_bots.h"
#include "arena/players/roster/bot_identity.h"
#include "arena/report/data/league_report.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/journal/next_round.h"
#include "arena/standing/journal/open_round.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/table/referee/bot_description.h"
#include "arena/table/referee/budget_ledger.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// Returns true if only files on this machine say what the bot is. Those of a
// bundled bot are the program's own; a bot at an address has none here.
bool IsMadeOfFiles(const v1::BotEntry& bot) { return !bot.command().empty(); }

bool HasLeft(const Entrant& entrant) {
  return entrant.status != EntrantStatus::kPlays && IsMadeOfFiles(entrant.bot);
}

// Those who have left, in rounds that are not played to their end.
absl::StatusOr<std::set<int>> LeaversInOpenRounds(
    const ArenaState& state, const std::string& directory) {
  std::set<int> leavers;
  for (int number = 1; number <= static_cast<int>(state.rounds.size());
       ++number) {
    if (state.finished->Contains(number)) continue;
    std::set<int> of_round;
    for (const int entrant :
         ListEntrants(state.rounds[static_cast<std::size_t>(number) - 1])) {
      if (HasLeft(state.entrants[static_cast<std::size_t>(entrant)])) {
        of_round.insert(entrant);
      }
    }
    if (of_round.empty()) continue;
    ASSIGN_OR_RETURN(const RoundProgress progress,
                     ReadProgress(state, number, directory));
    if (progress.units_done < progress.units) leavers.merge(of_round);
  }
  return leavers;
}

// By entrant, of those that play in no later round and meet in a round that is
// not played to its end: how its files differ from those that were submitted.
// Nothing of entrants that are the same. The errors are those of LeagueStore.
absl::StatusOr<std::map<int, absl::Status>> ChangedLeavers(
    const ArenaState& state, const std::string& directory) {
  ASSIGN_OR_RETURN(const std::set<int> leavers,
                   LeaversInOpenRounds(state, directory));
  std::map<int, absl::Status> changed;
  for (const int leaver : leavers) {
    const Entrant& entrant = state.entrants[static_cast<std::size_t>(leaver)];
    v1::LeagueConfig alone;
    v1::BotEntry& bot = *alone.add_bots();
    bot = LocatedBot(entrant.bot, directory);
    bot.set_name(entrant.Label());
    absl::Status same = CheckIdentities(alone);
    if (!same.ok()) changed[leaver] = std::move(same);
  }
  return changed;
}

// Makes the bot one that cannot be started, so that nothing is started in its
// name, and that it forfeits what it is asked to play. Its name stays.
void MakeUnstartable(v1::BotEntry& bot) {
  bot.clear_directory();
  bot.clear_command();
  bot.add_command("/dev/null/" + bot.name() +
                  " is not what was submitted, so it is not started");
}

using Leavers = std::map<std::string, absl::Status>;

// Bots that dial in may leave at any time: what they have left to play is then
// left out of the round.
BotTrials WithoutDialIns(const v1::LeagueConfig& round, BotTrials trials) {
  for (int bot = 0; bot < round.bots_size(); ++bot) {
    auto& trial = trials[static_cast<std::size_t>(bot)];
    if (round.bots(bot).has_dial_in() && !trial.ok()) trial = BotDescription();
  }
  return trials;
}

v1::LeagueConfig WithCurrentAddresses(v1::LeagueConfig round,
                                      Attendance& attendance) {
  for (v1::BotEntry& bot : *round.mutable_bots()) {
    if (bot.has_dial_in() && attendance.MayBegin(bot.name())) {
      attendance.Locate(bot);
    }
  }
  return round;
}

// The round without those who are not what they were: nothing is started in
// their names.
v1::LeagueConfig WithoutLeavers(v1::LeagueConfig round,
                                const Leavers& leavers) {
  for (v1::BotEntry& bot : *round.mutable_bots()) {
    if (leavers.count(bot.name()) > 0) MakeUnstartable(bot);
  }
  return round;
}

// OK if the bots are those that were submitted.
absl::Status CheckSubmitted(const v1::LeagueConfig& round,
                            const BotTrials& trials,
                            const RoundsRequest& request) {
  v1::LeagueConfig today = round;
  absl::Status status = SetIdentities(trials, today);
  if (status.ok()) status = CheckUnchanged(round, today);
  if (status.ok()) return status;
  return absl::Status(
      status.code(),
      absl::StrFormat(
          "%s; put back what it was, or submit the new one or "
          "retire it: %s then leaves out what the old "
          "one has left to play, or with --forfeit it forfeits that",
          std::string(status.message()), request.command));
}

void ReportExclusion(const RoundsRequest& request, Exclusion exclusion,
                     const absl::Status& why) {
  if (request.on_excluded) request.on_excluded(exclusion, why);
}

// The entrants that nothing is played with now: those away, and unless they
// forfeit, those in `changed`. Who has spent its budget forfeits in any case.
absl::StatusOr<std::set<int>> CurrentlyExcluded(
    const ArenaState& state, const std::string& directory, bool forfeit,
    const std::map<int, absl::Status>& changed, std::set<int> away) {
  ASSIGN_OR_RETURN(const std::set<int> spent, SpentEntrants(state, directory));
  for (const int entrant : spent) away.erase(entrant);
  if (forfeit) return away;
  for (const auto& [entrant, why] : changed) away.insert(entrant);
  return away;
}

}  // namespace

absl::StatusOr<RoundsEnd> RoundPlayer::Play() {
  if (request_.goal.IsSet()) {
    ASSIGN_OR_RETURN(const ArenaState state, ReadState(request_.directory));
    RETURN_IF_ERROR(CheckGoal(request_.goal, state, request_.directory));
  }
  for (;;) {
    ASSIGN_OR_RETURN(const bool reached,
                     IsReached(request_.goal, request_.directory, finished_));
    if (reached) return RoundsEnd::kGoalReached;
    attendance_.BeginRun();
    ASSIGN_OR_RETURN(std::optional<Due> due, FindRound());
    if (!due) return RoundsEnd::kNothingToPlay;
    if (request_.on_round) {
      RETURN_IF_ERROR(request_.on_round(due->state, due->number));
    }
    RETURN_IF_ERROR(PlayRound(*std::move(due)));
    if (request_.is_stopped()) return RoundsEnd::kStopped;
    attendance_.EndRun(request_.is_stopped);
    if (request_.is_stopped()) return RoundsEnd::kStopped;
  }
}

// Returns the round to play now, planned if necessary; null if there is none.
absl::StatusOr<std::optional<RoundPlayer::Due>> RoundPlayer::FindRound() {
  Due due;
  ASSIGN_OR_RETURN(due.state, ReadState(request_.directory));
  due.state.finished = finished_;
  if (request_.on_state) request_.on_state(due.state);
  ASSIGN_OR_RETURN(const auto changed,
                   ChangedLeavers(due.state, request_.directory));
  for (const auto& [entrant, why] : changed) {
    due.leavers[due.state.entrants[static_cast<std::size_t>(entrant)].Label()] =
        why;
  }
  RETURN_IF_ERROR(WarnAboutLeavers(due.state, changed));
  ASSIGN_OR_RETURN(
      std::set<int> excluded,
      CurrentlyExcluded(due.state, request_.directory, request_.forfeit,
                        changed, AwayEntrants(due.state, attendance_)));
  excluded.merge(BrokenEntrants(due.state));
  ASSIGN_OR_RETURN(const std::optional<int> unfinished,
                   PlayableRound(due.state, request_.directory, excluded));
  if (unfinished) {
    due.number = *unfinished;
    return due;
  }
  ASSIGN_OR_RETURN(const bool planned,
                   PlanNextRound(
                       request_.directory,
                       [this](const Entrant& entrant) {
                         return !attendance_.MayBegin(entrant.Label());
                       },
                       finished_));
  if (!planned) return std::optional<Due>();
  due.number = static_cast<int>(due.state.rounds.size()) + 1;
  ASSIGN_OR_RETURN(due.state, ReadState(request_.directory));
  due.state.finished = finished_;
  return due;
}

// Reports each version once of which something cannot be played.
absl::Status RoundPlayer::WarnAboutLeavers(
    const ArenaState& state, const std::map<int, absl::Status>& changed) {
  for (const auto& [entrant, why] : changed) {
    if (reported_.count(entrant) > 0) continue;
    ASSIGN_OR_RETURN(const bool left,
                     HasUnitsLeft(state, request_.directory, entrant));
    if (!left) continue;
    reported_.insert(entrant);
    ReportExclusion(
        request_, request_.forfeit ? Exclusion::kForfeits : Exclusion::kChanged,
        why);
  }
  return absl::OkStatus();
}

// Tries the bots of a round except the leavers, and adds those that do not work
// or are not those that were submitted: nobody else waits for them.
absl::Status RoundPlayer::AddBroken(const v1::LeagueConfig& round,
                                    Leavers& leavers) {
  v1::LeagueConfig players = round;
  players.clear_bots();
  for (const v1::BotEntry& bot : round.bots()) {
    if (leavers.count(bot.name()) == 0) *players.add_bots() = bot;
  }
  if (request_.forfeit) return CheckRoundBots(players, request_);
  ASSIGN_OR_RETURN(BotTrials trials, request_.try_bots(players));
  trials = WithoutDialIns(players, std::move(trials));
  for (int bot = 0; bot < players.bots_size(); ++bot) {
    const BotTrials trial = {trials[static_cast<std::size_t>(bot)]};
    absl::Status status = AllWork(trial);
    v1::LeagueConfig alone;
    *alone.add_bots() = players.bots(bot);
    if (status.ok()) status = CheckSubmitted(alone, trial, request_);
    if (status.ok()) continue;
    ReportExclusion(request_, Exclusion::kBroken, status);
    const std::string& label = players.bots(bot).name();
    leavers[label] = status;
    broken_[label] = {.why = status, .since = std::chrono::steady_clock::now()};
  }
  return absl::OkStatus();
}

// Plays what can be played of a planned round.
absl::Status RoundPlayer::PlayRound(Due due) {
  Leavers& leavers = due.leavers;
  for (const auto& [label, broken] : broken_) {
    leavers.emplace(label, broken.why);
  }
  const v1::LeagueConfig planned = WithCurrentAddresses(
      RoundConfig(due.state, due.number, request_.directory), attendance_);
  RETURN_IF_ERROR(AddBroken(planned, leavers));
  ASSIGN_OR_RETURN(const std::unique_ptr<LeagueStore> store,
                   OpenRound(due.state, due.number, request_.directory));
  ASSIGN_OR_RETURN(const std::unique_ptr<BudgetLedger> budgets,
                   ReadLedger(*store));
  RoundRun run{.number = due.number, .round = WithoutLeavers(planned, leavers)};
  for (int bot = 0; bot < run.round.bots_size(); ++bot) {
    const v1::BotEntry& entry = run.round.bots(bot);
    if (entry.has_dial_in() && !attendance_.MayBegin(entry.name())) {
      run.away.push_back(BotIndex(bot));
    }
  }
  run.leave_out = [&](const Unit& unit) {
    // Who has spent its budget forfeits the unit.
    return !budgets->SpentIn(unit) && IsLeftOut(run.round, leavers, unit);
  };
  return request_.play(*store, run);
}

// Called by several threads.
bool RoundPlayer::IsLeftOut(const v1::LeagueConfig& round,
                            const Leavers& leavers, const Unit& unit) {
  for (int bot = 0; bot < round.bots_size(); ++bot) {
    const v1::BotEntry& entry = round.bots(bot);
    if (!unit.Has(BotIndex(bot))) continue;
    if (!request_.forfeit && leavers.count(entry.name()) > 0) return true;
    if (entry.has_dial_in() &&
        (IsUnreachable(entry) || !attendance_.CanContinue(entry.name()))) {
      return true;
    }
  }
  return false;
}

std::set<int> RoundPlayer::BrokenEntrants(const ArenaState& state) const {
  std::set<int> broken;
  for (std::size_t i = 0; i < state.entrants.size(); ++i) {
    if (broken_.count(state.entrants[i].Label()) > 0) {
      broken.insert(static_cast<int>(i));
    }
  }
  return broken;
}

absl::Status RoundPlayer::ChargeWait(std::chrono::microseconds waited,
                                     std::chrono::milliseconds retry_after) {
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(request_.directory));
  std::set<int> absent = AwayEntrants(state, attendance_);
  absent.merge(BrokenEntrants(state));
  std::erase_if(broken_, [retry_after](const auto& broken) {
    return std::chrono::steady_clock::now() - broken.second.since >=
           retry_after;
  });
  return ChargeAbsent(state, request_.directory, absent, waited);
}

absl::Status CheckRoundBots(const v1::LeagueConfig& round,
                            const RoundsRequest& request) {
  ASSIGN_OR_RETURN(BotTrials trials, request.try_bots(round));
  trials = WithoutDialIns(round, std::move(trials));
  const absl::Status status = AllWork(trials);
  if (!status.ok()) {
    if (!request.forfeit) return status;
    ReportExclusion(request, Exclusion::kForfeits, status);
  }
  return CheckSubmitted(round, trials, request);
}

std::set<int> AwayEntrants(const ArenaState& state, Attendance& attendance) {
  std::set<int> away;
  for (std::size_t i = 0; i < state.entrants.size(); ++i) {
    const Entrant& entrant = state.entrants[i];
    if (entrant.DialsIn() && !attendance.MayBegin(entrant.Label())) {
      away.insert(static_cast<int>(i));
    }
  }
  return away;
}

absl::StatusOr<RoundsPreview> PreviewRounds(const ArenaState& state,
                                            const std::string& directory,
                                            bool forfeit,
                                            Attendance& attendance) {
  RoundsPreview preview{.away = AwayEntrants(state, attendance)};
  std::map<int, absl::Status> changed;
  if (!forfeit) {
    ASSIGN_OR_RETURN(changed, ChangedLeavers(state, directory));
  }
  ASSIGN_OR_RETURN(
      const std::set<int> excluded,
      CurrentlyExcluded(state, directory, forfeit, changed, preview.away));
  ASSIGN_OR_RETURN(preview.unfinished,
                   PlayableRound(state, directory, excluded));
  // The next round may follow from the results of this one.
  if (preview.unfinished && NeedsResults(state.format)) return preview;
  ASSIGN_OR_RETURN(preview.next, NextRound(state, directory, preview.away));
  return preview;
}

absl::StatusOr<double> EstimateSeconds(const ArenaState& state,
                                       const std::string& directory,
                                       const RoundPlan& plan, int workers) {
  ASSIGN_OR_RETURN(const std::vector<double> costs,
                   MeasuredCosts(state, directory));
  double nanoseconds = 0;
  ForEachPlayer(plan, [&](int entrant) {
    nanoseconds += costs[static_cast<std::size_t>(entrant)];
  });
  return nanoseconds * 1e-9 * static_cast<double>(plan.items) *
         state.settings.rulesets_size() / workers;
}

}  // namespace couillon::arena
