// The definition of the solver's values, played out action by action on copies
// of the position: slow, and without any of the solver's shortcuts.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/play/position.h"
#include "engine/solve/payoff.h"

namespace couillon::tests {

// Two sides: leads; three sides: max^n, the lowest action among equals.
SideValues PlainValue(const Position& position, const Payoff& payoff);

// The lead of side 0 in card points at the end of a deal. The same as
// PlainValue, for longer endings: remembers what positions at the start of a
// trick were worth.
class PlainEndings {
 public:
  // Requires: two sides, only cards are due, no layout, no stock; all positions
  // have the same trumps.
  std::int32_t LeadOf(const Position& position);

 private:
  // What side 0 gains from here on.
  std::int32_t GainFrom(const Position& position);

  std::map<std::vector<std::uint32_t>, std::int32_t> known_;
};

// The number of cards that are still to be played.
int CardsLeft(const Position& position);

}  // namespace couillon::tests
