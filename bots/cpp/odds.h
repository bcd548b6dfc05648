// Probabilities of the places of cards, as integers in 1/1024, so that they are
// the same on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

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

// The probability, in 1/1024, that none of `wanted` cards is among `held` cards
// drawn from `unseen` ones. Requires: wanted <= unseen.
[[nodiscard]] inline int ChanceOfNone(int held, int unseen, int wanted) {
  using odds_internal::kNone;
  return kNone[static_cast<std::size_t>(held)][static_cast<std::size_t>(unseen)]
              [static_cast<std::size_t>(wanted < odds_internal::kMaxWanted
                                            ? wanted
                                            : odds_internal::kMaxWanted)];
}

}  // namespace couillon::bots
