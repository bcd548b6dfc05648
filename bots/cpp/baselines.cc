// The first of the legal actions, and one of them by the random seed.

#include "bots/cpp/baselines.h"

#include <cstdint>

#include "bots/cpp/random.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

Action FirstLegal::Decide(const CompiledRules& /*rules*/,
                          const Observation& observation) {
  return observation.legal.Nth(0);
}

Action RandomLegal::Decide(const CompiledRules& /*rules*/,
                           const Observation& observation) {
  const auto actions = static_cast<std::uint64_t>(observation.legal.size());
  return observation.legal.Nth(
      static_cast<int>(Random(observation.random_seed).Below(actions)));
}

}  // namespace couillon::bots
