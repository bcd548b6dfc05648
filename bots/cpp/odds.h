// Probabilities of the places of cards, as integers in 1/1024, so that they are
// the same on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/cards/card_set.h"

namespace couillon::bots {

inline constexpr int kCertain = 1024;

namespace odds_internal {

inline constexpr int kMaxHeld = 16;
inline constexpr int kMaxUnseen = 32;
inline constexpr int kMaxWanted = 16;

using NoneTable = std::array<
    std::array<std::array<std::uint16_t, kMaxWanted + 1>, kMaxUnseen + 1>,
    kMaxHeld + 1>;

// The nearest integer; halves are rounded up. Requires: value >= 0.
constexpr int Rounded(double value) {
  const int whole = static_cast<int>(value);
  return value - whole < 0.5 ? whole : whole + 1;
}

constexpr NoneTable MakeNoneTable() {
  NoneTable table{};
  for (int held = 0; held <= kMaxHeld; ++held) {
    for (int unseen = 0; unseen <= kMaxUnseen; ++unseen) {
      double none = 1;
      for (int wanted = 0; wanted <= kMaxWanted; ++wanted) {
        table[static_cast<std::size_t>(held)][static_cast<std::size_t>(unseen)]
             [static_cast<std::size_t>(wanted)] =
                 static_cast<std::uint16_t>(Rounded(none * kCertain));
        const int others = unseen - held - wanted;
        none = others > 0 ? none * others / (unseen - wanted) : 0;
        if (held == 0) none = 1;
      }
    }
  }
  return table;
}

inline constexpr NoneTable kNone = MakeNoneTable();

}  // namespace odds_internal

// The probabilities, in 1/1024, that none of so many cards is among the hidden
// cards of a hand; those of kMaxWanted cards and more are the same.
using NoneRow = std::array<std::uint16_t, odds_internal::kMaxWanted + 1>;

// The row of `held` cards drawn from `unseen` ones.
[[nodiscard]] inline const NoneRow& NoneOf(int held, int unseen) {
  return odds_internal::kNone[static_cast<std::size_t>(held)]
                             [static_cast<std::size_t>(unseen)];
}

// The probability that none of `wanted` is held. Requires: they are some of the
// unseen cards of the row.
[[nodiscard]] inline std::uint32_t ChanceOfNone(const NoneRow& none,
                                                CardSet wanted) {
  constexpr int kMax = odds_internal::kMaxWanted;
  const int count = wanted.size();
  return none[static_cast<std::size_t>(count < kMax ? count : kMax)];
}

}  // namespace couillon::bots
