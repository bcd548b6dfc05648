// Rates one island of a league: which of its bots have a finite rating, and
// their strengths.
#pragma once

#include <vector>

#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::stats {

// Fills in `island` and the status, rating and bound of its bots in `ratings`.
// On the scale of scores, bots with a perfect score are removed from the fit
// round by round; the others are rated if they form one strong component.
// Requires: only island.bots is set; the moments are of the scale of `options`.
void RateIsland(const LeagueMoments& league, const LeagueOptions& options,
                LeagueIsland& island, std::vector<BotRating>& ratings);

}  // namespace couillon::stats
