// Seatings: the assignments of the sides of a table to its teams, the two of a
// pairing or three. A pair is one deal in every seating.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "arena/table/team.h"
#include "engine/cards/seat.h"

namespace couillon::arena {

// The index of a seating, from 0. Its meaning depends on the numbers of sides
// and of teams.
enum class Seating : int {};

// The most seatings that a table can have.
inline constexpr std::size_t kMaxSeatings = 6;

// All seatings for `sides` sides: two for two sides; for three, the six in
// which each team holds a side. Of two teams the first holds the better share
// of the seats in the first half of the list; of three teams each holds every
// side once in each half.
inline std::span<const Seating> Seatings(int sides) {
  static constexpr std::array kAll = {Seating(0), Seating(1), Seating(2),
                                      Seating(3), Seating(4), Seating(5)};
  return std::span(kAll).first(sides == 2 ? 2 : kAll.size());
}

// The team of a pairing that holds `side`. Requires: `seating` is one of
// Seatings(sides).
inline Team HolderOf(int sides, Seating seating, Side side) {
  // The sides of the first team: bit = side.
  static constexpr std::array<std::uint8_t, 2> kTwoSides = {0b01, 0b10};
  static constexpr std::array<std::uint8_t, 6> kThreeSides = {
      0b011, 0b101, 0b110, 0b100, 0b010, 0b001};
  const auto at = static_cast<std::size_t>(seating);
  const unsigned first = sides == 2 ? kTwoSides[at] : kThreeSides[at];
  return ((first >> side) & 1) != 0 ? Team::kFirst : Team::kSecond;
}

// The team that holds `side` at a table of `teams` teams. Requires: `seating`
// is one of Seatings(sides); teams is 2, or 3 if sides is.
inline Team HolderOf(int sides, int teams, Seating seating, Side side) {
  static constexpr std::array<std::array<Team, 3>, 6> kThreeTeams = {
      {{Team::kFirst, Team::kSecond, Team::kThird},
       {Team::kThird, Team::kFirst, Team::kSecond},
       {Team::kSecond, Team::kThird, Team::kFirst},
       {Team::kFirst, Team::kThird, Team::kSecond},
       {Team::kSecond, Team::kFirst, Team::kThird},
       {Team::kThird, Team::kSecond, Team::kFirst}}};
  if (teams == 2) return HolderOf(sides, seating, side);
  return kThreeTeams[static_cast<std::size_t>(seating)][side];
}

}  // namespace couillon::arena
