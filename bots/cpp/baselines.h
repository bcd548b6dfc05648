// The two bots without knowledge of the game: the baselines of all other bots.
#pragma once

#include "bots/cpp/strategy.h"

namespace couillon::bots {

// Takes the legal action with the lowest number.
class FirstLegal final : public Strategy {
 public:
  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;
};

// Takes a uniformly random legal action: of the n legal actions in ascending
// order of number, that with index Random(random_seed).Below(n).
class RandomLegal final : public Strategy {
 public:
  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;
};

}  // namespace couillon::bots
