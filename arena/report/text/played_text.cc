#include "arena/report/text/played_text.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/format/tone.h"
#include "arena/numbers/text/display_width.h"
#include "arena/numbers/text/printable.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/text/identities_text.h"
#include "arena/report/text/policy_text.h"
#include "arena/report/text/report_form.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/bot_protection.h"
#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

// "Round robin of 5 bots".
std::string FormatText(const LeagueReport& report) {
  const v1::LeagueConfig& config = report.config;
  const int bots = config.bots_size();
  if (report.arena) {
    return absl::StrFormat(
        "Arena, %s: %d versions of bots, %d of %d rounds", report.arena->format,
        bots, report.arena->rounds_finished,
        report.result.rounds_planned.value_or(report.arena->rounds));
  }
  switch (config.format()) {
    case v1::LEAGUE_FORMAT_INDIVIDUAL:
      return absl::StrFormat("Individual tournament of %d bots", bots);
    case v1::LEAGUE_FORMAT_THREE_WAY:
      return absl::StrFormat("Three-way league of %d bots", bots);
    case v1::LEAGUE_FORMAT_GAUNTLET:
      return absl::StrFormat("Gauntlet of %s against %d bots",
                             ShownName(config, BotIndex(0)), bots - 1);
    case v1::LEAGUE_FORMAT_PAIRINGS:
      return absl::StrFormat("Chosen pairings of %d bots", bots);
    default:
      break;
  }
  if (bots > 2) return absl::StrFormat("Round robin of %d bots", bots);
  return absl::StrFormat("Match of %s against %s",
                         ShownName(config, BotIndex(0)),
                         ShownName(config, BotIndex(1)));
}

std::string RulesetsText(const LeagueReport& report) {
  const v1::LeagueConfig& config = report.config;
  if (config.rulesets_size() != 1) {
    return absl::StrFormat("%d rulesets", config.rulesets_size());
  }
  return PrintableLine(config.rulesets(0).spec());
}

// "400 deals per pairing and ruleset".
std::string ItemsText(const LeagueReport& report) {
  const v1::LeagueConfig& config = report.config;
  const std::string items =
      absl::StrCat(config.has_sprt() ? "at most " : "",
                   Grouped(static_cast<std::int64_t>(config.items())), " ",
                   ItemsWord(report.config));
  const char* of_rulesets = config.rulesets_size() > 1 ? " and ruleset" : "";
  if (!report.three_way.empty()) {
    return absl::StrCat(items, " per three bots", of_rulesets);
  }
  if (!report.tournaments.empty()) return items + " per round";
  if (config.bots_size() > 2) {
    return absl::StrCat(items, " per pairing", of_rulesets);
  }
  return items + (config.rulesets_size() > 1 ? " per ruleset" : "");
}

std::string SeatingsText(const LeagueReport& report) {
  if (!report.tournaments.empty()) return "";
  if (!report.three_way.empty()) return ", each in 6 seatings";
  const int seatings = report.rulesets[0].seatings;
  const bool all = std::ranges::all_of(report.rulesets,
                                       [seatings](const RatingTable& table) {
                                         return table.seatings == seatings;
                                       });
  return all ? absl::StrFormat(", each in %d seatings", seatings)
             : ", each in all seatings";
}

std::string SeedText(const LeagueReport& report) {
  const std::optional<std::string> seed = ShownSeed(report);
  if (seed) return "seed " + PrintableLine(*seed);
  return "seed still secret; commitment to it " +
         report.config.seed_commitment();
}

}  // namespace

std::vector<ReportPart> PlayedParts(const LeagueReport& report) {
  std::string played = FormatText(report) + "; " + RulesetsText(report);
  // The rounds of an arena have different numbers of deals.
  if (!report.arena) absl::StrAppend(&played, ", ", ItemsText(report));
  absl::StrAppend(&played, SeatingsText(report));
  const std::string seed = SeedText(report);
  std::vector<ReportPart> parts = {{.title = played}};
  // A drawn seed has 64 digits.
  if (DisplayWidth(played) + 2 + DisplayWidth(seed) <= kReportWidth) {
    absl::StrAppend(&parts[0].title, "; ", seed);
  } else {
    parts[0].text = "  " + seed + "\n";
  }
  std::string warnings;
  if (report.units_done < report.units) {
    warnings =
        absl::StrFormat("Unfinished: %s of %s units played.\n",
                        Grouped(report.units_done), Grouped(report.units));
  }
  warnings += ChangedBotsText(report.config);
  for (int bot = 0; bot < report.config.bots_size(); ++bot) {
    if (!SeesAllCards(report.config, BotIndex(bot))) continue;
    absl::StrAppend(&warnings, PrintableLine(report.config.bots(bot).name()),
                    " ", kSeesAllCards, " with other bots.\n");
  }
  warnings += UndividedText(report.config);
  if (!warnings.empty()) {
    parts.push_back({.text = warnings, .tone = Tone::kWarning});
  }
  return parts;
}

}  // namespace couillon::arena
