// The best action by exact values where the solver is quick, else that of the
// heuristic.

#include "bots/cpp/oracle.h"

#include <algorithm>
#include <vector>

#include "engine/cards/seat.h"
#include "engine/solve/payoff.h"

namespace couillon::bots {
namespace {

// With three sides little can be pruned: one trick more takes seconds.
constexpr int kMaxTricksOfThreeSides = 6;

bool IsSolved(const Position& position) {
  if (position.rules().sides == 3 &&
      position.tricks_left() > kMaxTricksOfThreeSides) {
    return false;
  }
  return IsSolvedQuickly(position);
}

}  // namespace

Action Oracle::Decide(const CompiledRules& rules, const Observation& seen,
                      const Position& position) {
  if (seen.legal.size() == 1) return seen.legal.Nth(0);
  const Action usual = heuristic_.Decide(rules, seen);
  if (!IsSolved(position)) return usual;
  std::unique_ptr<Solver>& solver = solvers_[&rules];
  if (solver == nullptr) solver = std::make_unique<Solver>(rules);
  const GamePoints payoff(rules.ruleset, seen.standing.pending_carry);
  const std::vector<ActionValue> values =
      solver->WorthByAction(position, payoff);
  const Side side = rules.SideOf(position.seat());
  const auto value = [side](const ActionValue& of) { return of.values[side]; };
  // The first of the best: that with the lowest number.
  const ActionValue& best = *std::ranges::max_element(values, {}, value);
  for (const ActionValue& other : values) {
    if (other.action == usual && value(other) == value(best)) return usual;
  }
  return best.action;
}

}  // namespace couillon::bots
