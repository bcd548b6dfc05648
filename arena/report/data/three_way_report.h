// The standings of a three-way league so far, from its store.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/report/data/three_way_table.h"

namespace couillon::arena {

class LeagueStore;

struct ThreeWayStandings {
  std::int64_t units_done = 0;
  std::vector<ThreeWayTable> tables;  // by ruleset
};

// Reads all units; intervals have confidence `level`. DataLoss if the points of
// a unit do not match the schedule. Requires: IsThreeWay(store.config()),
// 0 < level < 1.
absl::StatusOr<ThreeWayStandings> ReadThreeWay(LeagueStore& store,
                                               double level);

}  // namespace couillon::arena
