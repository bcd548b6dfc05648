// Standings, the differences between all bots, and the places.
#include "arena/report/text/three_way_text.h"

#include <array>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/text_figures.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/text/display_width.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/three_way_report.h"
#include "arena/report/figures/bot_figures.h"
#include "arena/report/text/bot_table.h"
#include "arena/report/text/sentences.h"
#include "arena/table/schedule/league_schedule.h"

namespace couillon::arena {
namespace {

constexpr int kDigits = 3;

constexpr std::array kPlaces = {"eldest", "second", "dealer"};

ReportPart BotPart(const LeagueReport& report, const ThreeWayTable& table) {
  const std::string per = absl::StrCat("/", ItemWord(report.config));
  const ThreeWayScope scope{
      .points = (ArePlayingMatches(report.config) ? "won" : "points") + per,
      .items = ItemsWord(report.config)};
  BotTable bots(report, {"bot", "lead" + per}, TextOf(ThreeWayBot(), scope),
                true);
  for (const ThreeWayBot& bot : table.bots) {
    bots.Add(bot.bot, bot.rank,
             {bot.no_result ? NoResultText(bot.forfeits)
                            : WithError(bot.lead, kDigits)},
             TextOf(bot, scope));
  }
  ReportPart part = bots.Finish();
  part.title =
      report.three_way.size() == 1
          ? "Standings"
          : absl::StrFormat("Standings under %s: %s %s, each in 6 seatings",
                            table.ruleset, Grouped(table.items),
                            ItemsWord(report.config));
  if (table.items > 0 && table.items < stats::kFewDeals) {
    part.notes.push_back(absl::StrFormat(
        "Few %s: fewer than %d.", ItemsWord(report.config), stats::kFewDeals));
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
      row[j + 1] =
          WithError(next->lead, kDigits) + (next->significant ? " >" : "  ");
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
  const char* item = ItemWord(report.config);
  return JoinApplicable(
      {{true, absl::StrFormat(
                  "\"lead/%s\" is the expected difference between the %s of "
                  "the bot and the mean of two opponents of average strength.",
                  item, matches ? "matches won" : "game points")},
       {true,
        "\"gains on\" is the difference of two leads: what the row's bot "
        "gains on the column's bot at one table."},
       {true, absl::StrFormat(
                  "± is a 95%% interval, clustered by %s; > marks differences "
                  "that are significant for all comparisons together, and "
                  "\"rank\" is the range of ranks that they leave open.",
                  item)},
       {!matches,
        "\"place\" is the advantage of a place, whoever holds it, over the "
        "mean of all three."}});
}

}  // namespace couillon::arena
