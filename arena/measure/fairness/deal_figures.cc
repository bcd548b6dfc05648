// The list of figures of a deal: name, unit and value, each a line of
// ForEachFigure.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/measure/fairness/deal_facts.h"
#include "arena/measure/fairness/figures.h"
#include "arena/measure/fairness/fixed_figures.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// Totals count half points, so that they are integers for three sides too.
constexpr int kHalves = 2;

// Game points of a side minus the mean of the other sides, in half points.
int Lead(const CompiledRules& rules, const DealFacts& deal, Side side) {
  COUILLON_CHECK(rules.sides >= 2);
  int others = 0;
  for (Side other = 0; other < rules.sides; ++other) {
    if (other != side) others += deal.Net(other);
  }
  return kHalves * deal.Net(side) - kHalves / (rules.sides - 1) * others;
}

// The score of a side in half points: 2 if it won, 1 if no side won, else 0.
int HalfPoints(const DealFacts& deal, Side side) {
  if (deal.score.winner == kNoSide) return 1;
  return deal.score.winner == side ? 2 : 0;
}

bool TookAll(const CompiledRules& rules, const DealResult& result) {
  int total = 0;
  int most = 0;
  for (std::size_t side = 0; side < rules.sides; ++side) {
    total += result.tricks[side];
    most = std::max<int>(most, result.tricks[side]);
  }
  return total > 0 && most == total;
}

int Stake(const CompiledRules& rules, const DealScore& score) {
  int stake = 0;
  for (std::size_t side = 0; side < rules.sides; ++side) {
    stake += score.erase[side] + score.add[side];
  }
  return stake;
}

struct DealKey {
  const char* name;
  const char* title;
  FigureKind kind;
  int scale = 1;
  bool is_advantage = false;
  int turn = -1;  // from eldest, for figures of each seat
};

// The maker of trumps, if there is one.
struct Maker {
  bool made = false;
  int turn = -1;  // from eldest
  Side side = kNoSide;
};

Maker MakerOf(const CompiledRules& rules, const DealFacts& deal) {
  const DealResult& result = deal.result;
  if (result.abandoned || result.maker == kNoSeat) return {};
  return {.made = true,
          .turn = deal.TurnOf(rules, result.maker),
          .side = rules.SideOf(result.maker)};
}

// Calls sink(key, s, n) with the advantage of eldest's side, or of each seat if
// there are more than two sides.
template <typename Sink>
void ForEachAdvantage(const CompiledRules& rules, const DealFacts& deal,
                      Sink& sink) {
  using enum FigureKind;
  const auto side = [&](int of_turn) {
    return rules.SideOf(rules.FromEldest(deal.dealer, of_turn));
  };
  if (rules.sides == 2) {
    sink(DealKey{"eldest_game_points", "lead of eldest's side", kPoints,
                 kHalves, true},
         Lead(rules, deal, side(0)), 1);
    sink(DealKey{"eldest_score", "score of eldest's side", kScore, 2, true},
         HalfPoints(deal, side(0)), 1);
    return;
  }
  for (int of_turn = 0; of_turn < rules.players; ++of_turn) {
    sink(DealKey{"seat_game_points", "lead of the seat", kPoints, kHalves, true,
                 of_turn},
         Lead(rules, deal, side(of_turn)), 1);
  }
}

// Calls sink(key, s, n) with the figures of the makers, in total and by seat.
template <typename Sink>
void ForEachOfTheMakers(const CompiledRules& rules, const DealFacts& deal,
                        const Maker& maker, Sink& sink) {
  using enum FigureKind;
  const int made = maker.made ? 1 : 0;
  const bool wins = maker.made && deal.score.winner == maker.side;
  const int lead = maker.made ? Lead(rules, deal, maker.side) : 0;
  sink(DealKey{"bourgumesse", "makers take no trick", kShare},
       deal.score.bourgumesse ? 1 : 0, made);
  sink(DealKey{"trumps_made", "trumps made", kShare}, made, 1);
  sink(DealKey{"makers_win", "makers win", kShare}, wins ? 1 : 0, made);
  sink(DealKey{"makers_game_points", "lead of the makers", kPoints, kHalves},
       lead, made);
  for (int of_turn = 0; of_turn < rules.players; ++of_turn) {
    sink(DealKey{"makes_trumps", "makes trumps", kShare, 1, false, of_turn},
         maker.turn == of_turn ? 1 : 0, 1);
  }
  for (int of_turn = 0; of_turn < rules.players; ++of_turn) {
    const bool is_maker = maker.turn == of_turn;
    sink(DealKey{"maker_game_points", "lead as maker", kPoints, kHalves, false,
                 of_turn},
         is_maker ? lead : 0, is_maker ? 1 : 0);
  }
}

template <typename Sink>
void ForEachOfTheMit(const DealFacts& deal, Sink& sink) {
  using enum FigureKind;
  const DealResult& result = deal.result;
  const bool mit = result.mit_side != kNoSide;
  sink(DealKey{"mit_declared", "Mit' declared", kShare}, mit ? 1 : 0, 1);
  sink(DealKey{"mit_declarers_win", "declarers of the Mit' win", kShare},
       mit && deal.score.winner == result.mit_side ? 1 : 0, mit ? 1 : 0);
  sink(DealKey{"kontra", "Kontra", kShare}, result.kontra ? 1 : 0, 1);
  sink(DealKey{"re", "Re", kShare}, result.re ? 1 : 0, 1);
}

// Calls sink(key, s, n) with each figure. The list of figures and their sums
// both follow from this definition.
template <typename Sink>
void ForEachFigure(const CompiledRules& rules, const DealFacts& deal,
                   Sink sink) {
  using enum FigureKind;
  ForEachAdvantage(rules, deal, sink);
  sink(DealKey{"game_points_changed", "game points erased or added", kPoints},
       Stake(rules, deal.score), 1);
  sink(DealKey{"tie", "ties", kShare}, deal.score.tie ? 1 : 0, 1);
  sink(DealKey{"passed_out", "passed out", kShare},
       deal.result.abandoned ? 1 : 0, 1);
  sink(DealKey{"vole", "one side takes all tricks", kShare},
       TookAll(rules, deal.result) ? 1 : 0, 1);
  ForEachOfTheMakers(rules, deal, MakerOf(rules, deal), sink);
  if (rules.has_mit) ForEachOfTheMit(deal, sink);
  sink(DealKey{"legal_cards", "legal cards per play", kNumber},
       deal.legal_cards, deal.decisions);
  sink(DealKey{"forced_plays", "forced plays", kShare}, deal.forced,
       deal.decisions);
}

}  // namespace

std::vector<Figure> DealFigures(const CompiledRules& rules) {
  std::vector<Figure> figures;
  ForEachFigure(rules, DealFacts{}, [&](const DealKey& key, int, int) {
    Figure figure{.name = key.name,
                  .title = key.title,
                  .kind = key.kind,
                  .scale = key.scale,
                  .is_advantage = key.is_advantage};
    if (key.turn >= 0) {
      absl::StrAppend(&figure.name, ".", key.turn);
      absl::StrAppend(&figure.title, ", seat ", key.turn + 1, " from eldest");
    }
    figure.varies = !RulesFix(rules, figure.name);
    figures.push_back(figure);
  });
  return figures;
}

void AddDeal(const CompiledRules& rules, const DealFacts& deal,
             std::span<FigureTerm> terms) {
  std::size_t at = 0;
  ForEachFigure(rules, deal, [&](const DealKey&, int s, int n) {
    terms[at].s += s;
    terms[at].n += n;
    ++at;
  });
}

}  // namespace couillon::arena
