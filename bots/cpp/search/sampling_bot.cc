// Borrows a workspace of the ruleset for each decision.

#include "bots/cpp/search/sampling_bot.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace couillon::bots {

Action SamplingBot::Decide(const CompiledRules& rules,
                           const Observation& observation) {
  if (observation.legal.size() == 1) return observation.legal.Nth(0);
  std::unique_ptr<Workspace> workspace = workspaces_.Take(rules);
  const Action action = ChooseBySamples(*workspace, observation, options_).best;
  workspaces_.GiveBack(std::move(workspace));
  return action;
}

std::uint32_t SamplingBot::most_in_a_batch() const {
  constexpr int kSamplesPerBatch = 8'000;
  return static_cast<std::uint32_t>(
      std::max(1, kSamplesPerBatch / options_.samples));
}

}  // namespace couillon::bots
