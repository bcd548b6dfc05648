// A solver's values by action, and the best line that follows.

#include "arena/measure/analysis/decision_values.h"

#include <algorithm>
#include <cstddef>
#include <functional>

#include "absl/strings/str_format.h"
#include "engine/cards/check.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

namespace {

// Why `position` is not `solved`, in words.
std::string WhyNot(const Position& position,
                   const std::function<bool(const Position&)>& solved) {
  if (solved(position)) return "";
  std::string why =
      absl::StrFormat("%d tricks are left", position.tricks_left());
  if (const int stock = position.stock_left(); stock > 0) {
    why += absl::StrFormat(", with %d cards of the stock not drawn", stock);
  }
  // The last action never declares the Mit', after which less is unknown.
  Position later = position;
  while (!solved(later)) {
    const ActionSet legal = later.LegalActions();
    later.Apply(legal.Nth(legal.size() - 1));
  }
  if (later.done()) return why + "; no decision of this deal is solved";
  return why +
         absl::StrFormat("; it is solved from trick %d on",
                         position.rules().tricks - later.tricks_left() + 1);
}

}  // namespace

const ValuedAction& DecisionValues::best() const {
  return *std::max_element(actions.begin(), actions.end(),
                           [this](const auto& a, const auto& b) {
                             return a.game_points[side] < b.game_points[side];
                           });
}

const ValuedAction& DecisionValues::Of(Action action) const {
  const auto found = std::find_if(
      actions.begin(), actions.end(),
      [action](const auto& each) { return each.action == action; });
  COUILLON_CHECK(found != actions.end());
  return *found;
}

DecisionValues ValueDecision(Solver& solver, const Position& position,
                             const Payoff& payoff) {
  DecisionValues values{.side = position.rules().SideOf(position.decider()),
                        .actions = {}};
  const std::vector<ActionValue> game_points =
      solver.WorthByAction(position, payoff);
  const std::vector<ActionValue> card_points =
      solver.CardPointsByAction(position);
  COUILLON_CHECK(game_points.size() == card_points.size());
  for (std::size_t i = 0; i < game_points.size(); ++i) {
    values.actions.push_back({.action = game_points[i].action,
                              .card_points = card_points[i].values,
                              .game_points = game_points[i].values});
  }
  const auto best = values.best().game_points[values.side];
  for (ValuedAction& action : values.actions) {
    action.cost = best - action.game_points[values.side];
  }
  return values;
}

std::vector<Action> BestLine(Solver& solver, Position position,
                             const Payoff& payoff) {
  std::vector<Action> line;
  while (!position.done()) {
    Action best = position.LegalActions().Nth(0);
    if (position.LegalActions().size() > 1) {
      const Side side = position.rules().SideOf(position.decider());
      const std::vector<ActionValue> values =
          solver.WorthByAction(position, payoff);
      best = std::max_element(values.begin(), values.end(),
                              [side](const auto& a, const auto& b) {
                                return a.values[side] < b.values[side];
                              })
                 ->action;
    }
    position.Apply(best);
    line.push_back(best);
  }
  return line;
}

bool IsAnalysed(const Position& position, int most_tricks) {
  const int most = position.rules().sides == 3
                       ? std::min(most_tricks, kThreeSidedTricks)
                       : most_tricks;
  return position.done() ||
         (position.tricks_left() <= most && IsSolvedQuickly(position));
}

std::string WhyNotSolved(const Position& position) {
  return WhyNot(position, IsSolvedQuickly);
}

std::string WhyNotAnalysed(const Position& position, int most_tricks) {
  return WhyNot(position, [most_tricks](const Position& later) {
    return IsAnalysed(later, most_tricks);
  });
}

}  // namespace couillon::arena
