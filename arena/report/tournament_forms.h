// The report of an individual tournament in words.
#pragma once

#include <string>
#include <vector>

#include "arena/report/format/document.h"

namespace couillon::arena {

struct LeagueReport;

// Returns the tables of all rulesets; none of another league.
std::vector<ReportPart> TournamentParts(const LeagueReport& report);

// Returns what the tables mean, as text of a report.
std::string TournamentLegend(const LeagueReport& report);

}  // namespace couillon::arena
