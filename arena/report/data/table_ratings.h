// The ratings of a table of a report, on every scale, from the sums of a round
// robin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/points.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/rating_table.h"
#include "arena/report/data/rating_zero.h"
#include "arena/table/race/match_elo.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
class LeagueRuleset;
}  // namespace couillon::v1

namespace couillon::arena {

class Schedule;
struct RunningSums;
struct TableSums;

// A ruleset with what the tables of its report need.
struct TableRules {
  const v1::LeagueRuleset* entry = nullptr;  // null: all rulesets together
  const CompiledRules* rules = nullptr;      // null: unknown
  // The lead of a pair of plain wins, and the largest of a pair, over the
  // denominator of game points.
  std::int64_t plain_lead = 0;
  std::int64_t largest_lead = 0;
};

// The lead of a team that wins every table of a pair plainly, over the
// denominator of game points. At least 1.
std::int64_t PlainLead(const CompiledRules& rules);

// `rules` are those of CompileLeague, or empty. Requires: ruleset is an index
// of the league; the arguments outlive the result.
TableRules TableRulesOf(const v1::LeagueConfig& config,
                        std::span<const CompiledRules> rules,
                        std::size_t ruleset, int seatings);

// The number of pairs, declared before the first of them, at which the anytime
// intervals of a pairing are tightest: the items of the league, or of a
// sequential test its expected length, a quarter of its cap (statistics.md,
// Sequential tests). At least 1.
std::int64_t DeclaredPairs(const v1::LeagueConfig& config);

// How game points per deal are estimated. Requires: `rules` of one ruleset;
// seatings >= 2.
stats::PointsOptions PointsOptionsOf(const TableRules& rules, int seatings);

// The sums of a league rating on a scale. Requires: `schedule` is that of
// `config`.
stats::LeagueSums LeagueSumsOf(const v1::LeagueConfig& config,
                               const Schedule& schedule, const TableSums& sums,
                               stats::ResultScale scale);

// The options of the standings on a scale.
stats::LeagueOptions StandingsOptions(const TableRules& rules,
                                      stats::ResultScale scale, int seatings,
                                      const RatingZero& zero,
                                      stats::LeagueErrors errors);

// Fills in the ratings of `table` on its own scale, by score and by match, with
// their ranks. Returns the estimates of matches by pairing; empty without.
// Requires: scale, seatings and totals of `table` are set; `schedule` is that
// of `config`.
std::vector<MatchEstimate> AddRatings(
    const v1::LeagueConfig& config, const Schedule& schedule,
    const TableRules& rules, const TableSums& sums, const RatingZero& zero,
    stats::LeagueErrors errors, RatingTable& table);

// Returns the ratings of the standings under one ruleset, without marks and
// figures: those of the sheet in ReportOfSums. Requires: 0 <= ruleset <
// sums.rulesets.size().
stats::LeagueRating StandingsOfSums(const v1::LeagueConfig& config,
                                    std::span<const CompiledRules> rules,
                                    stats::ResultScale scale,
                                    const RunningSums& sums,
                                    std::size_t ruleset, const RatingZero& zero,
                                    stats::LeagueErrors errors);

}  // namespace couillon::arena
