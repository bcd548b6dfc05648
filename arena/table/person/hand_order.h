// The order in which a player holds their cards: trumps first, then suit by
// suit, the strongest card of each first.
#pragma once

#include <optional>
#include <vector>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

struct HandGroup {
  std::optional<Suit> suit;  // nullopt: trumps
  std::vector<Card> cards;   // never empty
};

// Sorts `cards` under the trumps of `seen`. Before trumps are made, only cards
// that are always trumps count as such. Requires: the observation is of a deal
// under `rules`.
[[nodiscard]] std::vector<HandGroup> OrderHand(const CompiledRules& rules,
                                               const Observation& seen,
                                               CardSet cards);

// The cards that the decision is about: those of the seat whose turn it is, as
// far as the decider sees them.
[[nodiscard]] CardSet CardsOfTurn(const Observation& seen);

}  // namespace couillon::arena
