#include "arena/report/data/convergence.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/stored_unit.h"
#include "arena/league/store/unit_run.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/numbers/stats/sequential/anytime.h"
#include "arena/report/data/table_ratings.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

std::int64_t UnitsThatCount(std::span<const UnitRun> runs, std::int64_t units) {
  std::int64_t count = 0;
  for (const UnitRun& run : runs) {
    count += std::max<std::int64_t>(std::min(run.end, units) - run.first, 0);
  }
  return count;
}

// The last blocks of the steps, ascending: at most kMaxSteps of those up to
// the last that is stored.
std::vector<std::int64_t> StepsOf(std::int64_t blocks) {
  const std::int64_t count = std::min<std::int64_t>(blocks, kMaxSteps);
  std::vector<std::int64_t> steps;
  for (std::int64_t i = 1; i <= count; ++i) {
    steps.push_back(blocks * i / count - 1);
  }
  return steps;
}

// Collects the series while blocks are added.
class BlockCollector {
 public:
  BlockCollector(const v1::LeagueConfig& config,
                 std::span<const CompiledRules> rules, stats::ResultScale scale,
                 double level)
      : config_(config), rules_(rules), alpha_(1 - level) {
    convergence_.scale = scale;
  }

  void Add(const RunningSums& sums) {
    std::size_t place = 0;
    for (std::size_t r = 0; r < sums.rulesets.size(); ++r) {
      const TableSums& table = sums.rulesets[r];
      for (std::size_t k = 0; k < table.pairings.size(); ++k, ++place) {
        if (place == convergence_.series.size()) {
          convergence_.series.push_back(
              {.ruleset = static_cast<int>(r), .pairing = k});
        }
        AddStep(table, table.pairings[k], convergence_.series[place]);
      }
    }
  }

  Convergence Finish() {
    std::erase_if(convergence_.series, [](const ConvergenceSeries& series) {
      return series.steps.empty();
    });
    return std::move(convergence_);
  }

 private:
  void AddStep(const TableSums& table, const PairingSums& sums,
               ConvergenceSeries& series) const {
    const std::int64_t before =
        series.steps.empty() ? 0 : series.steps.back().pairs;
    if (sums.score.pairs == before) return;
    const std::int64_t declared = DeclaredPairs(config_);
    ConvergenceStep step{.pairs = sums.score.pairs};
    if (convergence_.scale == stats::ResultScale::kPoints) {
      const stats::PairSums points =
          stats::PairResults(sums.leads[Quantity::kGamePoints]);
      const TableRules rules = TableRulesOf(
          config_, rules_, static_cast<std::size_t>(series.ruleset),
          table.seatings);
      step.mean = stats::ComputeMean(points).value_or(0);
      step.interval = stats::AnytimePointsInterval(points, alpha_, declared,
                                                   rules.largest_lead);
    } else {
      step.mean = stats::ComputeMean(sums.score).value_or(0);
      step.interval = stats::AnytimeScoreInterval(sums.score, alpha_, declared);
    }
    series.steps.push_back(step);
  }

  const v1::LeagueConfig& config_;
  std::span<const CompiledRules> rules_;
  double alpha_;
  Convergence convergence_;
};

// Adds the units of some blocks to the sums.
absl::StatusOr<RunningSums> AddBlocks(LeagueStore& store, std::int64_t first,
                                      std::int64_t end, RunningSums sums) {
  SumsBuilder builder(store.config(), std::move(sums));
  absl::Status added;
  RETURN_IF_ERROR(store.ForEachUnit(first, end, [&](const StoredUnit& unit) {
    if (added.ok()) added = builder.Add(unit);
  }));
  if (!added.ok()) return added;
  return builder.Finish();
}

// A program that plays may have stored more units since the report read its
// sums; fewer are damage.
absl::Status CheckReported(const LeagueStore& store,
                           const RunningSums& reported,
                           const RunningSums& read) {
  if (read.units > reported.units) return absl::OkStatus();
  absl::Status same =
      read.units == reported.units
          ? CompareSums(store.config(), reported, read)
          : absl::DataLossError(absl::StrFormat("found %d units, expected %d",
                                                read.units, reported.units));
  if (same.ok()) return same;
  return absl::DataLossError(absl::StrFormat(
      "%s/league.sqlite: %s: the file is damaged or was edited; restore a copy "
      "of the directory, or play the league again in another one",
      store.directory(), std::string(same.message())));
}

}  // namespace

absl::StatusOr<Convergence> ReadConvergence(
    LeagueStore& store, std::span<const CompiledRules> rules,
    stats::ResultScale scale, double level, std::int64_t units,
    const RunningSums* reported) {
  const v1::LeagueConfig& config = store.config();
  const Schedule schedule = MakeSchedule(config);
  const auto series = static_cast<std::int64_t>(schedule.rounds()[0].size()) *
                      config.rulesets_size();
  ASSIGN_OR_RETURN(const std::vector<UnitRun> runs, store.StoredRuns());
  BlockCollector collector(config, rules, scale, level);
  const std::int64_t count = UnitsThatCount(runs, units);
  if (series > kMaxSeries || count > kMaxUnitsRead || count == 0) {
    return collector.Finish();
  }
  const std::int64_t end = std::min(units, runs.back().end);
  const std::int64_t of_block = UnitsOfABlock(config);
  RunningSums sums = EmptySums(config);
  std::int64_t next = 0;
  for (const std::int64_t block : StepsOf((end + of_block - 1) / of_block)) {
    const std::int64_t stop = std::min((block + 1) * of_block, end);
    ASSIGN_OR_RETURN(RunningSums more,
                     AddBlocks(store, next, stop, std::move(sums)));
    sums = std::move(more);
    collector.Add(sums);
    next = stop;
  }
  if (reported != nullptr) {
    RETURN_IF_ERROR(CheckReported(store, *reported, sums));
  }
  return collector.Finish();
}

}  // namespace couillon::arena
