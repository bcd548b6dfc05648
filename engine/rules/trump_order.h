// The trumps and their order: the deck and the order of trumps that follow from
// the knobs of a ruleset.
#pragma once

#include <array>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/ruleset.h"

namespace couillon {

// Returns all cards of the ranks in play except those removed.
[[nodiscard]] CardSet MakeDeck(const TableRules& table);

// Trumps from the highest to the lowest: the first `count` of `cards`.
struct TrumpOrder {
  std::array<Card, kCards> cards;
  int count = 0;  // 0 to 32
};

// Returns the order of trumps if `trump` is the trump suit, with the Mit'
// declared or not. Requires: CheckKnobs(ruleset) is OK (ruleset_limits.h).
[[nodiscard]] TrumpOrder OrderOfTrumps(const Ruleset& ruleset, Suit trump,
                                       bool declared);

}  // namespace couillon
