// Questions to DealSearch about one deal: card points, payoffs, and the values
// of all legal actions.

#include "engine/solve/solver.h"

#include <cstddef>

#include "engine/cards/card.h"
#include "engine/cards/check.h"
#include "engine/rules/ruleset.h"
#include "engine/solve/deal_search.h"

namespace couillon {
namespace {

// The card points of all cards that are played in the deal.
int PointsInPlay(const Position& position) {
  const CompiledRules& rules = position.rules();
  int points = 0;
  const auto add = [&position, &rules, &points](std::size_t place) {
    const Card card = position.pack()[place];
    points += rules.card_points[static_cast<std::size_t>(card.index())];
  };
  for (std::size_t turns = 0; turns < rules.players; ++turns) {
    for (std::size_t i = 0; i < rules.hand_size; ++i) {
      add(rules.places[turns][i]);
    }
  }
  for (std::size_t i = 0; i < rules.stock_size; ++i) add(rules.stock_first + i);
  return points;
}

}  // namespace

class Solver::Search {
 public:
  explicit Search(const CompiledRules& rules) : rules_(rules), deal_(rules) {}

  SideValues Worth(const Position& position, const Payoff& payoff) {
    COUILLON_CHECK(&position.rules() == &rules_);
    deal_.SetPayoff(payoff);
    return deal_.ValueOf(position);
  }

  std::vector<ActionValue> ByAction(const Position& position,
                                    const Payoff& payoff) {
    COUILLON_CHECK(&position.rules() == &rules_ && !position.done());
    deal_.SetPayoff(payoff);
    std::vector<ActionValue> values;
    if (const auto leads = deal_.LeadsByCard(position)) {
      const Card lower = *position.hand(position.seat()).begin();
      for (const Action action : position.LegalActions()) {
        const bool is_lower = action.card() == lower;
        const std::int32_t lead = is_lower ? leads->lower : leads->higher;
        values.push_back({.action = action, .values = {lead, -lead}});
      }
      return values;
    }
    for (const Action action : position.LegalActions()) {
      Position next = position;
      next.Apply(action);
      values.push_back({.action = action, .values = deal_.ValueOf(next)});
    }
    return values;
  }

  // With two sides values are leads, and all card points are taken by somebody.
  [[nodiscard]] SideValues PointsOf(const Position& position,
                                    SideValues values) const {
    if (rules_.sides != 2) return values;
    const int total = PointsInPlay(position);
    return {(total + values[0]) / 2, (total + values[1]) / 2};
  }

  [[nodiscard]] const Payoff& card_points() const { return card_points_; }
  [[nodiscard]] std::uint64_t nodes() const { return deal_.nodes(); }

 private:
  const CompiledRules& rules_;
  DealSearch deal_;
  CardPointsTaken card_points_;  // one for all questions
};

Solver::Solver(const CompiledRules& rules)
    : search_(std::make_unique<Search>(rules)) {}
Solver::~Solver() = default;

SideValues Solver::CardPoints(const Position& position) {
  return search_->PointsOf(position,
                           search_->Worth(position, search_->card_points()));
}

std::vector<ActionValue> Solver::CardPointsByAction(const Position& position) {
  std::vector<ActionValue> values =
      search_->ByAction(position, search_->card_points());
  for (ActionValue& value : values) {
    value.values = search_->PointsOf(position, value.values);
  }
  return values;
}

SideValues Solver::Worth(const Position& position, const Payoff& payoff) {
  return search_->Worth(position, payoff);
}

std::vector<ActionValue> Solver::WorthByAction(const Position& position,
                                               const Payoff& payoff) {
  return search_->ByAction(position, payoff);
}

std::uint64_t Solver::nodes() const { return search_->nodes(); }

bool IsSolvedQuickly(const Position& position) {
  if (position.done()) return true;
  const CompiledRules& rules = position.rules();
  if (position.stock_left() > 0) return false;
  const int tricks = position.tricks_left();
  if (rules.sides == 3) return tricks <= 7;
  if (rules.players == 2) return tricks <= 14;
  // The Mit' may be declared at any time: each answer doubles what is to be
  // searched, one card at a time.
  if (rules.has_mit && rules.mit.window == MitWindow::kOpen &&
      !position.OnlyCardsAreDue()) {
    return tricks <= 6;
  }
  return true;
}

}  // namespace couillon
