// Plans a knock-out: the best seed left meets the worst; who has lost once, or
// twice, is out. The seeds are the order of submission.
#pragma once

#include <optional>
#include <vector>

#include "arena/standing/planner/season.h"

namespace couillon::arena {

// The state of a knock-out.
struct KnockoutState {
  // Those who began, the best seed first, and how often each has lost.
  std::vector<int> entrants;
  std::vector<int> losses;
  // Those who are in and play, the best seed first. One: the winner, unless
  // nothing has been played.
  std::vector<int> in;
  // Pairings of the last stage that are not decided.
  std::vector<PlannedPairing> undecided;

  [[nodiscard]] bool IsIn(int entrant) const;
  // Requires: the entrant began.
  [[nodiscard]] int LossesOf(int entrant) const;
};

// Replays the season. The entrants are those who played when its first round
// was planned; who stops playing is out. A pairing is decided when the lead is
// outside its anytime-valid 99% interval, or at the target by the sign of the
// lead, or at twice the target, if the lead is 0, for the better seed. Source
// of the interval: statistics.md, sequential looks.
KnockoutState FindKnockoutState(const Season& season);

// The next stage, or more deals for the pairings of the last that are not
// decided. Null if one entrant is left, or fewer than two play. Requires: all
// earlier rounds have been played to their end.
std::optional<RoundPlan> PlanKnockout(const Season& season);

}  // namespace couillon::arena
