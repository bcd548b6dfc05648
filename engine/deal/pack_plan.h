// The pack kernel's (pack_kernel.h) view of a deck.
#pragma once

#include <array>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"

namespace couillon {

// A deck to deal from.
struct PackPlan {
  std::uint32_t size = 0;  // cards of the deck, 0 to 32
  // By place in the canonical pack (pack.h): the index of the card.
  alignas(16) std::array<std::uint8_t, kCards> card_of{};
  // The places of the shuffled pack whose cards are needed, as bits.
  std::uint32_t needed = 0;
};

// Returns the plan for packs of `deck`, with all places needed.
[[nodiscard]] PackPlan PlanPacks(CardSet deck);

}  // namespace couillon
