// The marks of the standings decide whether an order is known.
#include "arena/standing/rounds/play_goal.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
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
// Orders or bots named in a sentence.
constexpr std::size_t kMaxNamed = 5;

// A bot that plays, with its row in the marks; null before its first result.
struct PlayingBot {
  std::string label;
  std::optional<std::size_t> row;
};

// The bots that play, the best first; those without a result last.
std::vector<PlayingBot> PlayingBots(const LeagueReport& report) {
  std::set<std::string> playing;
  for (const EntrantLine& entrant : report.arena->entrants) {
    if (entrant.status == StatusName(EntrantStatus::kPlays)) {
      playing.insert(entrant.label);
    }
  }
  std::vector<PlayingBot> bots;
  for (const Standing& standing : StandingsOf(report)) {
    const std::string& label = report.config.bots(ToInt(standing.bot)).name();
    if (playing.erase(label) == 0) continue;
    bots.push_back({.label = label, .row = Index(standing.bot)});
  }
  for (const std::string& label : playing) bots.push_back({.label = label});
  return bots;
}

// The marks of the standings.
const stats::BetterThan& Marks(const LeagueReport& report) {
  return report.spread ? report.spread->better
                       : report.rulesets[0].sheet.better;
}

bool IsKnown(const stats::BetterThan& better, const PlayingBot& first,
             const PlayingBot& second) {
  return first.row && second.row && *first.row < better.size() &&
         better[*first.row][*second.row];
}

// The places that the goal needs.
std::size_t CountPlaces(const PlayGoal& goal, std::size_t bots) {
  return goal.ranks ? bots : std::min(bots, static_cast<std::size_t>(goal.top));
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

// The first `places` bots of those that are marked better than all after them,
// such as "1. a, 2. b"; empty if there are none.
std::string KnownPlaces(const LeagueReport& report, std::size_t places) {
  const std::vector<PlayingBot> bots = PlayingBots(report);
  const stats::BetterThan& better = Marks(report);
  std::vector<std::string> known;
  for (std::size_t i = 0; i < places; ++i) {
    const auto after = bots.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (!std::all_of(after, bots.end(), [&](const PlayingBot& other) {
          return IsKnown(better, bots[i], other);
        })) {
      break;
    }
    if (i == kMaxNamed) {
      known.emplace_back("and so on as in the standings");
      break;
    }
    known.push_back(
        absl::StrFormat("%d. %s", i + 1, PrintableLine(bots[i].label)));
  }
  return absl::StrJoin(known, ", ");
}

std::string OrderText(const PlayGoal& goal, const LeagueReport& report) {
  const std::size_t bots = PlayingBots(report).size();
  if (bots < 2) return "Fewer than two bots play, so no order is open.";
  const std::vector<OpenOrder> open = ListOpenOrders(goal, report);
  const std::string played =
      absl::StrFormat("after %s pairs", Grouped(CountPairs(report)));
  const std::size_t places = CountPlaces(goal, bots);
  const std::string known = KnownPlaces(report, places);
  if (!open.empty()) {
    std::vector<std::string> named;
    for (std::size_t i = 0; i < std::min(open.size(), kMaxNamed); ++i) {
      named.push_back(absl::StrCat(PrintableLine(open[i].first), " and ",
                                   PrintableLine(open[i].second)));
    }
    return absl::StrFormat(
        "The order is still open %s between %s%s.%s", played,
        absl::StrJoin(named, ", "),
        open.size() > kMaxNamed
            ? absl::StrFormat(", and between %d more pairs of bots",
                              open.size() - kMaxNamed)
            : "",
        known.empty() ? "" : absl::StrCat(" Known: ", known, "."));
  }
  return absl::StrFormat("The order of %s is known %s: %s.",
                         places == bots ? absl::StrFormat("all %d bots", bots)
                         : places == 1  ? std::string("the best bot")
                                       : absl::StrFormat("the %d best", places),
                         played, known);
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
  const std::vector<PlayingBot> bots = PlayingBots(report);
  const stats::BetterThan& better = Marks(report);
  const std::size_t places = CountPlaces(goal, bots.size());
  std::vector<OpenOrder> open;
  for (std::size_t i = 0; i < places; ++i) {
    for (std::size_t j = i + 1; j < bots.size(); ++j) {
      if (IsKnown(better, bots[i], bots[j])) continue;
      open.emplace_back(bots[i].label, bots[j].label);
    }
  }
  return open;
}

absl::StatusOr<bool> IsReached(
    const PlayGoal& goal, const std::string& directory,
    const std::shared_ptr<FinishedRounds>& finished) {
  if (!goal.IsSet()) return false;
  ASSIGN_OR_RETURN(ArenaState state, ReadState(directory));
  if (finished != nullptr) state.finished = finished;
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
