// Calls come from trump_choice.h, cards from card_choice.h.

#include "bots/cpp/heuristic.h"

#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

Action Heuristic::Decide(const CompiledRules& rules,
                         const Observation& observation) {
  if (observation.legal.size() == 1) return observation.legal.Nth(0);
  if (observation.phase == Phase::kPlay) {
    return Action::OfCard(ChooseCard(rules, observation, cards_));
  }
  return ChooseCall(rules, observation, trumps_);
}

}  // namespace couillon::bots
