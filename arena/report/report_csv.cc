#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "arena/report/csv_field.h"
#include "arena/report/league_report.h"
#include "arena/report/report_text.h"
#include "arena/stats/design_fit.h"
#include "arena/stats/elo.h"
#include "arena/stats/interval.h"
#include "arena/table/quantity.h"

namespace couillon::arena {
namespace {

std::string TournamentCsv(const LeagueReport& report) {
  std::string text =
      "ruleset,player,total,per_deal,per_deal_lo,per_deal_hi,rounds,deals,"
      "own_elo,own_elo_lo,own_elo_hi\n";
  for (const TournamentTable& table : report.tournaments) {
    for (const PlayerReport& player : table.players) {
      const stats::Interval& interval = player.per_deal.interval;
      absl::StrAppend(&text, CsvField(table.ruleset), ",",
                      CsvField(report.config.bots(player.bot).name()), ",",
                      player.total, ",", CsvField(player.per_deal.mean), ",",
                      CsvField(std::optional(interval.lo)), ",",
                      CsvField(std::optional(interval.hi)), ",", player.rounds,
                      ",", player.deals);
      const std::optional<stats::ContrastEstimate>& elo = player.elo;
      if (elo) {
        absl::StrAppend(&text, ",", CsvField(std::optional(elo->value)), ",",
                        CsvField(std::optional(elo->interval.lo)), ",",
                        CsvField(std::optional(elo->interval.hi)), "\n");
      } else {
        absl::StrAppend(&text, ",,,\n");
      }
    }
  }
  return text;
}

}  // namespace

std::string RenderCsv(const LeagueReport& report) {
  if (!report.tournaments.empty()) return TournamentCsv(report);
  std::string text =
      "ruleset,first,second,pairs,score,elo,elo_lo,elo_hi,nelo,nelo_lo,"
      "nelo_hi,los,game_points,game_points_lo,game_points_hi,card_points,"
      "luck_share,design_gain,deals,decisions,forfeits\n";
  for (const RatingTable& table : report.rulesets) {
    for (const PairingReport& pairing : table.pairings) {
      const stats::EloEstimate& elo = pairing.elo;
      const stats::Interval& interval = elo.plus_two.elo_interval;
      absl::StrAppend(&text, CsvField(table.ruleset), ",",
                      CsvField(report.config.bots(pairing.first).name()), ",",
                      CsvField(report.config.bots(pairing.second).name()), ",",
                      pairing.score.pairs);
      for (const std::optional<double>& value :
           {elo.score, elo.elo, std::optional(interval.lo),
            std::optional(interval.hi), elo.nelo,
            std::optional(elo.nelo_interval.lo),
            std::optional(elo.nelo_interval.hi),
            std::optional(elo.plus_two.superiority),
            pairing.leads[Quantity::kGamePoints].mean,
            std::optional(pairing.leads[Quantity::kGamePoints].interval.lo),
            std::optional(pairing.leads[Quantity::kGamePoints].interval.hi),
            pairing.leads[Quantity::kCardPoints].mean, pairing.luck_share,
            pairing.design_gain}) {
        absl::StrAppend(&text, ",", CsvField(value));
      }
      absl::StrAppend(&text, ",", pairing.counts.deals, ",",
                      pairing.counts.decisions, ",", pairing.counts.forfeits,
                      "\n");
    }
  }
  return text;
}

}  // namespace couillon::arena
