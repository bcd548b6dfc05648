// Plans an individual tournament whose field changes: in every round those who
// have been partners least often are partners next, so that a newcomer catches
// up with the others, and nothing is played twice.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/standing/planner/season.h"

namespace couillon::arena {

// Returns the next round: every two who have been partners on the fewest deals
// are partners, if those are fewer than the target, until they reach the next
// fewest, the target, or the most of a round; see SeatRound for their
// opponents. Nobody sits out. Null if every two have reached the target, or if
// fewer play than a table has seats.
std::optional<RoundPlan> PlanIndividual(const Season& season);

// The pairs that are left to play, after all rounds of the season.
struct PartnersLeft {
  int pairs = 0;            // of partners that have not reached the target
  std::uint64_t items = 0;  // their deals per ruleset
};
PartnersLeft CountPartnersLeft(const Season& season);

}  // namespace couillon::arena
