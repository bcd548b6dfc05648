// Plans a Swiss: in every round each entrant meets one that has done as well so
// far, and nobody meets the same one twice.
#pragma once

#include <optional>
#include <vector>

#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/standing/planner/season.h"

namespace couillon::arena {

// The score of an entrant.
struct SwissScore {
  int entrant = 0;
  // A round won or sat out: 2; drawn: 1. A round is won by more game points.
  int half_points = 0;
  // The half points of those it has met, its tie-break (Buchholz).
  int opponents = 0;
  // Rounds won, drawn, lost and sat out.
  int wins = 0;
  int draws = 0;
  int losses = 0;
  int byes = 0;
};

// The half points of the first of a pairing that ended with this lead; its
// opponent has the rest of 2.
int HalfPoints(const stats::PairSums& lead);

// Those who play, the best first: by half points, opponents' half points, then
// the order of submission.
std::vector<SwissScore> SwissStandings(const Season& season);

// The rounds of the season: those wanted, or as few as leave one of those who
// began without a loss if nothing is drawn. Who joins or leaves later changes
// nothing.
int SwissRounds(const Season& season);

// Null if the last round is played, or fewer than two play. Requires: all
// earlier rounds have been played to their end.
std::optional<RoundPlan> PlanSwiss(const Season& season);

}  // namespace couillon::arena
