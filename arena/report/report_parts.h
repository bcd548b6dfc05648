// A league report as a list of parts, from which both the terminal's and the
// page's form are made.
#pragma once

#include <vector>

#include "arena/report/format/document.h"
#include "arena/report/league_report.h"

namespace couillon::arena {

// Returns the parts in the order in which they are read.
std::vector<ReportPart> PartsOf(const LeagueReport& report);

}  // namespace couillon::arena
