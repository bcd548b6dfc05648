// Which cards are trumps, and in what order: the deck and the order of trumps
// that follow from the knobs of a ruleset.
#pragma once

#include <array>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/ruleset.h"

namespace couillon {

// All cards of the ranks in play but those removed.
[[nodiscard]] CardSet DeckOf(const TableRules& table);

// Trumps from the highest to the lowest: the first `count` of `cards`.
struct TrumpOrder {
  std::array<Card, kCards> cards;
  int count = 0;  // 0 to 32
};

// The order of trumps while `trump` is trumps and the Mit' is declared or is
// not. Requires: the knobs of `ruleset` have been checked (ruleset_limits.h).
[[nodiscard]] TrumpOrder OrderOfTrumps(const Ruleset& ruleset, Suit trump,
                                       bool declared);

}  // namespace couillon
