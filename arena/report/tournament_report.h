// What an individual tournament has shown so far.
#pragma once

#include "absl/status/statusor.h"
#include "arena/report/league_report.h"

namespace couillon::arena {

// Returns the report but for the faults. Requires: IsIndividual(config).
absl::StatusOr<LeagueReport> ReportTournaments(LeagueStore& store);

}  // namespace couillon::arena
