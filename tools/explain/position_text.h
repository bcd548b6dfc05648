// A position as text: trumps, what was turned up, the tricks taken, the cards
// on the table and the hands, with all cards seen.
#pragma once

#include <string>

#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/solve/payoff.h"

namespace couillon::tools {

// Describes `position` line by line.
std::string DescribePosition(const Position& position);

// "Trumps: hearts, made by seat 2 (side 0), after QH was turned up." or
// "Trumps: not made yet."
std::string DescribeTrumps(const Position& position);

// "22-18": a number per side of `position`.
std::string BySide(const Position& position, const SideValues& values);

// The lead of `side` with its sign, such as "+2"; with three sides the points
// of each, such as "2/0/-1".
std::string GamePointsText(const Position& position, const SideValues& values,
                           Side side);

}  // namespace couillon::tools
