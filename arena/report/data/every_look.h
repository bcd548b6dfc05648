// Marks and ranks of a report that is looked at again and again while results
// grow, such as that of an arena after each round.
#pragma once

#include "arena/numbers/stats/league/rank_bands.h"

namespace couillon::arena {

struct LeagueReport;
struct RatingSheet;

// Replaces the marks and ranks of a sheet by those that hold at every look.
// Requires: looks.joined has a number for every bot of the sheet.
void MarkAtEveryLook(const stats::EveryLook& looks, RatingSheet& sheet);

// Replaces the marks and ranks of the rating tables by those that hold at every
// look, on every scale. Requires: looks.joined has a number for every bot of
// the report.
void MarkAtEveryLook(stats::EveryLook looks, LeagueReport& report);

}  // namespace couillon::arena
