// The tables of a three-way league as text.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/report/data/league_report.h"

namespace couillon::arena {

// Returns the standings under each ruleset.
std::vector<ReportPart> ThreeWayStandingParts(const LeagueReport& report);
// The parts of the text: the standings, then for each ruleset the differences
// between bots and the places.
std::vector<ReportPart> ThreeWayParts(const LeagueReport& report);
// Returns a paragraph that explains the columns.
std::string ThreeWayLegend(const LeagueReport& report);

}  // namespace couillon::arena
