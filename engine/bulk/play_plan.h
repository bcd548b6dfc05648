// What the vector kernel (play_kernel.h) has to know of a ruleset and of a seed
// before it plays, and which rulesets it can play at all.
#pragma once

#include <array>
#include <cstdint>

#include "absl/status/statusor.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// A deck to deal from.
struct PackPlan {
  CardSet deck;
  std::uint32_t size = 0;
  // By place in the canonical pack (deal_source.h): the number of the card.
  alignas(16) std::array<std::uint8_t, kCards> card_of{};
  // The places of the shuffled pack that matter, as bits.
  std::uint32_t needed = 0;
};

// The plan for packs of `deck`, all places needed.
PackPlan PlanPacks(CardSet deck);

// Tables in the form in which vectors look things up.
struct BulkPlan {
  const CompiledRules* rules = nullptr;
  PackPlan pack;
  // By rank, twice over: 16 entries are what a byte can look up.
  alignas(16) std::array<std::uint8_t, 16> points_of{};
};

// The plan for `rules`, which has to outlive it; or Unimplemented with the
// reason why the kernel does not cover them. It covers fixed hands in one of
// the sizes that are compiled, with trumps made and cards played and nothing
// else to decide: no Mit', no permanent trumps, no stock, no cards on the
// table.
absl::StatusOr<BulkPlan> PlanBulk(const CompiledRules& rules);

}  // namespace couillon
