// The marks of the standings decide whether an order is known.
#include "arena/standing/rounds/play_goal.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/standings.h"
#include "arena/standing/journal/arena_report.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/standing/planner/season.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr int kMaxTop = 1'000'000;
constexpr double kMaxInterval = 1e6;
// Orders named in a sentence.
constexpr std::size_t kMaxNamed = 5;

// The bots that play, the best first; those without a rating last.
std::vector<int> PlayingBots(const LeagueReport& report) {
  std::set<std::string> playing;
  for (const EntrantLine& entrant : report.arena->entrants) {
    if (entrant.status == StatusName(EntrantStatus::kPlays)) {
      playing.insert(entrant.label);
    }
  }
  std::vector<int> bots;
  for (const Standing& standing : StandingsOf(report)) {
    const int bot = ToInt(standing.bot);
    if (playing.count(report.config.bots(bot).name()) > 0) bots.push_back(bot);
  }
  return bots;
}

// The marks of the standings.
const stats::BetterThan& Marks(const LeagueReport& report) {
  return report.spread ? report.spread->better
                       : report.rulesets[0].sheet.better;
}

bool IsKnown(const stats::BetterThan& better, int first, int second) {
  const auto i = static_cast<std::size_t>(first);
  const auto j = static_cast<std::size_t>(second);
  return i < better.size() && better[i][j];
}

// The pairs of deals or matches that are played, over all rulesets.
std::int64_t CountPairs(const LeagueReport& report) {
  std::int64_t pairs = 0;
  for (const RatingTable& table : report.rulesets) {
    for (const stats::Pairing& pairing : table.sums.pairings) {
      pairs += pairing.score.pairs;
    }
  }
  return pairs;
}

std::string OrderText(const PlayGoal& goal, const LeagueReport& report) {
  const std::vector<OpenOrder> open = ListOpenOrders(goal, report);
  const std::string played =
      absl::StrFormat("after %s pairs", Grouped(CountPairs(report)));
  if (!open.empty()) {
    std::vector<std::string> named;
    for (std::size_t i = 0; i < std::min(open.size(), kMaxNamed); ++i) {
      named.push_back(absl::StrCat(PrintableLine(open[i].first), " and ",
                                   PrintableLine(open[i].second)));
    }
    return absl::StrFormat(
        "The order is still open %s between %s%s.", played,
        absl::StrJoin(named, ", "),
        open.size() > kMaxNamed
            ? absl::StrFormat(", and between %d more pairs of bots",
                              open.size() - kMaxNamed)
            : "");
  }
  const std::size_t bots = PlayingBots(report).size();
  const bool all = goal.ranks || static_cast<std::size_t>(goal.top) >= bots;
  return absl::StrFormat("The order of %s is known %s.",
                         all ? absl::StrFormat("all %d bots", bots)
                             : absl::StrFormat("the %d best", goal.top),
                         played);
}

absl::StatusOr<LeagueReport> ReportNow(const ArenaState& state,
                                       const std::string& directory) {
  return MakeArenaReport(state, directory, {.history = false});
}

bool IsReachedBy(const PlayGoal& goal, const ArenaState& state,
                 const LeagueReport& report) {
  if (goal.interval > 0) {
    const int top = state.format == RoundFormat::kAdaptive ? state.top : 0;
    return WidestInterval(report, top) <= goal.interval;
  }
  return ListOpenOrders(goal, report).empty();
}

}  // namespace

absl::StatusOr<PlayGoal> ReadGoal(absl::string_view option,
                                  const std::string& text) {
  PlayGoal goal;
  absl::string_view rest = text;
  if (text == "ranks") {
    goal.ranks = true;
    return goal;
  }
  if (absl::ConsumePrefix(&rest, "top=") && absl::SimpleAtoi(rest, &goal.top) &&
      goal.top >= 1 && goal.top <= kMaxTop) {
    return goal;
  }
  if (absl::ConsumePrefix(&rest, "interval=") &&
      absl::SimpleAtod(rest, &goal.interval) && goal.interval >= 0.001 &&
      goal.interval <= kMaxInterval) {
    return goal;
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: found \"%s\"; expected ranks, top=N or interval=ELO, such as top=3 "
      "or interval=10",
      option, PrintableLine(text)));
}

absl::Status CheckGoal(const PlayGoal& goal, const ArenaState& state,
                       const std::string& directory) {
  const bool individual = state.format == RoundFormat::kIndividual;
  if (!goal.IsSet() ||
      (individual ? !goal.IsOrder() : !WinnersMeet(state.format))) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "--until: found %s, of format %s, whose %s; expected an arena of "
      "--format round-robin, gauntlet or adaptive%s",
      directory, FormatName(state.format),
      individual ? "ranks hold for one look only"
                 : "pairings follow from who won, so that its ratings have no "
                   "intervals and marks",
      goal.IsOrder() ? "" : ", or individual"));
}

std::vector<OpenOrder> ListOpenOrders(const PlayGoal& goal,
                                      const LeagueReport& report) {
  if (!goal.IsOrder()) return {};
  const std::vector<int> bots = PlayingBots(report);
  const stats::BetterThan& better = Marks(report);
  const std::size_t top =
      goal.ranks ? bots.size()
                 : std::min(bots.size(), static_cast<std::size_t>(goal.top));
  std::vector<OpenOrder> open;
  for (std::size_t i = 0; i < top; ++i) {
    for (std::size_t j = i + 1; j < bots.size(); ++j) {
      if (IsKnown(better, bots[i], bots[j])) continue;
      open.emplace_back(report.config.bots(bots[i]).name(),
                        report.config.bots(bots[j]).name());
    }
  }
  return open;
}

absl::StatusOr<bool> IsReached(const PlayGoal& goal,
                               const std::string& directory) {
  if (!goal.IsSet()) return false;
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(directory));
  if (state.rounds.empty()) return false;
  ASSIGN_OR_RETURN(const LeagueReport report, ReportNow(state, directory));
  return IsReachedBy(goal, state, report);
}

absl::StatusOr<std::string> DescribeGoal(const PlayGoal& goal,
                                         const std::string& directory) {
  ASSIGN_OR_RETURN(const ArenaState state, ReadState(directory));
  ASSIGN_OR_RETURN(const LeagueReport report, ReportNow(state, directory));
  if (goal.IsOrder()) return OrderText(goal, report);
  const bool is_per_match =
      ArePlayingMatches(report.config) ||
      std::ranges::all_of(report.rulesets, [](const RatingTable& table) {
        return table.matches.has_value();
      });
  return absl::StrFormat(
      "The ratings %s known to +- %g Elo per %s.",
      IsReachedBy(goal, state, report) ? "are" : "are not yet", goal.interval,
      is_per_match && report.tournaments.empty() ? "match" : "deal");
}

}  // namespace couillon::arena
