// The strongest bundled bot. As pimc, but it believes most in the deals in
// which the other players would have acted as they have, and draws more of
// them: see sampled_choice.h.
#pragma once

#include "bots/cpp/search/workspace.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

struct ExpertOptions {
  int samples = 1000;  // deals drawn per decision, at most
  int cards = 8;       // cards over all hands from which on a deal is solved
  // The chance, in percent, that a player acts otherwise than "heuristic".
  int card_surprise = 25;
  int call_surprise = 10;
};

class Expert final : public Strategy {
 public:
  explicit Expert(const ExpertOptions& options) : options_(options) {}

  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;

 private:
  ExpertOptions options_;
  WorkspacePool workspaces_;
};

}  // namespace couillon::bots
