// A league report in its human-readable and machine-readable formats.
#pragma once

#include <string>

#include "arena/report/league_report.h"

namespace couillon::arena {

// Tables for a terminal: ratings and cross table a ruleset, faults.
std::string RenderText(const LeagueReport& report);

// The same as a page of HTML in one file, with the ratings drawn.
std::string RenderHtml(const LeagueReport& report);

// One JSON object with everything, two spaces a level. An unknown or infinite
// number is null. It holds nothing of how or when the league was run, so that
// equal results give equal bytes.
std::string RenderJson(const LeagueReport& report);

// One line a pairing and ruleset, with a header line.
std::string RenderCsv(const LeagueReport& report);

}  // namespace couillon::arena
