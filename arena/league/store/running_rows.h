// Running sums as rows of the store: one row per pairing and ruleset, with the
// sums of products of that pairing and all later ones.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/sqlite.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Returns the SQL that creates the tables of running sums.
std::string RunningSchema();

// Stores sums, replacing earlier ones. Of CrossSums it stores only the sums of
// products. Requires: sums of whole blocks, from which the rest follows.
absl::Status WriteRunningSums(Database& database, const RunningSums& sums);

// Reads the sums of a round robin; empty sums if none were stored. DataLoss if
// they do not belong to this league.
absl::StatusOr<RunningSums> ReadRunningSums(Database& database,
                                            const v1::LeagueConfig& config);

// The number of units in the sums; 0 if none were stored.
absl::StatusOr<std::int64_t> ReadRunningUnits(Database& database);

// Calls `use` with the sums of each pairing of a range, one after the other:
// the same as in ReadRunningSums(), without those of two pairings. DataLoss as
// there. Requires: 0 <= first <= end.
absl::Status ForEachRunningPairing(Database& database,
                                   const v1::LeagueConfig& config,
                                   std::int64_t first, std::int64_t end,
                                   const UsePairingSums& use);

}  // namespace couillon::arena
