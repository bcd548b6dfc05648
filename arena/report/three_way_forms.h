// The tables of a three-way league in each form of a report.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/document.h"
#include "arena/numbers/format/json.h"
#include "arena/report/league_report.h"
#include "arena/report/three_way_table.h"

namespace couillon::arena {

// The standings under each ruleset.
std::vector<ReportPart> ThreeWayStandingParts(const LeagueReport& report);
// The parts of the text: the standings, then for each ruleset the differences
// between bots and the places.
std::vector<ReportPart> ThreeWayParts(const LeagueReport& report);
// What the columns mean, a paragraph.
std::string ThreeWayLegend(const LeagueReport& report);

// The value of the key "three_way": an array with an object per ruleset.
Json ThreeWayJson(const LeagueReport& report);

// The columns of ThreeWayCsvRow, without a line end.
std::string ThreeWayCsvNames();
// The cells of one bot under one ruleset.
std::string ThreeWayCsvRow(const LeagueReport& report,
                           const ThreeWayTable& table, const ThreeWayBot& bot);

}  // namespace couillon::arena
