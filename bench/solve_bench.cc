// The solver: whole deals after random calls, a new deal each time, and the
// values of all actions along one deal, where the table of earlier questions
// helps.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/playout.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"
#include "engine/solve/solver.h"

namespace couillon::bench {
namespace {

// So many that the processor does not learn the branches of each deal: on the
// same 64 deals again and again, basic-gerver is half as fast again.
constexpr std::size_t kDeals = 1024;

// Of each deal the first position in which only cards are due.
std::vector<Position> FirstCards(const CompiledRules& rules) {
  std::vector<Position> first;
  for (const Position& position : Decisions(rules, kDeals)) {
    if (!position.OnlyCardsAreDue()) continue;
    if (!first.empty() && first.back().pack() == position.pack()) continue;
    first.push_back(position);
  }
  return first;
}

void CountNodes(benchmark::State& state, const Solver& solver) {
  state.counters["nodes"] = benchmark::Counter(
      static_cast<double>(solver.nodes()), benchmark::Counter::kAvgIterations);
}

void CardPoints(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Position> positions = FirstCards(rules);
  Solver solver(rules);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(solver.CardPoints(positions[next]));
    if (++next == positions.size()) next = 0;
  }
  state.SetItemsProcessed(state.iterations());
  CountNodes(state, solver);
}

void GamePointsOfDeal(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Position> positions = FirstCards(rules);
  const GamePoints game(rules.ruleset);
  Solver solver(rules);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(solver.Worth(positions[next], game));
    if (++next == positions.size()) next = 0;
  }
  state.SetItemsProcessed(state.iterations());
  CountNodes(state, solver);
}

// The value of every action at every card of a deal.
void ActionsAlongDeal(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Position> decisions = Decisions(rules, kDeals);
  const GamePoints game(rules.ruleset);
  Solver solver(rules);
  std::size_t next = 0;
  std::int64_t solved = 0;
  for (auto _ : state) {
    const Position& position = decisions[next];
    if (position.OnlyCardsAreDue()) {
      benchmark::DoNotOptimize(solver.WorthByAction(position, game));
      ++solved;
    }
    if (++next == decisions.size()) next = 0;
  }
  state.SetItemsProcessed(solved);
  CountNodes(state, solver);
}

BENCHMARK_CAPTURE(CardPoints, basic_gerver, "basic-gerver");
BENCHMARK_CAPTURE(CardPoints, force_gerver, "force-gerver");
BENCHMARK_CAPTURE(CardPoints, kujong, "kujong");
BENCHMARK_CAPTURE(GamePointsOfDeal, basic_gerver, "basic-gerver");
BENCHMARK_CAPTURE(GamePointsOfDeal, force_gerver, "force-gerver");
BENCHMARK_CAPTURE(GamePointsOfDeal, kujong, "kujong");
BENCHMARK_CAPTURE(ActionsAlongDeal, basic_gerver, "basic-gerver");
BENCHMARK_CAPTURE(ActionsAlongDeal, kujong, "kujong");

}  // namespace
}  // namespace couillon::bench
