// Running sums as rows of the store: a row a pairing and ruleset, with the sums
// of products of that pairing and all later ones.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/running_sums.h"
#include "arena/store/sqlite.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

// Makes the tables of running sums.
std::string RunningSchema();

// Stores sums in place of earlier ones. Only the sums of products of two
// pairings are kept, so: requires sums of whole blocks.
absl::Status WriteRunningSums(Database& database, const RunningSums& sums);

// Reads the sums of a round robin; empty ones if none were stored. DataLoss if
// they are not of this league.
absl::StatusOr<RunningSums> ReadRunningSums(Database& database,
                                            const v1::LeagueConfig& config);

}  // namespace couillon::arena
