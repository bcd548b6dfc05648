// The status of a league as JSON.
#pragma once

#include <vector>

#include "arena/numbers/format/json.h"
#include "arena/report/data/league_status.h"

namespace couillon::arena {

class LeagueStore;

// Returns the resources that bots have used as an array with an object per bot.
// Times are in seconds, those of decisions in milliseconds, null if there is
// none.
Json UsageJson(const std::vector<UsedBot>& bots);

// Returns the status as a couillon.league_status document.
Json StatusJson(const LeagueStore& store, const LeagueStatus& status);

}  // namespace couillon::arena
