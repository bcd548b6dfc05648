// One pass over the cards by the table of what beats what.

#include "arena/table/person/trick_winner.h"

#include <cstddef>

namespace couillon::arena {

Seat WinnerOfTrick(const CompiledRules& rules, const TrumpTable& table,
                   Seat leader, std::span<const Card> trick) {
  Card winning = trick.front();
  Seat winner = leader;
  Seat seat = leader;
  for (const Card card : trick) {
    const auto index = static_cast<std::size_t>(winning.index());
    if (table.beaten_by[index].Has(card)) {
      winning = card;
      winner = seat;
    }
    seat = rules.Next(seat);
  }
  return winner;
}

}  // namespace couillon::arena
