// The bot that wins the current trick if it can and never plans ahead.
// bots/README.md specifies it completely, including ties. The SDK of every
// language has it: for the same decision all take the same action.
#pragma once

#include "bots/cpp/strategy.h"

namespace couillon::bots {

class Greedy final : public Strategy {
 public:
  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;
};

}  // namespace couillon::bots
