#include "bots/cpp/search/expert.h"

#include <memory>
#include <utility>

#include "bots/cpp/search/sampled_choice.h"
#include "bots/cpp/search/workspace.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {
namespace {

constexpr int kRound = 50;  // deals drawn between comparisons

}  // namespace

Action Expert::Decide(const CompiledRules& rules,
                      const Observation& observation) {
  if (observation.legal.size() == 1) return observation.legal.Nth(0);
  std::unique_ptr<Workspace> workspace = workspaces_.Take(rules);
  const Action action =
      ChooseBySamples(*workspace, observation,
                      {.samples = options_.samples,
                       .cards = options_.cards,
                       .round = kRound,
                       .card_surprise = options_.card_surprise,
                       .call_surprise = options_.call_surprise});
  workspaces_.GiveBack(std::move(workspace));
  return action;
}

}  // namespace couillon::bots
