#include "arena/report/rating_history_forms.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/json_numbers.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/integrity.h"
#include "arena/report/league_report.h"
#include "arena/report/rating_history.h"
#include "arena/report/rating_sheet.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMostColumns = 5;  // of the latest points in a table

const char* UnitOf(const LeagueReport& report, const RatingHistory& history) {
  if (ArePlayingMatches(report.config)) return "Elo/match";
  return history.scale == stats::ResultScale::kPoints ? "points/deal"
                                                      : "Elo/deal";
}

std::string PointText(const std::optional<RatingPoint>& point, int decimals) {
  if (!point) return "-";
  const double half = (point->interval.hi - point->interval.lo) / 2;
  std::string text = Signed(point->value, decimals);
  if (half > 0 && std::isfinite(half)) {
    absl::StrAppend(&text, absl::StrFormat(" ± %.*f", decimals, half));
  }
  return text;
}

ReportPart PartOf(const LeagueReport& report, const RatingHistory& history) {
  const std::size_t first =
      history.rounds.size() - std::min(history.rounds.size(), kMostColumns);
  ReportPart part{.title = absl::StrFormat(
                      "%s: %s after each round, all results up to it together",
                      history.ruleset, UnitOf(report, history)),
                  .rows = {{"bot"}}};
  for (std::size_t i = first; i < history.rounds.size(); ++i) {
    part.rows[0].push_back(absl::StrCat("round ", history.rounds[i]));
  }
  for (std::size_t bot = 0; bot < history.points.size(); ++bot) {
    std::vector<std::string>& row = part.rows.emplace_back();
    row.push_back(ShownName(report.config, BotIndex(static_cast<int>(bot))));
    for (std::size_t i = first; i < history.rounds.size(); ++i) {
      row.push_back(
          PointText(history.points[bot][i], DecimalsOf(history.scale)));
    }
  }
  if (first > 0) {
    part.notes.push_back(absl::StrFormat(
        "The latest of %d points; the others are in JSON (history).",
        history.rounds.size()));
  }
  return part;
}

Json SeriesJson(const RatingHistory& history, std::size_t bot) {
  Json series = Json::array();
  for (std::size_t i = 0; i < history.rounds.size(); ++i) {
    const std::optional<RatingPoint>& point = history.points[bot][i];
    if (!point) continue;
    series.push_back({{"round", history.rounds[i]},
                      {"rating", JsonNumber(point->value)},
                      {"rating_lo", JsonNumber(point->interval.lo)},
                      {"rating_hi", JsonNumber(point->interval.hi)}});
  }
  return series;
}

}  // namespace

std::vector<ReportPart> HistoryParts(const LeagueReport& report) {
  std::vector<ReportPart> parts;
  for (const RatingHistory& history : report.history) {
    if (history.rounds.size() > 1) parts.push_back(PartOf(report, history));
  }
  return parts;
}

Json HistoryJson(const LeagueReport& report) {
  Json json = Json::array();
  for (const RatingHistory& history : report.history) {
    Json entrants = Json::array();
    for (std::size_t bot = 0; bot < history.points.size(); ++bot) {
      entrants.push_back(
          {{"entrant", report.config.bots(static_cast<int>(bot)).name()},
           {"ratings", SeriesJson(history, bot)}});
    }
    json.push_back(
        {{"ruleset", history.ruleset},
         {"unit",
          history.scale == stats::ResultScale::kPoints ? "points" : "elo"},
         {"anchor", report.config.bots(0).name()},
         {"rounds", history.rounds},
         {"entrants", entrants}});
  }
  return json;
}

}  // namespace couillon::arena
