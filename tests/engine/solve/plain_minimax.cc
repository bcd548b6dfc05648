#include "tests/engine/solve/plain_minimax.h"

#include <cstdint>

#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/play/position.h"
#include "engine/solve/payoff.h"

namespace couillon::tests {

SideValues PlainValue(const Position& position, const Payoff& payoff) {
  const bool two_sides = position.rules().sides == 2;
  if (position.done()) {
    const SideValues values = payoff.Of(position.Result());
    if (!two_sides) return values;
    const std::int32_t lead = values[0] - values[1];
    return {lead, -lead};
  }
  const Side side = position.rules().SideOf(position.seat());
  SideValues best{};
  bool any = false;
  for (const Action action : position.LegalActions()) {
    Position next = position;
    next.Apply(action);
    const SideValues values = PlainValue(next, payoff);
    if (any && values[side] <= best[side]) continue;
    best = values;
    any = true;
  }
  return best;
}

int CardsLeft(const Position& position) {
  return position.tricks_left() * position.rules().players -
         static_cast<int>(position.trick().size());
}

}  // namespace couillon::tests
