// The pairing with the fewest deals first, until the target.

#include "arena/standing/planner/round_robin_planner.h"

#include <algorithm>
#include <cstddef>

namespace couillon::arena {
namespace {

std::vector<PlannedPairing> AllPairings(const RoundRobinField& field) {
  std::vector<PlannedPairing> pairings;
  for (std::size_t i = 0; i < field.entrants.size(); ++i) {
    for (std::size_t j = i + 1; j < field.entrants.size(); ++j) {
      const int first = field.entrants[i];
      const int second = field.entrants[j];
      if (field.challenger && *field.challenger != first &&
          *field.challenger != second) {
        continue;
      }
      pairings.push_back({.first = first,
                          .second = second,
                          .first_item = field.played(first, second)});
    }
  }
  return pairings;
}

}  // namespace

std::optional<RoundPlan> PlanRoundRobin(const RoundRobinField& field) {
  std::uint64_t least = field.target;
  const std::vector<PlannedPairing> all = AllPairings(field);
  for (const PlannedPairing& pairing : all) {
    least = std::min(least, pairing.first_item);
  }
  if (least == field.target) return std::nullopt;
  RoundPlan plan;
  std::uint64_t next = field.target;
  for (const PlannedPairing& pairing : all) {
    if (pairing.first_item == least) {
      plan.pairings.push_back(pairing);
    } else {
      next = std::min(next, pairing.first_item);
    }
  }
  plan.items = std::min(next - least, field.round_items);
  return plan;
}

int PairingsLeft(const RoundRobinField& field) {
  const std::vector<PlannedPairing> all = AllPairings(field);
  return static_cast<int>(std::count_if(
      all.begin(), all.end(), [&field](const PlannedPairing& pairing) {
        return pairing.first_item < field.target;
      }));
}

std::uint64_t ItemsLeft(const RoundRobinField& field) {
  std::uint64_t left = 0;
  for (const PlannedPairing& pairing : AllPairings(field)) {
    left += field.target - std::min(field.target, pairing.first_item);
  }
  return left;
}

}  // namespace couillon::arena
