// The bot that takes what it can get now and never thinks ahead. It is
// specified to the last tie in bots/README.md, and every language's SDK comes
// with the same: on the same decisions they take the same actions.
#pragma once

#include "bots/cpp/strategy.h"

namespace couillon::bots {

class Greedy final : public Strategy {
 public:
  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;
};

}  // namespace couillon::bots
