// The standings of a report as JSON.
#pragma once

#include "arena/numbers/format/json.h"
#include "arena/report/data/league_report.h"

namespace couillon::arena {

// Returns an object: "unit", what ratings are in; "bots", each with its rank,
// rating and results. With several rulesets the rating is the mean Elo over
// them; an individual tournament and a three-way league have standings for a
// single ruleset only, and are null for several.
Json StandingsJson(const LeagueReport& report);

// Returns the pairings that all tables list, over all rulesets together, each
// seen from its first bot. Requires: a report with rating tables.
Json PairingsJson(const LeagueReport& report);

}  // namespace couillon::arena
