// Choices without a branch. What the cards of a deal decide is as good as
// random: a processor would guess a branch on it wrong half of the time.
#pragma once

#include <cstdint>

#include "engine/cards/card_set.h"

namespace couillon {

// `then` if `condition` is not 0, else `otherwise`. GCC 12 makes a branch of
// some of these, whatever likelihood it is given, so the instruction is written
// out where it exists.
[[nodiscard]] inline std::uint32_t Either(std::uint32_t condition,
                                          std::uint32_t then,
                                          std::uint32_t otherwise) {
#ifdef __x86_64__
  __asm__("test %1, %1\n\tcmovnz %2, %0"
          : "+r"(otherwise)
          : "r"(condition), "rm"(then)
          : "cc");
  return otherwise;
#else
  return condition != 0 ? then : otherwise;
#endif
}

// `then` if there are any of `cards`, else `otherwise`.
[[nodiscard]] inline CardSet Choose(CardSet cards, CardSet then,
                                    CardSet otherwise) {
  return CardSet(Either(cards.mask(), then.mask(), otherwise.mask()));
}

// `cards` if there are any, else `otherwise`.
[[nodiscard]] inline CardSet IfAny(CardSet cards, CardSet otherwise) {
  return Choose(cards, cards, otherwise);
}

}  // namespace couillon
