// The standings of a report as JSON.
#pragma once

#include "arena/numbers/format/json.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_table.h"

namespace couillon::arena {

// Adds "pairs", "pair_wins" and so on to an object; `has_points` is false for
// matches.
void AddResultsJson(const BotResults& results, bool has_points, Json& json);

// Returns an object: "unit", what ratings are in; "bots", each with its rank,
// rating and results. With several rulesets the rating is the mean Elo over
// them; an individual tournament and a three-way league have standings for a
// single ruleset only, and are null for several.
Json StandingsJson(const LeagueReport& report);

// Returns the pairings that all tables list, over all rulesets together, each
// seen from its first bot. Requires: a report with rating tables.
Json PairingsJson(const LeagueReport& report);

}  // namespace couillon::arena
