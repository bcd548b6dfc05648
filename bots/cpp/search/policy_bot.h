// The bundled bot "policy": the card that strong players most likely play, by
// CardPolicy, without search and without random draws. It makes trumps as
// "heuristic" does, and is that bot under rules to which the policy is not
// fitted.
#pragma once

#include "bots/cpp/heuristic.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

class PolicyBot final : public Strategy {
 public:
  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;

 private:
  Heuristic heuristic_;
};

}  // namespace couillon::bots
