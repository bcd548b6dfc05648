// Selections without a branch. Cards are random, so a processor would
// mispredict half of the branches that depend on them.
#pragma once

#include <cstdint>

#include "engine/cards/card_set.h"

namespace couillon {

// Returns `then` if `condition` is not 0, else `otherwise`. GCC 12 compiles
// some of these to a branch, regardless of the likelihood it is given, so the
// conditional move is written in assembly where it exists.
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

// Returns `then` if `cards` is not empty, else `otherwise`.
[[nodiscard]] inline CardSet Choose(CardSet cards, CardSet then,
                                    CardSet otherwise) {
  return CardSet(Either(cards.mask(), then.mask(), otherwise.mask()));
}

// Returns `cards` if it is not empty, else `otherwise`.
[[nodiscard]] inline CardSet IfAny(CardSet cards, CardSet otherwise) {
  return Choose(cards, cards, otherwise);
}

}  // namespace couillon
