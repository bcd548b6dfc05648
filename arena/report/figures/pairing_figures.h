// The list of figures of a pairing, the source of JSON and CSV.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/report/data/rating_table.h"
#include "arena/table/quantity.h"
#include "arena/table/race/match_elo.h"

namespace couillon::arena {

struct FigureScope {
  bool whole = true;  // with the figures that need a single ruleset
  // Whether the items are matches: there are no game points then.
  bool matches = false;
};

// Pairs, and tables, that the first bot won, drew and lost.
template <typename Visit>
void VisitWinDrawLoss(const PairingReport& pairing, Visit& visit) {
  const auto show = [&](const std::string& of,
                        const std::optional<WinDrawLoss>& counts) {
    using Count = std::optional<std::int64_t>;
    visit.MaybeCount(of + "_wins", counts ? Count(counts->wins) : Count());
    visit.MaybeCount(of + "_draws", counts ? Count(counts->draws) : Count());
    visit.MaybeCount(of + "_losses", counts ? Count(counts->losses) : Count());
  };
  const std::optional<stats::PairCells>& cells = pairing.cells;
  show("pair", cells ? std::optional(PairsWon(*cells)) : std::nullopt);
  show("table", cells ? std::optional(TablesWon(*cells)) : std::nullopt);
}

// Visits the figures of a pairing in the order of JSON; see figure_writers.h.
template <typename Visit>
void ForEachFigure(const PairingReport& pairing, FigureScope scope,
                   Visit& visit) {
  const stats::EloEstimate& elo = pairing.elo;
  const stats::PointsEstimate& points = pairing.points;
  visit.Count("pairs", pairing.score.pairs);
  if (scope.whole) VisitWinDrawLoss(pairing, visit);
  if (scope.whole && !scope.matches) {
    visit.Bounded("points", points.mean, points.interval);
    visit.Interval("anytime_points", pairing.anytime_points);
    visit.Number("points_los", points.superiority);
    visit.Bounded("points_nelo", points.nelo, points.nelo_interval);
    const MatchEstimate match = pairing.match.value_or(MatchEstimate{});
    visit.Number("match_score", match.score);
    visit.Bounded("match_elo", match.elo, match.elo_interval);
    visit.Flag("signs_differ", pairing.signs_differ);
  }
  visit.Number("score", elo.score);
  visit.Bounded("elo", elo.elo, elo.plus_two.elo_interval);
  visit.Interval("anytime_elo", pairing.anytime_elo);
  visit.Bounded("nelo", elo.nelo, elo.nelo_interval);
  visit.Number("los", elo.plus_two.superiority);
  visit.Flag("few_decisive_pairs", elo.few_decisive_pairs);
  visit.PlayCount("deals", pairing.counts.deals);
  visit.PlayCount("decisions", pairing.counts.decisions);
  visit.PlayCount("forfeits", pairing.counts.forfeits);
  if (!scope.whole) return;
  // The leads of matches count matches.
  const auto mean_of = [&](Quantity quantity) {
    return scope.matches ? stats::MeanEstimate() : pairing.leads[quantity];
  };
  visit.Mean("game_points", mean_of(Quantity::kGamePoints));
  visit.MeanAlone("card_points", mean_of(Quantity::kCardPoints));
  visit.Number("luck_share", pairing.luck_share);
  visit.Number("pairing_gain", pairing.pairing_gain);
}

}  // namespace couillon::arena
