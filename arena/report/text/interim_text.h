// The standings in few lines, for a league that is being played.
#pragma once

#include <cstddef>
#include <string>

#include "arena/report/data/league_report.h"

namespace couillon::arena {

// Returns a heading, and a line for each of the `most` best bots: rank, name
// and rating with its interval, those of the report; a last line if there are
// more. Empty while no bot has a rating. No line has more than kReportWidth
// columns.
std::string InterimText(const LeagueReport& report, std::size_t most);

}  // namespace couillon::arena
