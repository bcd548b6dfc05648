// The tables of a report as JSON: of ratings, of individual tournaments and of
// three-way leagues.
#pragma once

#include "arena/numbers/format/json.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"

namespace couillon::arena {

// Returns a rating table: its ratings, comparisons and pairings.
Json TableJson(const LeagueReport& report, const RatingTable& table);

// Return the values of the keys "tournaments" and "three_way": an array with an
// object per ruleset.
Json TournamentsJson(const LeagueReport& report);
Json ThreeWayJson(const LeagueReport& report);

}  // namespace couillon::arena
