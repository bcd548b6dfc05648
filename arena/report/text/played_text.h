// The first lines of a report: what was played, and what a reader must know
// before the first number.
#pragma once

#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/report/data/league_report.h"

namespace couillon::arena {

// Returns a line on the format, the rulesets, the number of deals and the seed;
// then, if there is cause, warnings: an unfinished league, bots that changed,
// and bots that see all cards.
std::vector<ReportPart> PlayedParts(const LeagueReport& report);

}  // namespace couillon::arena
