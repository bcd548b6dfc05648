// The ratings of a table on its scales, then the list of results.
#include "arena/report/text/standings_text.h"

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/text_figures.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/certainty.h"
#include "arena/report/data/standings.h"
#include "arena/report/figures/bot_figures.h"
#include "arena/report/text/bot_table.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"

namespace couillon::arena {
namespace {

// What the fields "unit" of JSON mean, as the head of a column.
std::string UnitTitle(const std::string& unit) {
  if (unit == "points_per_deal") return "points/deal";
  return unit == "elo_per_match" ? "Elo/match" : "Elo/deal";
}

// A column of ratings: its title and its cell for a bot.
struct RatingColumn {
  std::string title;
  std::function<std::string(const Standing&)> cell;
};

// A rating of a sheet has a status; a mean over rulesets has none.
std::string RatingCell(const RatingTable* table, const Standing& standing) {
  if (standing.no_result) return NoResultText(standing.results.forfeits);
  if (table != nullptr) {
    return FormatRating(table->sheet.rating.bots[Index(standing.bot)],
                        DecimalsOf(table->scale));
  }
  if (!standing.rating) return "-";
  const double half = (standing.interval.hi - standing.interval.lo) / 2;
  std::string text = Signed(standing.rating, 1);
  if (half > 0 && std::isfinite(half)) {
    absl::StrAppendFormat(&text, " ± %.1f", half);
  }
  return text;
}

// A table of the ratings, and the figures that follow them.
template <typename Figures>
BotTable TableOf(const LeagueReport& report,
                 const std::vector<Standing>& standings,
                 const std::vector<RatingColumn>& columns, bool has_faults,
                 const Figures& figures_of) {
  std::vector<std::string> titles = {"bot"};
  for (const RatingColumn& column : columns) titles.push_back(column.title);
  BotTable table(report, titles, figures_of(BotResults()), has_faults);
  for (const Standing& standing : standings) {
    std::vector<std::string> ratings;
    ratings.reserve(columns.size());
    for (const RatingColumn& column : columns) {
      ratings.push_back(column.cell(standing));
    }
    table.Add(standing.bot, standing.rank, ratings,
              figures_of(standing.results));
  }
  return table;
}

TextFigures NoFigures(const BotResults& /*results*/) { return {}; }

TextFigures AllFigures(const BotResults& results) {
  return TextOf(results, true);
}

TextFigures PairsAlone(const BotResults& results) {
  TextFigures figures;
  VisitPairs(results, figures);
  return figures;
}

// The columns of the ratings on the scales that a sheet does not have.
std::vector<RatingColumn> OtherScales(const LeagueReport& report,
                                      const RatingTable& table) {
  std::vector<RatingColumn> columns;
  if (ArePlayingMatches(report.config)) return columns;
  const bool points = table.scale == stats::ResultScale::kPoints;
  if (!points) {
    // Over the opponents met: unlike ratings, not relative to one bot.
    columns.push_back({"mean lead", [&table](const Standing& standing) {
                         return Signed(
                             table.totals[Index(standing.bot)].game_points, 3);
                       }});
  }
  if (table.matches) {
    columns.push_back({"Elo/match", [&table](const Standing& standing) {
                         return FormatRating(
                             table.matches->bots[Index(standing.bot)]);
                       }});
    if (report.certainty == Certainty::kRatings) {
      columns.push_back({"match rank", [&table](const Standing& standing) {
                           return RankText(
                               table.match_ranks[Index(standing.bot)]);
                         }});
    }
  }
  if (points) {
    columns.push_back({"Elo/deal", [&table](const Standing& standing) {
                         return FormatRating(
                             table.by_score.bots[Index(standing.bot)]);
                       }});
  }
  return columns;
}

// Why bots have no mean over the rulesets.
void AddBotsWithoutMean(const LeagueReport& report, ReportPart& part) {
  for (const RatingTable& table : report.rulesets) {
    std::vector<std::string> names;
    for (const BotIndex bot : BotsWithoutElo(table)) {
      names.push_back(ShownName(report.config, bot));
    }
    if (names.empty()) continue;
    part.notes.push_back(absl::StrFormat(
        "No mean over the rulesets: under %s no finite Elo of %s.",
        table.ruleset, absl::StrJoin(names, ", ")));
  }
}

std::string ScaleTitle(const LeagueReport& report, const RatingTable& table) {
  if (ArePlayingMatches(report.config)) return "Elo/match";
  return table.scale == stats::ResultScale::kPoints ? "points/deal"
                                                    : "Elo/deal";
}

}  // namespace

ReportPart StandingsPart(const LeagueReport& report) {
  const RatingTable* single = report.spread ? nullptr : &report.rulesets[0];
  const RatingColumn rating = {UnitTitle(StandingsUnit(report)),
                               [single](const Standing& standing) {
                                 return RatingCell(single, standing);
                               }};
  BotTable table =
      TableOf(report, StandingsOf(report), {rating}, true, AllFigures);
  table.RemoveEmptyColumns();  // three seats have no W, D and L
  ReportPart part = table.Finish();
  part.title =
      report.result.rule == ResultRule::kRatings ? "Standings" : "Ratings";
  if (report.spread) {
    part.title +=
        absl::StrFormat(" over %d rulesets, each with the same weight",
                        report.spread->rulesets);
    AddBotsWithoutMean(report, part);
  }
  return part;
}

ReportPart RulesetPart(const LeagueReport& report, const RatingTable& table) {
  std::vector<RatingColumn> columns = {
      {ScaleTitle(report, table), [&table](const Standing& standing) {
         return RatingCell(&table, standing);
       }}};
  for (RatingColumn& column : OtherScales(report, table)) {
    columns.push_back(std::move(column));
  }
  ReportPart part =
      TableOf(report, StandingsUnder(report, table), columns, false,
              ArePlayingMatches(report.config) ? AllFigures : PairsAlone)
          .Finish();
  part.title = absl::StrFormat("%s: %s %s, each in %d seatings", table.ruleset,
                               Grouped(table.items), ItemsWord(report.config),
                               table.seatings);
  return part;
}

std::optional<ReportPart> OtherScalesPart(const LeagueReport& report,
                                          const RatingTable& table) {
  const std::vector<RatingColumn> columns = OtherScales(report, table);
  if (columns.empty()) return std::nullopt;
  BotTable bots =
      TableOf(report, StandingsUnder(report, table), columns, false, NoFigures);
  bots.RemoveRanks();
  ReportPart part = bots.Finish();
  part.title = "Ratings on other scales";
  return part;
}

}  // namespace couillon::arena
