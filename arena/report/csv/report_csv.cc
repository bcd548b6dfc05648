// Rows of pairings, or of bots where several play at a table; the lists of
// figures name the columns.
#include "arena/report/csv/report_csv.h"

#include <cmath>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/numbers/format/csv_field.h"
#include "arena/numbers/format/figure_writers.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/format_result.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/three_way_report.h"
#include "arena/report/data/tournament_report.h"
#include "arena/report/figures/audit_figures.h"
#include "arena/report/figures/bot_figures.h"
#include "arena/report/figures/pairing_figures.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/team_bots.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

std::string RankCells(const std::optional<stats::RankBand>& rank) {
  if (!rank) return ",,";
  return absl::StrCat(",", rank->best, ",", rank->worst);
}

// The place of a bot by the rule of the format, and how many share it.
std::string PlaceCells(const LeagueReport& report, BotIndex bot,
                       const std::string& ruleset) {
  const ResultPlace* const place =
      FindPlace(report.result, report.config.bots(ToInt(bot)).name(), ruleset);
  if (place == nullptr) return ",,";
  return absl::StrCat(",", place->place, ",", place->shared_by);
}

std::string AuditCsvNames(const std::string& prefix) {
  return absl::StrCat(",", prefix, "audit,", prefix, "audit_alike,", prefix,
                      "audit_asked");
}

std::string AuditCsvValues(const v1::LeagueAudit& audit,
                           const std::string& bot) {
  for (const v1::BotAudit& of_bot : audit.bots()) {
    if (of_bot.bot() != bot) continue;
    return absl::StrCat(",", std::string(AuditVerdictName(of_bot.verdict())),
                        ",", of_bot.alike(), ",", of_bot.asked());
  }
  return ",,,";
}

// The columns of the audit for bots whose names have these prefixes; empty if
// there was none.
std::string AuditNames(const LeagueReport& report,
                       const std::vector<std::string>& prefixes) {
  std::string names;
  if (!report.audit) return names;
  for (const std::string& prefix : prefixes) names += AuditCsvNames(prefix);
  return names;
}

std::string AuditValues(const LeagueReport& report, const TeamBots& bots) {
  std::string values;
  if (!report.audit) return values;
  for (const BotIndex bot : bots) {
    values +=
        AuditCsvValues(*report.audit, report.config.bots(ToInt(bot)).name());
  }
  return values;
}

// The columns of places; empty if the ratings are the result.
std::string PlaceNames(const LeagueReport& report,
                       const std::vector<std::string>& prefixes) {
  std::string names;
  if (report.result.rule == ResultRule::kRatings) return names;
  for (const std::string& prefix : prefixes) {
    absl::StrAppend(&names, ",", prefix, "place,", prefix, "place_shared_by");
  }
  return names;
}

std::string PlaceValues(const LeagueReport& report, const TeamBots& bots,
                        const std::string& ruleset) {
  std::string values;
  if (report.result.rule == ResultRule::kRatings) return values;
  for (const BotIndex bot : bots) values += PlaceCells(report, bot, ruleset);
  return values;
}

const char* DealsOf(const v1::LeagueConfig& config) {
  return config.same_deals() ? ",same" : ",own";
}

std::string Protection(const LeagueReport& report, BotIndex bot) {
  return "," + CsvField(ProtectionField(report.config, bot));
}

// Rows of bots: the ruleset, the bot, its figures and its rank.
template <typename Table, typename List, typename Scope>
std::string StandingsCsv(const LeagueReport& report,
                         const std::vector<Table>& tables, List Table::* rows,
                         const std::string& title, const Scope& scope) {
  CsvFigures columns;
  ForEachFigure(typename List::value_type(), scope, columns);
  std::string text =
      absl::StrCat("ruleset,", title, columns.names(),
                   ",rank_best,rank_worst,deals_of,processes",
                   AuditNames(report, {""}), PlaceNames(report, {""}), "\n");
  for (const Table& table : tables) {
    for (const auto& row : table.*rows) {
      CsvFigures figures;
      ForEachFigure(row, scope, figures);
      absl::StrAppend(&text, CsvField(table.ruleset), ",",
                      CsvField(report.config.bots(ToInt(row.bot)).name()),
                      figures.cells(), RankCells(row.rank),
                      DealsOf(report.config), Protection(report, row.bot),
                      AuditValues(report, {row.bot}),
                      PlaceValues(report, {row.bot}, table.ruleset), "\n");
    }
  }
  return text;
}

}  // namespace

std::string RenderCsv(const LeagueReport& report) {
  if (!report.three_way.empty()) {
    return StandingsCsv(report, report.three_way, &ThreeWayTable::bots, "bot",
                        ThreeWayScope());
  }
  if (!report.tournaments.empty()) {
    return StandingsCsv(report, report.tournaments, &TournamentTable::players,
                        "player", PlayerScope());
  }
  CsvFigures columns;
  const FigureScope scope{.matches = ArePlayingMatches(report.config)};
  ForEachFigure(PairingReport{}, scope, columns);
  std::string text = "ruleset,first,second" + columns.names() +
                     ",deals_of,first_processes,second_processes" +
                     AuditNames(report, {"first_", "second_"}) +
                     PlaceNames(report, {"first_", "second_"}) + "\n";
  for (const RatingTable& table : report.rulesets) {
    for (const PairingReport& pairing : table.pairings) {
      CsvFigures figures;
      ForEachFigure(pairing, scope, figures);
      absl::StrAppend(
          &text, CsvField(table.ruleset), ",",
          CsvField(report.config.bots(ToInt(pairing.first)).name()), ",",
          CsvField(report.config.bots(ToInt(pairing.second)).name()),
          figures.cells(), DealsOf(report.config),
          Protection(report, pairing.first), Protection(report, pairing.second),
          AuditValues(report, {pairing.first, pairing.second}),
          PlaceValues(report, {pairing.first, pairing.second}, table.ruleset),
          "\n");
    }
  }
  return text;
}

}  // namespace couillon::arena
