// Seats and sides. Seats are numbered clockwise from 0; seat s plays for side
// s mod the number of sides, so partners alternate (rules.md 1.2).
#pragma once

#include <cstdint>

namespace couillon {

inline constexpr int kMaxSeats = 8;
inline constexpr int kMaxSides = 3;

using Seat = std::uint8_t;  // 0 to 7
using Side = std::uint8_t;  // 0 to 2

inline constexpr Seat kNoSeat = 0xff;
inline constexpr Side kNoSide = 0xff;

}  // namespace couillon
