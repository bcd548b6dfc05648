// Rates one island of a league: which of its bots have a finite rating, and
// their strengths.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/stats/league/league_rating.h"

namespace couillon::stats {

// The sums of a league in one fixed order, so that equal evidence gives equal
// bits: played pairings only, each seen by its lower bot, ascending. Crosses
// have k < l and ascend too.
struct CanonicalLeague {
  std::int64_t deals = 0;
  std::vector<Pairing> pairings;
  std::vector<CrossSums> crosses;
};

// Fills in `island` and the status, Elo and bound of its bots in `ratings`.
// Bots with a perfect score are removed from the fit round by round; the others
// are rated if they form one strong component.
// Requires: only island.bots is set.
void RateIsland(const CanonicalLeague& league, const LeagueOptions& options,
                LeagueIsland& island, std::vector<BotRating>& ratings);

}  // namespace couillon::stats
