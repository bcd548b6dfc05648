// The cost of a report, and of the sums that a league keeps for it.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/league/store/running_sums.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/law/max_t.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "arena/report/csv/report_csv.h"
#include "arena/report/data/league_report.h"
#include "arena/report/json/report_json.h"
#include "arena/report/text/report_text.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/pair_score.h"
#include "couillon/v1/league.pb.h"
#include "tests/support/large_league.h"

namespace couillon::bench {
namespace {

constexpr int kBots = 20;
constexpr std::uint32_t kDealsOfABlock = 2000;
// 20 bots have 190 pairings; 1,316 blocks of these are 10^9 deals, both
// seatings counted.
constexpr std::int64_t kBlocks = 1316;

void BM_ReportOfSums(benchmark::State& state) {
  const v1::LeagueConfig config =
      testing_support::LargeLeague(kBots, kDealsOfABlock);
  const arena::RunningSums sums = testing_support::LargeSums(config, kBlocks);
  std::int64_t deals = 0;
  for (const arena::PairingSums& pairing : sums.rulesets[0].pairings) {
    deals += pairing.counts.deals;
  }
  for (auto _ : state) {
    const arena::LeagueReport report =
        arena::ReportOfSums(config, {}, stats::ResultScale::kPoints, sums);
    const std::string text = arena::RenderText(report) +
                             arena::RenderJson(report) +
                             arena::RenderCsv(report);
    benchmark::DoNotOptimize(text.data());
  }
  state.counters["deals"] = static_cast<double>(deals);
}
BENCHMARK(BM_ReportOfSums)->Unit(benchmark::kMillisecond);

void BM_MaxTCriticalValue(benchmark::State& state) {
  const auto bots = static_cast<std::size_t>(state.range(0));
  stats::Matrix covariance(bots, bots);
  for (std::size_t i = 0; i < bots; ++i) covariance(i, i) = 1;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        stats::MaxTCriticalValue(covariance, 0.95, 100'000, 1));
  }
}
BENCHMARK(BM_MaxTCriticalValue)->Arg(5)->Arg(20)->Unit(benchmark::kMillisecond);

// Adds a block of all pairings of a league; a pair is one deal of one pairing.
void BM_AddBlock(benchmark::State& state) {
  const auto bots = static_cast<int>(state.range(0));
  const v1::LeagueConfig config = testing_support::LargeLeague(bots, 1000);
  const std::int64_t count = arena::UnitsOfABlock(config);
  std::vector<arena::StoredUnit> units;
  units.reserve(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    units.push_back(
        {.number = i,
         .outcome = {
             .scores = arena::PairScores(1000, arena::PairScore::OfTwo(1, 2)),
             .points = std::vector<std::int16_t>(1000, 2)}});
  }
  for (auto _ : state) {
    arena::SumsBuilder builder(config, arena::EmptySums(config));
    for (const arena::StoredUnit& unit : units) {
      benchmark::DoNotOptimize(builder.Add(unit).ok());
    }
    benchmark::DoNotOptimize(builder.Finish().units);
  }
  const double pairs = 1000.0 * static_cast<double>(units.size());
  state.counters["pair"] =
      benchmark::Counter(pairs, benchmark::Counter::kIsIterationInvariantRate |
                                    benchmark::Counter::kInvert);
}
BENCHMARK(BM_AddBlock)->Arg(2)->Arg(20)->Unit(benchmark::kMillisecond);

// Adds a pair and evaluates the test.
void BM_SequentialLook(benchmark::State& state) {
  const stats::SequentialTest test(
      {.nelo0 = 0, .nelo1 = 5, .alpha = 0.05, .beta = 0.05, .batch = 1},
      stats::ResultScale::kScore);
  stats::PairSums sums{.denominator = 4};
  std::int64_t quarters = 0;
  for (auto _ : state) {
    quarters = (quarters + 3) % 5;
    sums.Add(quarters);
    benchmark::DoNotOptimize(test.LookAt(sums).llr);
  }
}
BENCHMARK(BM_SequentialLook);

}  // namespace
}  // namespace couillon::bench
