// The two bots that know nothing of the game: what every other bot is
// measured against.
#pragma once

#include "bots/cpp/strategy.h"

namespace couillon::bots {

// Takes the legal action with the lowest number.
class FirstLegal final : public Strategy {
 public:
  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;
};

// Takes each legal action as often as any other: of n in ascending order of
// number the one that Random(random_seed).Below(n) says.
class RandomLegal final : public Strategy {
 public:
  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;
};

}  // namespace couillon::bots
