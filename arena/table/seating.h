// Seatings: the assignments of the sides of a table to the two teams of a
// pairing. A pair is one deal in every seating.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "arena/table/team.h"
#include "engine/cards/seat.h"

namespace couillon::arena {

// The index of a seating, from 0. Its meaning depends on the number of sides.
enum class Seating : int {};

// All seatings for `sides` sides: two for two sides; for three, the six in
// which each team holds a side. In the first half of the list the first team
// holds the better share of the seats.
inline std::span<const Seating> Seatings(int sides) {
  static constexpr std::array kAll = {Seating(0), Seating(1), Seating(2),
                                      Seating(3), Seating(4), Seating(5)};
  return std::span(kAll).first(sides == 2 ? 2 : kAll.size());
}

// The team that holds `side`. Requires: `seating` is one of Seatings(sides).
inline Team HolderOf(int sides, Seating seating, Side side) {
  // The sides of the first team: bit = side.
  static constexpr std::array<std::uint8_t, 2> kTwoSides = {0b01, 0b10};
  static constexpr std::array<std::uint8_t, 6> kThreeSides = {
      0b011, 0b101, 0b110, 0b100, 0b010, 0b001};
  const auto at = static_cast<std::size_t>(seating);
  const unsigned first = sides == 2 ? kTwoSides[at] : kThreeSides[at];
  return ((first >> side) & 1) != 0 ? Team::kFirst : Team::kSecond;
}

}  // namespace couillon::arena
