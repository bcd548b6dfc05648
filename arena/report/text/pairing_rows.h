// Pairings of a rating table of which something is to be said.
#pragma once

#include <string>
#include <vector>

#include "arena/numbers/format/text_table.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"

namespace couillon::arena {

// The results of the pairings without deals affected by forfeits, a row for
// each that has some.
Rows ForfeitFreeRows(const LeagueReport& report, const RatingTable& table);

// The pairings in which points and deals won name different bots.
std::vector<std::string> SignNotes(const LeagueReport& report,
                                   const RatingTable& table);

}  // namespace couillon::arena
