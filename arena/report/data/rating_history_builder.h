// Rates an arena round by round, for the history of its ratings.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/report/data/league_report.h"
#include "arena/report/data/rating_history.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

struct LeagueReport;
struct RunningSums;

// Rates an arena after some of its rounds.
class HistoryBuilder {
 public:
  // Requires: `config` and `rules` are those of ReportOfSums, and stay as they
  // are until the last call of Add().
  HistoryBuilder(const v1::LeagueConfig& config,
                 std::span<const CompiledRules> rules,
                 stats::ResultScale scale);

  // Adds the point of a round, from all results up to it. Requires: rounds
  // come in ascending order.
  void Add(std::int64_t round, const RunningSums& sums);
  // Adds the last round, whose standings are those of the report.
  void AddLast(std::int64_t round, const LeagueReport& report);

  // Returns a history per ruleset. Requires: called once, at the end.
  std::vector<RatingHistory> Finish() { return std::move(histories_); }

 private:
  const v1::LeagueConfig& config_;
  std::span<const CompiledRules> rules_;
  std::vector<RatingHistory> histories_;
};

}  // namespace couillon::arena
