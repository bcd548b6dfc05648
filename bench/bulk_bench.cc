// The play kernel with every instruction set of this machine, and the general
// engine for comparison. The work: dealing, making trumps, random play,
// counting.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/playout.h"
#include "engine/bulk/play_kernel.h"
#include "engine/bulk/playout.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bench {
namespace {

constexpr std::size_t kDeals = 4096;  // per run; their results fit in a cache

void CountDeals(benchmark::State& state) {
  state.counters["deals/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * kDeals,
                         benchmark::Counter::kIsRate);
}

void PlayDeals(benchmark::State& state, const std::string& ruleset,
               const BulkTarget* target) {
  const CompiledRules rules = Rules(ruleset);
  const DealSource source("bench");
  const BulkPlayout bulk(rules, source, 3, target);
  BulkResults results(kDeals);
  std::uint64_t first = 0;
  for (auto _ : state) {
    bulk.Play(first, results);
    benchmark::DoNotOptimize(results.card_points[0].data());
    benchmark::ClobberMemory();
    first += kDeals;
  }
  CountDeals(state);
}

void SumDeals(benchmark::State& state, const std::string& ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const DealSource source("bench");
  const BulkPlayout bulk(rules, source, 3);
  std::uint64_t first = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(bulk.Sum(first, kDeals));
    first += kDeals;
  }
  CountDeals(state);
}

void Register() {
  // The benchmarks run after this function has returned.
  static const std::vector<BulkTarget> kTargets = FindBulkTargets();
  for (const std::string ruleset :
       {"basic-gerver", "fr", "force-gerver", "troeven", "troeven-3-solo"}) {
    for (const BulkTarget& target : kTargets) {
      benchmark::RegisterBenchmark(
          ("BM_Play/" + ruleset + "/" + target.name).c_str(),
          [ruleset, &target](benchmark::State& state) {
            PlayDeals(state, ruleset, &target);
          });
    }
    benchmark::RegisterBenchmark(("BM_Play/" + ruleset + "/engine").c_str(),
                                 [ruleset](benchmark::State& state) {
                                   PlayDeals(state, ruleset, nullptr);
                                 });
    benchmark::RegisterBenchmark(
        ("BM_Sum/" + ruleset).c_str(),
        [ruleset](benchmark::State& state) { SumDeals(state, ruleset); });
  }
}

}  // namespace
}  // namespace couillon::bench

int main(int argc, char** argv) {
  couillon::bench::Register();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
