// The report of a three-way league so far.
#pragma once

#include "absl/status/statusor.h"
#include "arena/report/league_report.h"

namespace couillon::arena {

class LeagueStore;

// Returns the report without faults. DataLoss if the points of a unit do not
// match the schedule. Requires: IsThreeWay(config).
absl::StatusOr<LeagueReport> ReportThreeWay(LeagueStore& store);

}  // namespace couillon::arena
