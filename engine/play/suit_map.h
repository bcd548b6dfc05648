// A permutation of the four suits, for the disguise of a table: a map relabels
// an observation before it is sent, and its inverse the action that comes back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/play/observation.h"

namespace couillon {

class SuitMap {
 public:
  // The identity.
  constexpr SuitMap() = default;
  // Maps suit i to `images[i]`. Requires: `images` has each suit once.
  constexpr explicit SuitMap(const std::array<Suit, kSuits>& images)
      : images_(images) {}

  // Ranks stay as they are, and so do actions that name neither a suit nor a
  // card. Sets are mapped without a branch.
  [[nodiscard]] constexpr Suit operator()(Suit suit) const {
    return images_[static_cast<std::size_t>(suit)];
  }
  [[nodiscard]] constexpr Card operator()(Card card) const {
    return {(*this)(card.suit()), card.rank()};
  }
  [[nodiscard]] constexpr CardSet operator()(CardSet cards) const {
    // A suit is a byte of the mask.
    const std::uint32_t mask = cards.mask();
    return CardSet((mask & 0xffU) << Shift(0) |
                   (mask >> 8 & 0xffU) << Shift(1) |
                   (mask >> 16 & 0xffU) << Shift(2) | mask >> 24 << Shift(3));
  }
  [[nodiscard]] constexpr Action operator()(Action action) const {
    if (action.is_card()) return Action::OfCard((*this)(action.card()));
    if (action.is_suit()) return Action::Name((*this)(action.suit()));
    return action;
  }
  [[nodiscard]] constexpr ActionSet operator()(ActionSet actions) const {
    std::uint64_t mask = actions.mask() & ~kNamesMask & ~kCardsMask;
    mask |= (*this)(actions.cards()).mask();
    for (std::size_t i = 0; i < kSuits; ++i) {
      const std::uint64_t named = actions.mask() >> (kFirstName + i) & 1U;
      mask |= named << (kFirstName + static_cast<std::size_t>(images_[i]));
    }
    return ActionSet(mask);
  }
  // Every field that names a card or a suit; `random_seed` stays.
  [[nodiscard]] Observation operator()(const Observation& seen) const;

  // The map that undoes this one.
  [[nodiscard]] constexpr SuitMap Inverse() const {
    SuitMap inverse;
    for (std::size_t i = 0; i < kSuits; ++i) {
      inverse.images_[static_cast<std::size_t>(images_[i])] =
          static_cast<Suit>(i);
    }
    return inverse;
  }
  // This map first, then `next`.
  [[nodiscard]] constexpr SuitMap Then(const SuitMap& next) const {
    SuitMap both;
    for (std::size_t i = 0; i < kSuits; ++i) {
      both.images_[i] = next(images_[i]);
    }
    return both;
  }

  friend constexpr bool operator==(const SuitMap&, const SuitMap&) = default;

 private:
  static constexpr std::size_t kFirstName = 34;
  static constexpr std::uint64_t kNamesMask = std::uint64_t{0xf} << kFirstName;
  static constexpr std::uint64_t kCardsMask = 0xffffffffU;
  static_assert(Action::Name(Suit::kClubs).number() == kFirstName);

  // The distance by which the lowest byte of a mask moves if it is that of suit
  // i.
  [[nodiscard]] constexpr unsigned Shift(std::size_t i) const {
    return static_cast<unsigned>(images_[i]) * kRanks;
  }

  std::array<Suit, kSuits> images_ = {Suit::kClubs, Suit::kDiamonds,
                                      Suit::kHearts, Suit::kSpades};
};

}  // namespace couillon
