// The list of figures of a pairing, the source of JSON and CSV.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "arena/numbers/format/figure_writers.h"
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

// Visits pairs or tables that were won, drawn and lost; `titles` are those of
// their columns.
template <typename Visit>
void VisitWinDrawLoss(const std::string& of,
                      const std::optional<WinDrawLoss>& counts,
                      const std::array<const char*, 3>& titles, Visit& visit) {
  using Count = std::optional<std::int64_t>;
  visit.MaybeCount(of + "_wins", counts ? Count(counts->wins) : Count(),
                   {.title = titles[0]});
  visit.MaybeCount(of + "_draws", counts ? Count(counts->draws) : Count(),
                   {.title = titles[1]});
  visit.MaybeCount(of + "_losses", counts ? Count(counts->losses) : Count(),
                   {.title = titles[2]});
}

// The likelihood of superiority; forfeits alone, and a pairing that its lead
// ended, say nothing about it.
inline std::optional<double> KnownSuperiority(const PairingReport& pairing,
                                              double superiority) {
  if (pairing.forfeits_alone || !pairing.fixed_sample) return std::nullopt;
  return superiority;
}

// Visits the figures of a pairing in the order of JSON; see figure_writers.h.
template <typename Visit>
void ForEachFigure(const PairingReport& pairing, FigureScope scope,
                   Visit& visit) {
  const stats::EloEstimate& elo = pairing.elo;
  const stats::PointsEstimate& points = pairing.points;
  visit.Count("pairs", pairing.score.pairs);
  if (scope.whole) {
    const std::optional<stats::PairCells>& cells = pairing.cells;
    const auto count = [&cells](auto won) {
      return cells ? std::optional<WinDrawLoss>(won(*cells)) : std::nullopt;
    };
    VisitWinDrawLoss("pair", count(PairsWon), {"", "", ""}, visit);
    VisitWinDrawLoss("table", count(TablesWon), {"", "", ""}, visit);
  }
  if (scope.whole && !scope.matches) {
    visit.Bounded("points", points.mean, points.interval);
    visit.Interval("anytime_points", pairing.anytime_points);
    visit.Number("points_los", KnownSuperiority(pairing, points.superiority));
    visit.Bounded("points_nelo", points.nelo, points.nelo_interval);
    const MatchEstimate match = pairing.match.value_or(MatchEstimate{});
    visit.Number("match_score", match.score);
    visit.Bounded("match_elo", match.elo, match.elo_interval);
    visit.Flag("signs_differ", pairing.signs_differ);
  }
  visit.Number("score", stats::ComputeMean(pairing.score));
  visit.Bounded("elo", elo.elo, elo.plus_two.elo_interval);
  visit.Interval("anytime_elo", pairing.anytime_elo);
  visit.Bounded("nelo", elo.nelo, elo.nelo_interval);
  visit.Number("los", KnownSuperiority(pairing, elo.plus_two.superiority));
  constexpr FigureColumn kPlay{.place = FigurePlace::kPlay};
  visit.Flag("few_decisive_pairs", elo.few_decisive_pairs);
  visit.Count("deals", pairing.counts.deals, kPlay);
  visit.Count("decisions", pairing.counts.decisions, kPlay);
  visit.Count("forfeits", pairing.counts.forfeits, kPlay);
  visit.Flag("forfeits_alone", pairing.forfeits_alone);
  visit.Count("rated_pairs", pairing.rated_pairs);
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
