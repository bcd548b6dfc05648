// The ratings of a table of a report, on every scale, from the sums of a round
// robin.
#pragma once

#include <vector>

#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/table_rules.h"
#include "arena/table/race/match_elo.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

class Schedule;
struct TableSums;

// How game points per deal are estimated. Requires: `rules` of one ruleset;
// seatings >= 2.
stats::PointsOptions PointsOptionsOf(const TableRules& rules, int seatings);

// The sums of a league rating on a scale. Requires: `schedule` is that of
// `config`.
stats::LeagueSums LeagueSumsOf(const v1::LeagueConfig& config,
                               const Schedule& schedule, const TableSums& sums,
                               stats::ResultScale scale);

// The options of the standings: the first bot is the anchor, at 0.
stats::LeagueOptions StandingsOptions(const TableRules& rules,
                                      stats::ResultScale scale, int seatings);

// Fills in the ratings of `table` on its own scale, by score and by match, with
// their ranks. Returns the estimates of matches by pairing; empty without.
// Requires: scale, seatings and totals of `table` are set; `schedule` is that
// of `config`.
std::vector<MatchEstimate> AddRatings(const v1::LeagueConfig& config,
                                      const Schedule& schedule,
                                      const TableRules& rules,
                                      const TableSums& sums,
                                      RatingTable& table);

}  // namespace couillon::arena
