// One island of a league: who in it can be rated, and how strong they are.
#pragma once

#include <cstdint>
#include <vector>

#include "arena/stats/league/league_rating.h"

namespace couillon::stats {

// The evidence of a league in one fixed order: played pairings only, each seen
// by its lower bot, ascending, so that equal evidence gives equal bits. Crosses
// have k < l and ascend too.
struct CanonicalLeague {
  std::int64_t deals = 0;
  std::vector<Pairing> pairings;
  std::vector<CrossSums> crosses;
};

// Fills in `island`, of which only `bots` is given, and the status, Elo and
// bound of its bots in `ratings`. Bots with a perfect record are taken out of
// the fit round by round; what is left is rated if it is one strong component.
void RateIsland(const CanonicalLeague& league, const LeagueOptions& options,
                LeagueIsland& island, std::vector<BotRating>& ratings);

}  // namespace couillon::stats
