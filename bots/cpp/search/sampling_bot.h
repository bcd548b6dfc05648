// The bundled bots that choose by deals drawn at random: see sampled_choice.h.
#pragma once

#include <cstdint>

#include "bots/cpp/search/sampled_choice.h"
#include "bots/cpp/search/win_bonus.h"
#include "bots/cpp/search/workspace.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bots {

// "pimc": all deals drawn count alike.
inline constexpr SampleOptions kPimc;

// "expert", the strongest bundled bot: it believes most in the deals in which
// the other players would have acted as they have, plans its own later
// decisions, and draws more deals.
inline constexpr SampleOptions kExpert{.samples = 1000,
                                       .first_look = 300,
                                       .lookahead = {.cards = 8, .plans = 3},
                                       .win_bonus = kWinBonusOfRules,
                                       .players = PlayerModel()};

class SamplingBot final : public Strategy {
 public:
  explicit SamplingBot(const SampleOptions& options) : options_(options) {}

  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;

  // Fewer the more samples: a sample of a long deal takes up to 0.2 ms.
  [[nodiscard]] std::uint32_t most_in_a_batch() const override;

 private:
  SampleOptions options_;
  WorkspacePool workspaces_;
};

}  // namespace couillon::bots
