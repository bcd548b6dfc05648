// The best card of the policy, and calls of the heuristic.

#include "bots/cpp/search/policy_bot.h"

#include "bots/cpp/search/card_policy.h"
#include "bots/cpp/table_view.h"

namespace couillon::bots {

Action PolicyBot::Decide(const CompiledRules& rules,
                         const Observation& observation) {
  if (observation.legal.size() == 1) return observation.legal.Nth(0);
  if (observation.phase != Phase::kPlay || !CardPolicy::IsFittedTo(rules)) {
    return heuristic_.Decide(rules, observation);
  }
  const CardPolicy policy(ViewTable(rules, observation), observation.maker,
                          observation.legal.cards());
  return Action::OfCard(policy.Best());
}

}  // namespace couillon::bots
