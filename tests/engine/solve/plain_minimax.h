// The definition of the solver's values, played out action by action on copies
// of the position: slow, and without any of the solver's shortcuts.
#pragma once

#include "engine/play/position.h"
#include "engine/solve/payoff.h"

namespace couillon::tests {

// Two sides: leads; three sides: max^n, the lowest action among equals.
SideValues PlainValue(const Position& position, const Payoff& payoff);

// The number of cards that are still to be played.
int CardsLeft(const Position& position);

}  // namespace couillon::tests
