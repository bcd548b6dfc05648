// The holder of the side of each seat.

#include "arena/measure/analysis/bots_by_seat.h"

#include "arena/table/team.h"
#include "engine/cards/seat.h"

namespace couillon::arena {

std::vector<BotIndex> BotsBySeat(const Unit& unit, const CompiledRules& rules,
                                 Seating seating) {
  std::vector<BotIndex> bots;
  for (Seat seat = 0; seat < rules.players; ++seat) {
    const Seat decider = rules.DeciderOf(seat);
    const Team team = HolderOf(rules.sides, unit.teams.size(), seating,
                               rules.SideOf(decider));
    bots.push_back(unit.BotAt(team, decider, rules.sides));
  }
  return bots;
}

}  // namespace couillon::arena
