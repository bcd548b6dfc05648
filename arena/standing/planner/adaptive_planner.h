// Plans the rounds that narrow the intervals at the top of the standings most,
// for the time that the bots take.
#pragma once

#include <optional>

#include "arena/standing/planner/season.h"

namespace couillon::arena {

// Newcomers first: whoever has met fewer than this many opponents meets some
// over the whole range of strengths.
inline constexpr int kFirstOpponents = 4;

// Returns the pairings whose results would lower the variances of the ratings
// at the top most, per unit of cost: variances relative to the anchor, entrant
// number 0 or the lowest that has met somebody, each weighted by how likely the
// entrant is among the season.top best. A pairing has at least half the gain of
// the best one. Null when as many deals or matches have been played as in a
// round robin to the target, or if fewer than two play.
//
// The model: the lead of a over b has the mean strength(a) - strength(b). A
// round is one step of a greedy c-optimal design (Fedorov 1972) with rank-one
// updates. Only + - * / and square roots of doubles, so that all machines plan
// the same.
std::optional<RoundPlan> PlanAdaptive(const Season& season);

}  // namespace couillon::arena
