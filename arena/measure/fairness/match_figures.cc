// The list of figures of a match, and the shape of its race from deal to deal.

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "arena/measure/fairness/deal_facts.h"
#include "arena/measure/fairness/figures.h"
#include "arena/measure/fairness/fixed_figures.h"
#include "engine/cards/seat.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {
namespace {

// The side with the fewest lines left; kNoSide when several have them.
Side Leader(const CompiledRules& rules, const MatchStanding& standing) {
  Side leader = 0;
  bool shared = false;
  for (Side side = 1; side < rules.sides; ++side) {
    const int lead = standing.lines_left[leader] - standing.lines_left[side];
    shared = lead == 0 || (shared && lead < 0);
    if (lead > 0) leader = side;
  }
  return shared ? kNoSide : leader;
}

bool AtTheLastLine(const CompiledRules& rules, const MatchStanding& standing) {
  return std::any_of(standing.lines_left.begin(),
                     standing.lines_left.begin() + rules.sides,
                     [](int left) { return left <= 1; });
}

struct Shape {
  int lead_changes = 0;
  int behind_half_way = 0;  // 1 if the winner was
  int had_leader_half_way = 0;
  int last_line_leader_won = 0;
  int had_last_line_leader = 0;
  int carried = 0;  // deals with a carry pending
  int longest_chain = 0;
};

void CountLeadChanges(const CompiledRules& rules, const MatchFacts& match,
                      Shape& shape) {
  Side leader = kNoSide;
  for (const auto& deal : match.deals) {
    const Side now = Leader(rules, deal.before);
    if (now == kNoSide) continue;
    if (leader != kNoSide && now != leader) ++shape.lead_changes;
    leader = now;
  }
}

void CountCarries(const MatchFacts& match, Shape& shape) {
  int chain = 0;
  for (const auto& deal : match.deals) {
    const bool carries = deal.before.pending_carry > 0;
    chain = carries ? chain + 1 : 0;
    shape.carried += carries ? 1 : 0;
    shape.longest_chain = std::max(shape.longest_chain, chain);
  }
}

// Finds the leader at half-time and when a side first has one line left.
void LookAtTurns(const CompiledRules& rules, const MatchFacts& match,
                 Shape& shape) {
  if (match.winner == kNoSide) return;
  const std::size_t half_way = match.deals.size() / 2;
  bool last_line_seen = false;
  for (std::size_t i = 1; i < match.deals.size(); ++i) {
    const MatchStanding& before = match.deals[i].before;
    const Side now = Leader(rules, before);
    if (i == half_way && now != kNoSide) {
      shape.had_leader_half_way = 1;
      shape.behind_half_way = now != match.winner ? 1 : 0;
    }
    if (last_line_seen || !AtTheLastLine(rules, before)) continue;
    last_line_seen = true;
    if (now == kNoSide) continue;
    shape.had_last_line_leader = 1;
    shape.last_line_leader_won = now == match.winner ? 1 : 0;
  }
}

Shape ShapeOf(const CompiledRules& rules, const MatchFacts& match) {
  Shape shape;
  CountLeadChanges(rules, match, shape);
  CountCarries(match, shape);
  LookAtTurns(rules, match, shape);
  return shape;
}

struct MatchKey {
  const char* name;
  const char* title;
  FigureKind kind;
  int scale = 1;
  bool is_advantage = false;
};

template <typename Sink>
void ForEachFigure(const CompiledRules& rules, const MatchFacts& match,
                   Sink&& sink) {
  using enum FigureKind;
  const Shape shape = ShapeOf(rules, match);
  const auto deals = static_cast<int>(match.deals.size());
  sink(MatchKey{"match_deals", "deals per match", kNumber}, deals, 1);
  if (rules.sides == 2) {
    const Side dealer_side =
        deals > 0 ? rules.SideOf(match.deals[0].facts.dealer) : Side{0};
    int half_points = 1;
    if (match.winner != kNoSide) {
      half_points = match.winner == dealer_side ? 2 : 0;
    }
    sink(MatchKey{"first_dealer_score", "score of the first dealer's side",
                  kScore, 2, true},
         half_points, 1);
  }
  sink(MatchKey{"without_winner", "matches without a winner", kShare},
       match.winner == kNoSide ? 1 : 0, 1);
  sink(MatchKey{"lead_changes", "lead changes per match", kNumber},
       shape.lead_changes, 1);
  sink(MatchKey{"comeback", "winner was behind at half-time", kShare},
       shape.behind_half_way, shape.had_leader_half_way);
  sink(MatchKey{"last_line_leader_wins",
                "leader wins once a side has one line left", kShare},
       shape.last_line_leader_won, shape.had_last_line_leader);
  sink(MatchKey{"carry_pending", "deals with a carry pending", kShare},
       shape.carried, deals);
  sink(MatchKey{"longest_carry", "most deals in a row with a carry, per match",
                kNumber},
       shape.longest_chain, 1);
}

}  // namespace

std::vector<Figure> MatchFigures(const CompiledRules& rules) {
  std::vector<Figure> figures;
  ForEachFigure(rules, MatchFacts{}, [&](const MatchKey& key, int, int) {
    figures.push_back({.name = key.name,
                       .title = key.title,
                       .kind = key.kind,
                       .scale = key.scale,
                       .is_advantage = key.is_advantage,
                       .varies = !RulesFix(rules, key.name)});
  });
  return figures;
}

void AddMatch(const CompiledRules& rules, const MatchFacts& match,
              std::span<FigureTerm> terms) {
  std::size_t at = 0;
  ForEachFigure(rules, match, [&](const MatchKey&, int s, int n) {
    terms[at].s += s;
    terms[at].n += n;
    ++at;
  });
}

}  // namespace couillon::arena
