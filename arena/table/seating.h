// Seatings: the ways in which the two bots of a pairing share the sides of a
// table. A pair is one deal in all of them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "engine/cards/seat.h"

namespace couillon::arena {

// A seating is the set of sides that the first bot holds: bit = side. With
// two sides there are two; with three, all six in which both bots sit. The
// first half of the list gives the first bot its better share of the seats.
inline std::span<const std::uint8_t> Seatings(int sides) {
  static constexpr std::array<std::uint8_t, 2> kTwoSides = {0b01, 0b10};
  static constexpr std::array<std::uint8_t, 6> kThreeSides = {
      0b011, 0b101, 0b110, 0b100, 0b010, 0b001};
  if (sides == 2) return kTwoSides;
  return kThreeSides;
}

// Whether the first bot (0) or the second (1) of the pairing holds `side`.
inline int HolderOf(std::uint8_t seating, Side side) {
  return ((seating >> side) & 1) != 0 ? 0 : 1;
}

}  // namespace couillon::arena
