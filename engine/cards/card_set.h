// A set of cards as a mask of 32 bits: bit = card index. This is also its form
// in the protocol.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/cards/bit_count.h"
#include "engine/cards/card.h"

namespace couillon {

class CardSet {
 public:
  // Walks the cards in ascending order of index.
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint32_t rest) : rest_(rest) {}
    constexpr Card operator*() const { return Card(std::countr_zero(rest_)); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint32_t rest_;
  };

  constexpr CardSet() = default;
  constexpr explicit CardSet(std::uint32_t mask) : mask_(mask) {}
  static constexpr CardSet Of(Card card) {
    return CardSet(std::uint32_t{1} << card.index());
  }
  // All cards with the suit printed on them.
  static constexpr CardSet OfSuit(Suit suit) {
    return CardSet(std::uint32_t{0xff} << (static_cast<int>(suit) * kRanks));
  }

  [[nodiscard]] constexpr std::uint32_t mask() const { return mask_; }
  [[nodiscard]] constexpr bool empty() const { return mask_ == 0; }
  [[nodiscard]] constexpr int size() const { return CountBits(mask_); }
  [[nodiscard]] constexpr bool Has(Card card) const {
    return ((mask_ >> card.index()) & 1U) != 0;
  }
  constexpr void Add(Card card) { *this |= Of(card); }
  constexpr void Remove(Card card) { *this &= ~Of(card); }

  constexpr CardSet& operator|=(CardSet other) {
    mask_ |= other.mask_;
    return *this;
  }
  constexpr CardSet& operator&=(CardSet other) {
    mask_ &= other.mask_;
    return *this;
  }
  friend constexpr CardSet operator|(CardSet a, CardSet b) { return a |= b; }
  friend constexpr CardSet operator&(CardSet a, CardSet b) { return a &= b; }
  constexpr CardSet operator~() const { return CardSet(~mask_); }
  friend constexpr bool operator==(CardSet, CardSet) = default;

  [[nodiscard]] constexpr Iterator begin() const { return Iterator(mask_); }
  [[nodiscard]] static constexpr Iterator end() { return Iterator(0); }

 private:
  std::uint32_t mask_ = 0;
};

}  // namespace couillon
