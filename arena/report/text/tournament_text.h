// The report of an individual tournament in words.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/document.h"

namespace couillon::arena {

struct LeagueReport;

// Returns the standings under each ruleset; none of another league.
std::vector<ReportPart> TournamentStandingParts(const LeagueReport& report);

// Returns these, and after them what else is known of partners and teams.
std::vector<ReportPart> TournamentParts(const LeagueReport& report);

// Returns what the tables mean, a paragraph.
std::string TournamentLegend(const LeagueReport& report);

}  // namespace couillon::arena
