// Plans the rounds of a round robin or a gauntlet whose field changes: those
// who have met least play next, so that a newcomer catches up with the others,
// and nothing is played twice.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "arena/standing/planner/season.h"

namespace couillon::arena {

struct RoundRobinField {
  // Those who play, ascending.
  std::vector<int> entrants;
  // If set, only this entrant meets the others; nobody meets if it is -1.
  std::optional<int> challenger = std::nullopt;
  // The number of deals or matches that `first` and `second` > `first` have
  // played per ruleset.
  std::function<std::uint64_t(int first, int second)> played;
  std::uint64_t target = 0;       // per pairing and ruleset
  std::uint64_t round_items = 1;  // the most in a round, at least 1
};

// Returns the next round: all pairings that have played least, if that is less
// than the target, until they reach the next least, the target, or the most
// of a round. Null if every pairing has reached the target.
std::optional<RoundPlan> PlanRoundRobin(const RoundRobinField& field);

// The pairings that have not reached the target.
int PairingsLeft(const RoundRobinField& field);

// The deals or matches per ruleset that are left to play, over all pairings.
std::uint64_t ItemsLeft(const RoundRobinField& field);

}  // namespace couillon::arena
