// The order in which a deck enters the shuffle, as the kernel reads it.

#include "engine/deal/pack_plan.h"

#include <cstddef>

#include "engine/cards/pack.h"

namespace couillon {

PackPlan PlanPacks(CardSet deck) {
  PackPlan plan{.size = static_cast<std::uint32_t>(deck.size())};
  const Pack canonical = CanonicalPack(deck);
  for (std::size_t place = 0; place < plan.size; ++place) {
    plan.card_of[place] = static_cast<std::uint8_t>(canonical[place].index());
    plan.needed |= std::uint32_t{1} << place;
  }
  return plan;
}

}  // namespace couillon
