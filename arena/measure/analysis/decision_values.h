// The values of the decisions of a deal with all cards seen, and what each
// action costs: how much less than the best one it is worth.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"

namespace couillon::arena {

// A legal action and what follows if all sides play it out as well as possible.
struct ValuedAction {
  Action action;
  // At the end of the deal, if all sides play for card points.
  SideValues card_points{};
  // If all sides play for game points: with two sides, the lead of each; with
  // three, the points of each.
  SideValues game_points{};
  // Game points that the decider loses by it; 0 for the best actions.
  std::int32_t cost = 0;
};

// A decision with the values of its actions.
struct DecisionValues {
  Side side = 0;                      // that decides
  std::vector<ValuedAction> actions;  // in ascending order, never empty

  // The first of the best actions: what the solver expects.
  [[nodiscard]] const ValuedAction& best() const;
  // Requires: `action` is one of `actions`.
  [[nodiscard]] const ValuedAction& Of(Action action) const;
};

// Values the decision that is due. Requires: !position.done(), and the solver
// has the rules of the position.
DecisionValues ValueDecision(Solver& solver, const Position& position,
                             const Payoff& payoff);

// The best actions from `position` to the end of the deal; of equal ones the
// one with the lowest number. Requires: as above.
std::vector<Action> BestLine(Solver& solver, Position position,
                             const Payoff& payoff);

// Whether an analysis of many decisions solves `position`: it is solved quickly
// and has at most `most_tricks` tricks left, with three sides at most
// kThreeSidedTricks.
inline constexpr int kThreeSidedTricks = 5;
bool IsAnalysed(const Position& position, int most_tricks);

// Says in words why `position` is not solved and from where on it is at the
// latest: "16 tricks are left; it is solved from trick 3 on". Empty if it is.
std::string WhyNotSolved(const Position& position);
// The same of IsAnalysed().
std::string WhyNotAnalysed(const Position& position, int most_tricks);

}  // namespace couillon::arena
