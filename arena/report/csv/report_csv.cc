#include "arena/report/csv/report_csv.h"

#include <cmath>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/numbers/format/csv_field.h"
#include "arena/numbers/format/figure_writers.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/report/data/audit_verdict.h"
#include "arena/report/data/bot_names.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/three_way_report.h"
#include "arena/report/data/tournament_report.h"
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

std::string ThreeWayCsvNames() {
  return "ruleset,bot,lead,lead_lo,lead_hi,lead_standard_error,points,items,"
         "rank_best,rank_worst";
}

std::string ThreeWayCsvRow(const LeagueReport& report,
                           const ThreeWayTable& table, const ThreeWayBot& bot) {
  std::string row =
      absl::StrCat(CsvField(table.ruleset), ",",
                   CsvField(report.config.bots(ToInt(bot.bot)).name()));
  if (bot.lead) {
    absl::StrAppend(&row, ",", CsvField(std::optional(bot.lead->value)), ",",
                    CsvField(std::optional(bot.lead->interval.lo)), ",",
                    CsvField(std::optional(bot.lead->interval.hi)), ",",
                    CsvField(bot.lead->standard_error));
  } else {
    absl::StrAppend(&row, ",,,,");
  }
  absl::StrAppend(&row, ",", CsvField(bot.points), ",", bot.items,
                  RankCells(bot.rank));
  return row;
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

const char* DealsOf(const v1::LeagueConfig& config) {
  return config.same_deals() ? ",same" : ",own";
}

std::string Protection(const LeagueReport& report, BotIndex bot) {
  return "," + CsvField(ProtectionField(report.config, bot));
}

// Three cells: the value and its interval; empty if there is none.
std::string ContrastCells(
    const std::optional<stats::ContrastEstimate>& estimate) {
  if (!estimate) return ",,,";
  return absl::StrCat(",", CsvField(std::optional(estimate->value)), ",",
                      CsvField(std::optional(estimate->interval.lo)), ",",
                      CsvField(std::optional(estimate->interval.hi)));
}

std::string TournamentCsv(const LeagueReport& report) {
  std::string text =
      "ruleset,player,game_points_left,game_points_left_per_deal,"
      "game_points_left_per_deal_lo,game_points_left_per_deal_hi,rounds,deals,"
      "individual_points,individual_points_lo,individual_points_hi,"
      "individual_elo,individual_elo_lo,individual_elo_hi,rank_best,rank_worst,"
      "deals_of,processes" +
      AuditNames(report, {""}) + "\n";
  for (const TournamentTable& table : report.tournaments) {
    for (const PlayerReport& player : table.players) {
      const stats::Interval& interval = player.per_deal.interval;
      absl::StrAppend(&text, CsvField(table.ruleset), ",",
                      CsvField(report.config.bots(ToInt(player.bot)).name()),
                      ",", player.total, ",", CsvField(player.per_deal.mean),
                      ",", CsvField(std::optional(interval.lo)), ",",
                      CsvField(std::optional(interval.hi)), ",", player.rounds,
                      ",", player.deals);
      text += ContrastCells(player.points) + ContrastCells(player.elo) +
              RankCells(player.rank);
      absl::StrAppend(&text, DealsOf(report.config),
                      Protection(report, player.bot),
                      AuditValues(report, {player.bot}), "\n");
    }
  }
  return text;
}

std::string ThreeWayCsv(const LeagueReport& report) {
  std::string text = ThreeWayCsvNames() + ",deals_of,processes" +
                     AuditNames(report, {""}) + "\n";
  for (const ThreeWayTable& table : report.three_way) {
    for (const ThreeWayBot& bot : table.bots) {
      absl::StrAppend(&text, ThreeWayCsvRow(report, table, bot),
                      DealsOf(report.config), Protection(report, bot.bot),
                      AuditValues(report, {bot.bot}), "\n");
    }
  }
  return text;
}

}  // namespace

std::string RenderCsv(const LeagueReport& report) {
  if (!report.three_way.empty()) return ThreeWayCsv(report);
  if (!report.tournaments.empty()) return TournamentCsv(report);
  CsvFigures columns;
  const FigureScope scope{.matches = ArePlayingMatches(report.config)};
  ForEachFigure(PairingReport{}, scope, columns);
  std::string text = "ruleset,first,second" + columns.names() +
                     ",deals_of,first_processes,second_processes" +
                     AuditNames(report, {"first_", "second_"}) + "\n";
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
          AuditValues(report, {pairing.first, pairing.second}), "\n");
    }
  }
  return text;
}

}  // namespace couillon::arena
