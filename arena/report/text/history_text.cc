#include "arena/report/text/history_text.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/pairs/drift_test.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/rating_history.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxColumns = 5;  // of the latest points in a table

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
      history.rounds.size() - std::min(history.rounds.size(), kMaxColumns);
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

}  // namespace

std::vector<ReportPart> HistoryParts(const LeagueReport& report) {
  std::vector<ReportPart> parts;
  for (const RatingHistory& history : report.history) {
    if (history.rounds.size() > 1) parts.push_back(PartOf(report, history));
  }
  return parts;
}

std::string DriftText(const std::vector<PairingDrift>& drifts, double level) {
  Rows rows = {{"trend", "pairs", "per 1000 deals",
                absl::StrFormat("%g%%", 100 * level), "p", "Holm"}};
  for (const PairingDrift& drift : drifts) {
    const std::string name = absl::StrCat(drift.first, " - ", drift.second);
    if (!drift.test) {
      rows.push_back({name, "-", "-", "-", "-", "-"});
      continue;
    }
    const stats::DriftTest& test = *drift.test;
    rows.push_back({name, Grouped(test.pairs), Signed(test.slope_per_1000, 4),
                    absl::StrCat("[", Signed(test.interval.lo, 4), ", ",
                                 Signed(test.interval.hi, 4), "]"),
                    absl::StrFormat("%.4f", test.p_value),
                    absl::StrFormat("%.4f", drift.holm_p_value)});
  }
  return Columns(rows);
}

}  // namespace couillon::arena
