// The duties after a lead for each other card, in three bits: enough to find
// the legal cards of a short hand by one look into a table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

inline constexpr std::uint8_t kFollows = 1;
inline constexpr std::uint8_t kAllowed = 2;   // if the hand can follow
inline constexpr std::uint8_t kRequired = 4;  // if the hand cannot

// By card. Rules without a duty to beat a card.
using DutyClasses = std::array<std::uint8_t, kCards>;

[[nodiscard]] inline std::uint8_t DutyClassOf(const Duty& duty, Card card) {
  return static_cast<std::uint8_t>((duty.follow.Has(card) ? kFollows : 0) |
                                   (duty.able.Has(card) ? kAllowed : 0) |
                                   (duty.must.Has(card) ? kRequired : 0));
}

// By the classes of a hand of kHand cards, the first in the lowest three bits:
// which of them are legal, one bit each.
template <std::size_t kHand>
[[nodiscard]] constexpr auto LegalByDutyClasses() {
  std::array<std::uint8_t, std::size_t{1} << (3 * kHand)> legal{};
  for (std::size_t classes = 0; classes < legal.size(); ++classes) {
    std::size_t any = 0;
    for (std::size_t i = 0; i < kHand; ++i) any |= classes >> (3 * i);
    const std::size_t asked = (any & kFollows) != 0 ? kAllowed : kRequired;
    std::size_t found = 0;
    for (std::size_t i = 0; i < kHand; ++i) {
      if ((classes >> (3 * i) & asked) != 0) found |= std::size_t{1} << i;
    }
    const std::size_t all = (std::size_t{1} << kHand) - 1;
    legal[classes] = static_cast<std::uint8_t>(found == 0 ? all : found);
  }
  return legal;
}

}  // namespace couillon
