// How the estimate of each pairing came about: its running mean, with the
// interval that is valid at any time, at some of its blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::v1 {
class LeagueConfig;
}  // namespace couillon::v1

namespace couillon::arena {

class LeagueStore;
struct RunningSums;

// A league with more pairings times rulesets, or with more units stored, has no
// convergence: it would be most of its report, and the time to make it.
inline constexpr std::int64_t kMaxSeries = 24;
inline constexpr std::int64_t kMaxUnitsRead = 20'000;
// Points of a series, at equal distances; the last is at its end.
inline constexpr int kMaxSteps = 50;

// The results of a pairing up to the end of a block.
struct ConvergenceStep {
  std::int64_t pairs = 0;
  double mean = 0;           // game points per deal, or the score
  stats::Interval interval;  // valid at any time
};

struct ConvergenceSeries {
  int ruleset = 0;
  std::size_t pairing = 0;  // in the order of the schedule
  std::vector<ConvergenceStep> steps;
};

struct Convergence {
  stats::ResultScale scale = stats::ResultScale::kPoints;
  std::vector<ConvergenceSeries> series;
};

// Returns the series of a round robin, without pairings that have not played;
// none if it is too large (see above). With a sequential test only the first
// `units` units count. `rules` are those of CompileLeague, or empty. `reported`
// are the sums of all units, from which the report is made, or null: DataLoss
// if they are not those of the units that are read here, which have checksums.
// Requires: 0 < level < 1.
absl::StatusOr<Convergence> ReadConvergence(
    LeagueStore& store, std::span<const CompiledRules> rules,
    stats::ResultScale scale, double level, std::int64_t units,
    const RunningSums* reported);

}  // namespace couillon::arena
