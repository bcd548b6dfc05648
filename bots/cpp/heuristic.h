// The bot with weighted heuristics: makes trumps by strength, counts cards,
// gives points to a partner who wins. Deterministic, without random draws.
#pragma once

#include "bots/cpp/card_choice.h"
#include "bots/cpp/strategy.h"
#include "bots/cpp/trump_choice.h"

namespace couillon::bots {

class Heuristic final : public Strategy {
 public:
  Heuristic() = default;
  Heuristic(const CardWeights& cards, const TrumpWeights& trumps)
      : cards_(cards), trumps_(trumps) {}

  [[nodiscard]] Action Decide(const CompiledRules& rules,
                              const Observation& observation) override;

 private:
  CardWeights cards_;
  TrumpWeights trumps_;
};

}  // namespace couillon::bots
