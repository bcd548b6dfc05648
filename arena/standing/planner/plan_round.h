// The next round of an arena, in every format.
#pragma once

#include <optional>

#include "arena/standing/planner/season.h"

namespace couillon::arena {

// Newcomers first in adaptive rounds: an entrant who has met fewer opponents
// than this meets some over the whole range of strengths.
inline constexpr int kFirstOpponents = 4;

// Plans an adaptive round: the pairings whose results would lower the variances
// of the ratings at the top most, per unit of cost. Variances are relative to
// the anchor, entrant number 0 or the lowest that has met somebody, each
// weighted by how likely the entrant is among the season.top best. A pairing
// has at least half the gain of the best one. Null when as many deals or
// matches have been played as in a round robin to the target, or if fewer than
// two play.
//
// The model: the lead of a over b has the mean strength(a) - strength(b). A
// round is one step of a greedy c-optimal design (Fedorov 1972) with rank-one
// updates. Only + - * / and square roots of doubles, so that all machines plan
// the same.
std::optional<RoundPlan> PlanAdaptive(const Season& season);

// Returns true if the plan depends on how earlier rounds ended, and not only on
// what they were: then they have to be played to their end first.
bool NeedsResults(RoundFormat format);

// Returns true if who loses is out, at last.
bool IsKnockout(RoundFormat format);

// The next round; null if the season is at its end, or if fewer than two play
// (in an individual tournament: than a table has seats).
// Requires: season.rounds have their results if NeedsResults(season.format).
std::optional<RoundPlan> PlanRound(const Season& season);

}  // namespace couillon::arena
