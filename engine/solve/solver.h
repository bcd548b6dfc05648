// Exact values of a deal with all cards seen: what each side gets if all sides
// play as well as possible from here on, calls included.
//
// Two sides: one wins what the other loses, and values are those of minimax.
// Three sides: each side maximises its own value at its own decisions and takes
// the action with the lowest number among equals, as all expect of each other
// (max^n). Other conventions give other values.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"

namespace couillon {

// A legal action and the values of its best continuation.
struct ActionValue {
  Action action;
  SideValues values{};
  friend bool operator==(const ActionValue&, const ActionValue&) = default;
};

class Solver {
 public:
  // Requires: `rules` outlives the solver.
  explicit Solver(const CompiledRules& rules);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver();

  // The card points of each side at the end of the deal, those already taken
  // included, if every side plays for card points. With two sides, a deal that
  // ends abandoned counts as one with as many for both.
  // Requires, here and below: `position` has the rules of the solver.
  [[nodiscard]] SideValues CardPoints(const Position& position);
  // The same after each legal action, in ascending order of action.
  // Requires: !position.done().
  [[nodiscard]] std::vector<ActionValue> CardPointsByAction(
      const Position& position);

  // The payoff of each side if every side plays for it. With two sides, values
  // are leads: the payoff of a side less that of the other.
  [[nodiscard]] SideValues Worth(const Position& position,
                                 const Payoff& payoff);
  // The same after each legal action, in ascending order of action.
  // Requires: !position.done().
  [[nodiscard]] std::vector<ActionValue> WorthByAction(const Position& position,
                                                       const Payoff& payoff);

  // Positions visited since the solver was made: a measure of work that does
  // not depend on the machine.
  [[nodiscard]] std::uint64_t nodes() const;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

// Returns true if a whole solution of `position` takes at most a few seconds.
// False before the stock is drawn, with two seats and more than 14 tricks left,
// with three sides and more than 7, and while an open Mit' may be declared with
// more than 6.
[[nodiscard]] bool IsSolvedQuickly(const Position& position);

}  // namespace couillon
