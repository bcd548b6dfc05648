// A league report as CSV.
#pragma once

#include <string>

#include "arena/report/data/league_report.h"

namespace couillon::arena {

// Returns CSV with a header and one line per ruleset and pairing; for an
// individual tournament, per ruleset and player.
std::string RenderCsv(const LeagueReport& report);

}  // namespace couillon::arena
