// The bots that search: decisions with at least two legal actions, in deals
// that the bot "heuristic" plays.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "bench/playout.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/heuristic.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/pack.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bench {
namespace {

constexpr std::size_t kDeals = 64;

std::vector<Observation> Choices(const CompiledRules& rules) {
  bots::Heuristic heuristic;
  std::vector<Observation> choices;
  for (const Pack& pack : Packs(rules, kDeals)) {
    Position position(rules, pack, 0);
    while (!position.done()) {
      Observation seen = position.Observe();
      seen.random_seed = choices.size();
      if (seen.legal.size() > 1) choices.push_back(seen);
      position.Apply(heuristic.Decide(rules, seen));
    }
  }
  return choices;
}

void Decide(benchmark::State& state, const char* ruleset, const char* bot) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Observation> choices = Choices(rules);
  const std::unique_ptr<bots::Strategy> strategy = *bots::MakeStrategy(bot);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(strategy->Decide(rules, choices[next]));
    if (++next == choices.size()) next = 0;
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK_CAPTURE(Decide, pimc_basic_gerver, "basic-gerver", "pimc:samples=32");
BENCHMARK_CAPTURE(Decide, pimc_kujong, "kujong", "pimc:samples=32");
BENCHMARK_CAPTURE(Decide, pimc_troeven, "troeven", "pimc:samples=32");
BENCHMARK_CAPTURE(Decide, expert_basic_gerver, "basic-gerver", "expert");
BENCHMARK_CAPTURE(Decide, expert_kujong, "kujong", "expert");
BENCHMARK_CAPTURE(Decide, expert_troeven, "troeven", "expert");

}  // namespace
}  // namespace couillon::bench
