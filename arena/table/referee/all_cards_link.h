// A player that sees all cards, for upper bounds: it runs inside the referee,
// and only this link gets positions. A league has one only if it is allowed
// (arena/table/schedule/bot_protection.h).
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/bundled_link.h"
#include "engine/cards/action.h"
#include "engine/cards/check.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Decides from the whole deal. `seen` has what the position has not: the
// standing of the match and the random seed.
using DecideWithAllCards =
    std::function<Action(const CompiledRules& rules, const Observation& seen,
                         const Position& position)>;

class AllCardsLink final : public BundledLink {
 public:
  // `rules` are those of the league, by index, and outlive the link.
  AllCardsLink(LinkIndex link, DecideWithAllCards decide,
               std::vector<const CompiledRules*> rules)
      : BundledLink(link, std::move(rules)), decide_(std::move(decide)) {}

  [[nodiscard]] bool sees_all_cards() const override { return true; }
  [[nodiscard]] Action Decide(int ruleset, const Observation& seen,
                              const Position* position) override {
    COUILLON_CHECK(position != nullptr);
    return decide_(RulesOf(ruleset), seen, *position);
  }

 private:
  DecideWithAllCards decide_;
};

}  // namespace couillon::arena
