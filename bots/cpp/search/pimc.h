// The bot that draws deals and takes the action with the best mean value: see
// sampled_choice.h.
#pragma once

#include "bots/cpp/search/workspace.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

struct PimcOptions {
  int samples = 64;  // deals drawn per decision
  int cards = 8;     // cards over all hands from which on a deal is solved
};

class Pimc final : public Strategy {
 public:
  explicit Pimc(const PimcOptions& options) : options_(options) {}

  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;

 private:
  PimcOptions options_;
  WorkspacePool workspaces_;
};

}  // namespace couillon::bots
