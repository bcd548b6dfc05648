// Deals and random draws for tests, from the engine's own dealing, so that a
// failing deal is identified by its index and can be replayed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tests {

// Random draws for tests: the decision seeds of one deal.
class RandomDraws {
 public:
  RandomDraws(const DealSource& source, std::uint64_t index)
      : source_(&source), index_(index) {}
  // One of 0 .. n - 1. Requires: 0 < n.
  std::size_t Below(std::size_t n);
  Action Of(ActionSet legal) {
    return legal.Nth(
        static_cast<int>(Below(static_cast<std::size_t>(legal.size()))));
  }

 private:
  const DealSource* source_;
  std::uint64_t index_;
  int drawn_ = 0;
};

// Deal `index` of a source under `rules`; the seats deal in turn.
Position DealAt(const CompiledRules& rules, const DealSource& source,
                std::uint64_t index);

// The same after random calls, when nothing but cards is due any more; done if
// the deal ends before.
Position DealAfterCalls(const CompiledRules& rules, const DealSource& source,
                        std::uint64_t index);

// Plays `position` to its end at random and returns the actions.
std::vector<Action> PlayOut(Position& position, RandomDraws& draws);

// "pass pass take play:AS ...", as the case files write it.
std::string ActionsText(const CompiledRules& rules, const Pack& pack,
                        Seat dealer, const std::vector<Action>& actions);

}  // namespace couillon::tests
