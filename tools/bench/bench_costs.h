// What each step of a decision costs on its own: the same decisions, one step
// at a time, in this thread, with everything in the caches as far as it goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "couillon/v1/bot_service.pb.h"
#include "engine/cards/action.h"
#include "engine/cards/pack.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::tools {

// Deals of one ruleset that were played at random, with every decision.
struct PlayedDeals {
  DealSource source;
  std::vector<Pack> packs;
  std::vector<std::vector<Action>> actions;  // of each deal
  std::vector<Observation> seen;             // of all deals, in order

  // The mean of a deal.
  [[nodiscard]] double decisions_per_deal() const;
};
PlayedDeals PlayAtRandom(const CompiledRules& rules, std::size_t deals);

// The first `size` decisions as the referee sends them, again from the first if
// there are not as many.
v1::PlayRequest BatchOf(const CompiledRules& rules, const PlayedDeals& played,
                        std::size_t size);

// Nanoseconds of CPU time.
struct StepCosts {
  double deal = 0;  // of a pack; all others of a decision
  // A table takes a decision: what the seat sees, its random seed, the check of
  // the action, applying it, the score of the deal.
  double play = 0;
  double write_question = 0;  // to the bytes that are sent
  double read_question = 0;   // from them, as the SDK for C++ does
  double decide = 0;          // of the bundled bot that is measured with
  double write_answer = 0;
  double read_answer = 0;
};

// Measures each step for about `seconds`, with batches of `batch`.
StepCosts MeasureSteps(const CompiledRules& rules, const PlayedDeals& played,
                       std::size_t batch, double seconds);

// The bundled bot that is measured with: it thinks for next to no time.
inline constexpr char kBenchBot[] = "first-legal";

}  // namespace couillon::tools
