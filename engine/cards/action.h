// A decision of a seat as a small number: 0 to 31 is a card, the rest are calls
// without a card. A card is played in the phase of play; in the phase of making
// trumps it is shown, to take or to name trumps. The numbers are part of the
// protocol and of deal records, and never change.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include "engine/cards/bit_count.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"

namespace couillon {

class Action {
 public:
  constexpr Action() = default;
  constexpr explicit Action(int number)
      : number_(static_cast<std::uint8_t>(number)) {}
  static constexpr Action OfCard(Card card) { return Action(card.index()); }
  static constexpr Action Name(Suit suit) {
    return Action(34 + static_cast<int>(suit));
  }

  [[nodiscard]] constexpr int number() const { return number_; }
  [[nodiscard]] constexpr bool is_card() const { return number_ < kCards; }
  [[nodiscard]] constexpr bool is_suit() const {
    return number_ >= 34 && number_ < 38;
  }
  // Requires: is_card().
  [[nodiscard]] constexpr Card card() const { return Card(number_); }
  // Requires: is_suit().
  [[nodiscard]] constexpr Suit suit() const {
    return static_cast<Suit>(number_ - 34);
  }

  friend constexpr auto operator<=>(Action, Action) = default;

 private:
  std::uint8_t number_ = 0;
};

inline constexpr Action kPass(32);
inline constexpr Action kTake(33);
inline constexpr Action kDefer(38);
inline constexpr Action kPickFirst(39);
inline constexpr Action kPickSecond(40);
inline constexpr Action kSayMit(41);
inline constexpr Action kSayKontra(42);
inline constexpr Action kSayRe(43);
inline constexpr Action kSayNothing(44);
inline constexpr int kActions = 45;

// A set of actions as a mask of 64 bits: bit = action number.
class ActionSet {
 public:
  // Walks the actions in ascending order of number.
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Action operator*() const {
      return Action(std::countr_zero(rest_));
    }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t rest_;
  };

  constexpr ActionSet() = default;
  constexpr explicit ActionSet(std::uint64_t mask) : mask_(mask) {}
  constexpr explicit ActionSet(CardSet cards) : mask_(cards.mask()) {}
  static constexpr ActionSet Of(Action action) {
    return ActionSet(std::uint64_t{1} << action.number());
  }

  [[nodiscard]] constexpr std::uint64_t mask() const { return mask_; }
  [[nodiscard]] constexpr bool empty() const { return mask_ == 0; }
  [[nodiscard]] constexpr int size() const { return CountBits(mask_); }
  [[nodiscard]] constexpr bool Has(Action action) const {
    return ((mask_ >> action.number()) & 1U) != 0;
  }
  // The action with the n-th lowest number. Requires: 0 <= n < size().
  [[nodiscard]] constexpr Action Nth(int n) const {
    std::uint64_t rest = mask_;
    for (; n > 0; --n) rest &= rest - 1;
    return Action(std::countr_zero(rest));
  }
  // The cards among the actions.
  [[nodiscard]] constexpr CardSet cards() const {
    return CardSet(static_cast<std::uint32_t>(mask_));
  }
  constexpr ActionSet& operator|=(ActionSet other) {
    mask_ |= other.mask_;
    return *this;
  }
  friend constexpr ActionSet operator|(ActionSet a, ActionSet b) {
    return a |= b;
  }
  friend constexpr bool operator==(ActionSet, ActionSet) = default;

  [[nodiscard]] constexpr Iterator begin() const { return Iterator(mask_); }
  [[nodiscard]] static constexpr Iterator end() { return Iterator(0); }

 private:
  std::uint64_t mask_ = 0;
};

// The kind of decision that is due, or how the deal has ended.
enum class Phase : std::uint8_t {
  kTrump,
  kMit,
  kKontra,
  kRe,
  kPlay,
  kDone,
  kAbandoned
};

}  // namespace couillon
