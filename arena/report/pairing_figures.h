// The list of figures of a pairing, the source of JSON, CSV, and the tables of
// text and HTML.
#pragma once

#include "absl/strings/str_format.h"
#include "arena/report/format/text_table.h"
#include "arena/report/league_report.h"
#include "arena/stats/law/interval.h"
#include "arena/stats/pairs/elo.h"
#include "arena/stats/pairs/mean.h"
#include "arena/table/quantity.h"

namespace couillon::arena {

struct FigureScope {
  bool whole = true;  // with the figures that need a single ruleset
  // Whether the league is unfinished. Its report is read repeatedly, and each
  // look at a fixed-sample interval adds to its error rate.
  bool live = false;
};

// Visits the figures of a pairing in the order of JSON; see figure_writers.h.
template <typename Visit>
void ForEachFigure(const PairingReport& pairing, FigureScope scope,
                   Visit& visit) {
  const stats::EloEstimate& elo = pairing.elo;
  const stats::Interval& shown =
      scope.live ? pairing.anytime_elo : elo.plus_two.elo_interval;
  visit.Count("pairs", pairing.score.pairs);
  visit.Number("score", elo.score);
  visit.Bounded("elo", elo.elo, elo.plus_two.elo_interval);
  visit.Column(scope.live ? "Elo [95% at any time]" : "Elo [95%]",
               absl::StrFormat("%s [%s, %s]", Signed(elo.elo, 1),
                               Signed(shown.lo, 1), Signed(shown.hi, 1)));
  visit.Interval("anytime_elo", pairing.anytime_elo);
  visit.Bounded("nelo", elo.nelo, elo.nelo_interval);
  visit.Column("nElo", Signed(elo.nelo, 1));
  visit.Number("los", elo.plus_two.superiority);
  visit.Column("LOS",
               absl::StrFormat("%.1f%%", 100 * elo.plus_two.superiority));
  visit.Flag("few_decisive_pairs", elo.few_decisive_pairs);
  visit.PlayCount("deals", pairing.counts.deals);
  visit.PlayCount("decisions", pairing.counts.decisions);
  visit.PlayCount("forfeits", pairing.counts.forfeits);
  if (!scope.whole) return;
  const stats::MeanEstimate& game_points = pairing.leads[Quantity::kGamePoints];
  visit.Mean("game_points", game_points);
  visit.Column("points/deal", WithError(game_points, 3));
  visit.MeanAlone("card_points", pairing.leads[Quantity::kCardPoints]);
  visit.Number("luck_share", pairing.luck_share);
  visit.Number("pairing_gain", pairing.pairing_gain);
  visit.Column("pairing gain",
               pairing.pairing_gain
                   ? absl::StrFormat("%.1fx", *pairing.pairing_gain)
                   : "-");
}

}  // namespace couillon::arena
