#include "bots/cpp/search/sampling_bot.h"

#include <memory>
#include <utility>

#include "bots/cpp/search/sampled_choice.h"
#include "bots/cpp/search/workspace.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

Action SamplingBot::Decide(const CompiledRules& rules,
                           const Observation& observation) {
  if (observation.legal.size() == 1) return observation.legal.Nth(0);
  std::unique_ptr<Workspace> workspace = workspaces_.Take(rules);
  const Action action = ChooseBySamples(*workspace, observation, options_);
  workspaces_.GiveBack(std::move(workspace));
  return action;
}

}  // namespace couillon::bots
