// A league report in its human-readable and machine-readable formats.
#pragma once

#include <string>

#include "arena/report/league_report.h"

namespace couillon::arena {

// Returns tables for a terminal: ratings and cross table per ruleset, faults.
std::string RenderText(const LeagueReport& report);

// Returns the same as one HTML page, with error bars of the ratings.
std::string RenderHtml(const LeagueReport& report);

// Returns one JSON object with everything, indented by two spaces. An unknown
// or infinite number is null. It does not depend on how or when the league was
// run: equal results give equal bytes.
std::string RenderJson(const LeagueReport& report);

// Returns CSV with a header and one line per ruleset and pairing; for an
// individual tournament, per ruleset and player.
std::string RenderCsv(const LeagueReport& report);

}  // namespace couillon::arena
