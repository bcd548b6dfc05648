// The ratings of an arena's versions over its rounds. Each point is a fit of
// all results up to its round, against the same anchor, so it does not depend
// on the path: it is what the standings said after that round.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/rating_zero.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct RatingTable;
struct RunningSums;

// A rating after a round.
struct RatingPoint {
  double value = 0;          // in the unit of the standings, against their zero
  stats::Interval interval;  // unbounded without errors of the ratings
};

// The ratings under one ruleset.
struct RatingHistory {
  std::string ruleset;  // its spec
  stats::ResultScale scale = stats::ResultScale::kScore;
  std::vector<std::int64_t> rounds;  // ascending
  // By bot of the league and by round of `rounds`; null where the bot has no
  // rating, or one with another zero: results do not connect it to the anchor,
  // or, without an anchor, to most of the bots that have played.
  std::vector<std::vector<std::optional<RatingPoint>>> points;
};

// The most points of a history.
inline constexpr std::int64_t kMaxPoints = 20;

// Returns the most points for `bots` bots, from 2 to kMaxPoints: the time of
// a fit grows with the square of the bots.
std::int64_t MostPointsOf(int bots);

// Returns the rounds of a history of `last` rounds with results: all of them,
// or `most` of them at equal distances if there are more; the last is always
// there. Requires: most >= 1.
std::vector<std::int64_t> HistoryRounds(std::int64_t last,
                                        std::int64_t most = kMaxPoints);

// Rates an arena after some of its rounds.
class HistoryBuilder {
 public:
  // Requires: `config` and `rules` are those of ReportOfSums, and stay as they
  // are until the last call of Add().
  HistoryBuilder(const v1::LeagueConfig& config,
                 std::span<const CompiledRules> rules, stats::ResultScale scale,
                 const RatingZero& zero = {},
                 stats::LeagueErrors errors = stats::LeagueErrors::kByDeal);

  // Adds the point of a round, from all results up to it. Requires: rounds
  // come in ascending order.
  void Add(std::int64_t round, const RunningSums& sums);
  // Adds the last round, whose standings are the tables of the report.
  void AddLast(std::int64_t round, const std::vector<RatingTable>& rulesets);

  // Returns a history per ruleset. Requires: called once, at the end.
  std::vector<RatingHistory> Finish() { return std::move(histories_); }

 private:
  const v1::LeagueConfig& config_;
  std::span<const CompiledRules> rules_;
  RatingZero zero_;
  stats::LeagueErrors errors_;
  std::vector<RatingHistory> histories_;
};

}  // namespace couillon::arena
