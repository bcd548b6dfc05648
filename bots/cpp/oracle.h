// A player that sees all cards: the upper end of the ladder of bots. Not a
// Strategy, which sees what its seat may see; a league takes it only with
// --allow cheating. No strict upper bound: it expects best play of everybody,
// so it does not set traps for players who make mistakes, and it decides
// positions that are not solved quickly as the heuristic bot does.
#pragma once

#include <map>
#include <memory>

#include "bots/cpp/heuristic.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/solver.h"

namespace couillon::bots {

// Keeps tables of solutions, so that it is fast within a deal; its decisions do
// not depend on them. Used in one thread.
class Oracle {
 public:
  // Returns the legal action that gives the side of the seat whose turn it is
  // the most game points of the deal, with the pending carry, if all sides play
  // for game points from here on; of equals that of the heuristic bot, or else
  // the one with the lowest number. Requires: !position.done(); `seen` is what
  // its decider sees; `rules` are those of the position and outlive the oracle.
  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& seen,
                              const Position& position);

 private:
  std::map<const CompiledRules*, std::unique_ptr<Solver>> solvers_;
  Heuristic heuristic_;
};

}  // namespace couillon::bots
