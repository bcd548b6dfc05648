// The ratings of an arena over its rounds, and trends of results, as tables.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/ordered_pairs.h"

namespace couillon::arena {

struct LeagueReport;

// Returns a table per ruleset with the latest points of each bot; none before
// the second round with results.
std::vector<ReportPart> HistoryParts(const LeagueReport& report);

// Returns a table with a line per pairing; intervals have confidence `level`.
std::string DriftText(const std::vector<PairingDrift>& drifts, double level);

}  // namespace couillon::arena
