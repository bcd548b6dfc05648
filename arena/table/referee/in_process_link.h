// A bot that runs inside the referee, behind the same link as all others.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "arena/table/referee/bot_link.h"
#include "arena/table/referee/bundled_link.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// Decides from the ruleset and what the seat sees; a pure function.
using DecideFunction =
    std::function<Action(const CompiledRules&, const Observation&)>;

class InProcessLink final : public BundledLink {
 public:
  // `rules` are those of the league, by index, and outlive the link.
  InProcessLink(LinkIndex link, DecideFunction decide,
                std::vector<const CompiledRules*> rules)
      : BundledLink(link, std::move(rules)), decide_(std::move(decide)) {}

  [[nodiscard]] Action Decide(int ruleset, const Observation& seen,
                              const Position* /*position*/) override {
    return decide_(RulesOf(ruleset), seen);
  }

 private:
  DecideFunction decide_;
};

}  // namespace couillon::arena
