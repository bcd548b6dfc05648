// Suits, ranks and cards as small numbers. The numbers are part of the protocol
// and of deal records, and never change.
#pragma once

#include <compare>
#include <cstdint>

namespace couillon {

inline constexpr int kSuits = 4;
inline constexpr int kRanks = 8;
inline constexpr int kCards = 32;

enum class Suit : std::uint8_t { kClubs, kDiamonds, kHearts, kSpades };

// From low to high as printed; the ruleset says which rank beats which.
enum class Rank : std::uint8_t {
  kSeven,
  kEight,
  kNine,
  kTen,
  kJack,
  kQueen,
  kKing,
  kAce
};

// One of 32 cards: index = suit * 8 + rank, 0 to 31.
class Card {
 public:
  constexpr Card() = default;
  constexpr explicit Card(int index)
      : index_(static_cast<std::uint8_t>(index)) {}
  constexpr Card(Suit suit, Rank rank)
      : Card(static_cast<int>(suit) * kRanks + static_cast<int>(rank)) {}

  [[nodiscard]] constexpr int index() const { return index_; }
  [[nodiscard]] constexpr Suit suit() const {
    // NOLINTNEXTLINE(clang-analyzer-optin.core.EnumCastOutOfRange): index < 32
    return static_cast<Suit>(index_ / kRanks);
  }
  [[nodiscard]] constexpr Rank rank() const {
    return static_cast<Rank>(index_ % kRanks);
  }

  friend constexpr auto operator<=>(Card, Card) = default;

 private:
  std::uint8_t index_ = 0;
};

}  // namespace couillon
