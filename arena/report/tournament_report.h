// The report of an individual tournament so far.
#pragma once

#include "absl/status/statusor.h"
#include "arena/report/league_report.h"

namespace couillon::arena {

// Returns the report without faults. Requires: IsIndividual(config).
absl::StatusOr<LeagueReport> ReportTournaments(LeagueStore& store);

}  // namespace couillon::arena
