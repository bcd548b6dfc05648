#include "arena/report/text/three_way_text.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/format/tone.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/text/display_width.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/standings.h"
#include "arena/report/data/three_way_report.h"
#include "arena/report/text/rating_sheet_text.h"
#include "arena/table/schedule/league_schedule.h"

namespace couillon::arena {
namespace {

using OptionalEstimate = std::optional<stats::ContrastEstimate>;

constexpr int kDigits = 3;

constexpr std::array kPlaces = {"eldest", "second", "dealer"};

// "+0.123 ± 0.045"; without variance only the value, which has no error bar.
std::string LeadText(const OptionalEstimate& lead) {
  if (!lead) return "-";
  const double half = (lead->interval.hi - lead->interval.lo) / 2;
  std::string value = Signed(lead->value, kDigits);
  if (lead->standard_error.value_or(0) == 0 || !std::isfinite(half)) {
    return value;
  }
  return value + absl::StrFormat(" ± %.*f", kDigits, half);
}

ReportPart BotPart(const LeagueReport& report, const ThreeWayTable& table) {
  const std::string per = absl::StrCat("/", ItemWord(report.config));
  ReportPart part{
      .title =
          report.three_way.size() == 1
              ? "Standings"
              : absl::StrFormat("Standings under %s: %s %s, each in 6 seatings",
                                table.ruleset, Grouped(table.items),
                                ItemsWord(report.config)),
      .rows = {{"rank", "bot", "lead" + per,
                (ArePlayingMatches(report.config) ? "won" : "points") + per,
                ItemsWord(report.config)}},
      .name_column = 1};
  if (!report.faults.empty()) part.rows[0].emplace_back("faults");
  for (const ThreeWayBot& bot : table.bots) {
    const std::size_t row = part.rows.size();
    part.rows.push_back({RankText(bot.rank), ShownName(report.config, bot.bot),
                         LeadText(bot.lead), Signed(bot.points, kDigits),
                         Grouped(bot.items)});
    if (bot.rank && bot.rank->best == 1) {
      part.tones.push_back({row, 1, Tone::kStrong});
    }
    if (report.faults.empty()) continue;
    const std::int64_t faults = FaultsOf(report, bot.bot);
    if (faults > 0) {
      part.tones.push_back({row, part.rows[row].size(), Tone::kWarning});
    }
    part.rows[row].push_back(Grouped(faults));
  }
  if (table.items > 0 && table.items < stats::kFewDeals) {
    part.notes.push_back(absl::StrFormat("Few %s: intervals may be too short.",
                                         ItemsWord(report.config)));
  }
  if (table.counts.forfeits > 0) {
    part.notes.push_back(
        absl::StrFormat("%s of the tables were forfeited by a fault.",
                        Grouped(table.counts.forfeits)));
  }
  return part;
}

// Row minus column, for bots from best to worst.
ReportPart DifferencePart(const LeagueReport& report,
                          const ThreeWayTable& table) {
  ReportPart part{.rows = {{"gains on"}}};
  for (const ThreeWayBot& bot : table.bots) {
    part.rows[0].push_back(
        CutInMiddle(ShownName(report.config, bot.bot), kHeadWidth) + "  ");
    part.rows.push_back({ShownName(report.config, bot.bot)});
  }
  auto next = table.differences.begin();
  for (std::size_t i = 0; i < table.bots.size(); ++i) {
    std::vector<std::string>& row = part.rows[i + 1];
    row.resize(table.bots.size() + 1, "");
    for (std::size_t j = i + 1; j < table.bots.size(); ++j, ++next) {
      row[j + 1] = LeadText(next->lead) + (next->significant ? " >" : "  ");
    }
  }
  return part;
}

ReportPart PlacePart(const ThreeWayTable& table) {
  ReportPart part{.rows = {{"place", "points/deal"}}};
  for (std::size_t place = 0; place < table.places.size(); ++place) {
    part.rows.push_back(
        {kPlaces[place], WithError(table.places[place], kDigits)});
  }
  return part;
}

}  // namespace

std::vector<ReportPart> ThreeWayStandingParts(const LeagueReport& report) {
  std::vector<ReportPart> parts;
  parts.reserve(report.three_way.size());
  for (const ThreeWayTable& table : report.three_way) {
    parts.push_back(BotPart(report, table));
  }
  return parts;
}

std::vector<ReportPart> ThreeWayParts(const LeagueReport& report) {
  std::vector<ReportPart> parts = ThreeWayStandingParts(report);
  for (const ThreeWayTable& table : report.three_way) {
    parts.push_back(DifferencePart(report, table));
    if (report.three_way.size() > 1) parts.back().title = table.ruleset;
    if (!table.places.empty()) parts.push_back(PlacePart(table));
  }
  return parts;
}

std::string ThreeWayLegend(const LeagueReport& report) {
  const bool matches = ArePlayingMatches(report.config);
  std::string text = absl::StrFormat(
      "\"lead/%s\" is the expected difference between the %s of the bot and "
      "the mean of two opponents of average strength. \"gains on\" is the "
      "difference of two leads: what the row's bot gains on the column's bot "
      "at "
      "one table. ± is a 95%% interval, clustered by %s; > marks differences "
      "that are significant for all comparisons together, and \"rank\" is the "
      "range of ranks that they leave open.",
      ItemWord(report.config), matches ? "matches won" : "game points",
      ItemWord(report.config));
  if (!matches) {
    text +=
        " \"place\" is the advantage of a place, whoever holds it, over the "
        "mean of all three.";
  }
  return text;
}

}  // namespace couillon::arena
