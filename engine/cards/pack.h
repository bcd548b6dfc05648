// A pack: the cards of a deck in the order in which they are dealt.
#pragma once

#include <array>
#include <cstddef>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"

namespace couillon {

// The top card first. Cards beyond the size of the deck are unused.
using Pack = std::array<Card, kCards>;

// The cards of `deck` in the order of a new pack, before the shuffle: spades,
// hearts, diamonds, clubs, each from the ace down. The places from deck.size()
// on hold Card(0).
[[nodiscard]] constexpr Pack CanonicalPack(CardSet deck) {
  Pack pack{};
  std::size_t place = 0;
  for (int index = kCards - 1; index >= 0; --index) {
    if (deck.Has(Card(index))) pack[place++] = Card(index);
  }
  return pack;
}

}  // namespace couillon
