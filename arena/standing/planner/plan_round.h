// The next round of an arena, in every format.
#pragma once

#include <optional>

#include "arena/standing/planner/season.h"

namespace couillon::arena {

// Returns true if the plan depends on how earlier rounds ended, and not only on
// what they were: then they have to be played to their end first.
bool NeedsResults(RoundFormat format);

// Returns true if who won selects who meets: winners meet winners, so that no
// interval of a rating over all rounds holds (statistics.md, What the formats
// claim). Adaptive rounds choose pairings by what is uncertain, which does not
// bias them.
bool WinnersMeet(RoundFormat format);

// Returns true if who loses is out, at last.
bool IsKnockout(RoundFormat format);

// The next round; null if the season is at its end, or if fewer than two play
// (in an individual tournament: than a table has seats).
// Requires: season.rounds have their results if NeedsResults(season.format).
std::optional<RoundPlan> PlanRound(const Season& season);

}  // namespace couillon::arena
