// The CPU time of each step of a decision, measured separately: the same
// decisions, one step at a time, in this thread, with warm caches.
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

// Deals of one ruleset, played at random, with all their decisions.
struct PlayedDeals {
  DealSource source;
  std::vector<Pack> packs;
  std::vector<std::vector<Action>> actions;  // by deal
  std::vector<Observation> seen;             // of all deals, in order

  // The mean over the deals.
  [[nodiscard]] double decisions_per_deal() const;
};
PlayedDeals PlayAtRandom(const CompiledRules& rules, std::size_t deals);

// The first `size` decisions as the referee sends them; repeats them if there
// are fewer.
v1::PlayRequest BatchOf(const CompiledRules& rules, const PlayedDeals& played,
                        std::size_t size);

// Nanoseconds of CPU time.
struct StepCosts {
  double deal = 0;  // per pack; all others per decision
  // The work of a table: the observation, its random seed, the check of the
  // action, applying it, the score of the deal.
  double play = 0;
  double write_question = 0;  // serializing it
  double read_question = 0;   // parsing it, as the C++ SDK does
  double decide = 0;          // of kBenchBot
  double write_answer = 0;
  double read_answer = 0;
};

// Measures each step for about `seconds`, with batches of `batch`.
StepCosts MeasureSteps(const CompiledRules& rules, const PlayedDeals& played,
                       std::size_t batch, double seconds);

// The bundled bot used for measurements: its decisions take almost no time.
inline constexpr char kBenchBot[] = "first-legal";

}  // namespace couillon::tools
