#include "arena/report/text/standings_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/format/tone.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/standings.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kBotColumn = 1;  // after the rank

// What the fields "unit" of JSON mean, as the head of a column.
std::string UnitTitle(const std::string& unit) {
  if (unit == "points_per_deal") return "points/deal";
  return unit == "elo_per_match" ? "Elo/match" : "Elo/deal";
}

// A column: its title and its cell for a bot.
struct StandingsColumn {
  std::string title;
  std::function<std::string(const Standing&)> cell;
};

// A rating of a sheet has a status; a mean over rulesets has none.
std::string RatingCell(const RatingTable* table, const Standing& standing) {
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

std::string StandingScore(const Standing& standing) {
  const BotResults& results = standing.results;
  if (results.pairs == 0) return "-";
  return absl::StrFormat(
      "%.1f%%", 100 * results.score / static_cast<double>(results.pairs));
}

void AddWinDrawLoss(std::vector<StandingsColumn>& columns) {
  const auto add = [&columns](const char* title,
                              std::int64_t WinDrawLoss::* count) {
    columns.push_back({title, [count](const Standing& standing) {
                         const BotResults& results = standing.results;
                         if (results.pairs == 0 || !results.of_tables) {
                           return std::string("-");
                         }
                         return Grouped((*results.of_tables).*count);
                       }});
  };
  add("W", &WinDrawLoss::wins);
  add("D", &WinDrawLoss::draws);
  add("L", &WinDrawLoss::losses);
}

StandingsColumn PairsColumn() {
  return {"pairs", [](const Standing& standing) {
            return Grouped(standing.results.pairs);
          }};
}

// Ranks, names and the columns. Who may be the first stands out.
ReportPart PartOf(const LeagueReport& report,
                  const std::vector<Standing>& standings,
                  const std::vector<StandingsColumn>& columns) {
  ReportPart part{.rows = {{"rank", "bot"}}, .name_column = kBotColumn};
  for (const StandingsColumn& column : columns) {
    part.rows[0].push_back(column.title);
  }
  for (const Standing& standing : standings) {
    const std::size_t row = part.rows.size();
    std::vector<std::string> cells = {RankText(standing.rank),
                                      ShownName(report.config, standing.bot)};
    for (const StandingsColumn& column : columns) {
      cells.push_back(column.cell(standing));
    }
    if (standing.rank && standing.rank->best == 1) {
      part.tones.push_back({row, kBotColumn, Tone::kStrong});
    }
    if (standing.faults > 0 && columns.back().title == "faults") {
      part.tones.push_back({row, cells.size() - 1, Tone::kWarning});
    }
    part.rows.push_back(std::move(cells));
  }
  return part;
}

// Leaves out the columns without any value: three seats have no W, D and L.
std::vector<StandingsColumn> WithValues(
    const std::vector<Standing>& standings,
    const std::vector<StandingsColumn>& columns) {
  std::vector<StandingsColumn> some;
  for (const StandingsColumn& column : columns) {
    const bool empty =
        std::ranges::all_of(standings, [&column](const Standing& standing) {
          return column.cell(standing) == "-";
        });
    if (!empty || some.empty()) some.push_back(column);
  }
  return some;
}

// The columns of the ratings on the scales that a sheet does not have.
std::vector<StandingsColumn> OtherScales(const LeagueReport& report,
                                         const RatingTable& table) {
  std::vector<StandingsColumn> columns;
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
    columns.push_back({"match rank", [&table](const Standing& standing) {
                         return RankText(
                             table.match_ranks[Index(standing.bot)]);
                       }});
  }
  if (points) {
    columns.push_back({"Elo/deal", [&table](const Standing& standing) {
                         return FormatRating(
                             table.by_score.bots[Index(standing.bot)]);
                       }});
  }
  return columns;
}

std::string ScaleTitle(const LeagueReport& report, const RatingTable& table) {
  if (ArePlayingMatches(report.config)) return "Elo/match";
  return table.scale == stats::ResultScale::kPoints ? "points/deal"
                                                    : "Elo/deal";
}

}  // namespace

ReportPart StandingsPart(const LeagueReport& report) {
  const RatingTable* single = report.spread ? nullptr : &report.rulesets[0];
  const std::vector<Standing> standings = StandingsOf(report);
  std::vector<StandingsColumn> columns = {
      {UnitTitle(StandingsUnit(report)), [single](const Standing& standing) {
         return RatingCell(single, standing);
       }}};
  AddWinDrawLoss(columns);
  columns.push_back({"score", StandingScore});
  columns.push_back(PairsColumn());
  if (!report.faults.empty()) {
    columns.push_back({"faults", [](const Standing& standing) {
                         return Grouped(standing.faults);
                       }});
  }
  ReportPart part = PartOf(report, standings, WithValues(standings, columns));
  part.title = "Standings";
  if (report.spread) {
    part.title +=
        absl::StrFormat(" over %d rulesets, each with the same weight",
                        report.spread->rulesets);
  }
  return part;
}

ReportPart RulesetPart(const LeagueReport& report, const RatingTable& table) {
  std::vector<StandingsColumn> columns = {
      {ScaleTitle(report, table), [&table](const Standing& standing) {
         return RatingCell(&table, standing);
       }}};
  for (StandingsColumn& column : OtherScales(report, table)) {
    columns.push_back(std::move(column));
  }
  if (ArePlayingMatches(report.config)) {
    AddWinDrawLoss(columns);
    columns.push_back({"score", StandingScore});
  }
  columns.push_back(PairsColumn());
  ReportPart part = PartOf(report, StandingsUnder(report, table), columns);
  part.title = absl::StrFormat("%s: %s %s, each in %d seatings", table.ruleset,
                               Grouped(table.items), ItemsWord(report.config),
                               table.seatings);
  return part;
}

std::optional<ReportPart> OtherScalesPart(const LeagueReport& report,
                                          const RatingTable& table) {
  const std::vector<StandingsColumn> columns = OtherScales(report, table);
  if (columns.empty()) return std::nullopt;
  ReportPart part = PartOf(report, StandingsUnder(report, table), columns);
  part.title = "Ratings on other scales";
  return part;
}

}  // namespace couillon::arena
