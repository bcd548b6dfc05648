// Deals planned for a pairing, over all rounds.

#include "arena/standing/planner/season.h"

namespace couillon::arena {

std::uint64_t CountItems(const Season& season, int first, int second) {
  std::uint64_t items = 0;
  for (const PlayedRound& round : season.rounds) {
    for (const PlannedPairing& pairing : round.plan.pairings) {
      if (pairing.first == first && pairing.second == second) {
        items += round.plan.items;
      }
    }
  }
  return items;
}

}  // namespace couillon::arena
