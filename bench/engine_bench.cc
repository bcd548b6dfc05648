// The engine alone: legal actions, applying an action, observing, relabelling
// suits, and whole deals played at random.
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bench/playout.h"
#include "bots/cpp/random.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/observation.h"
#include "engine/play/playout.h"
#include "engine/play/playout_random.h"
#include "engine/play/position.h"
#include "engine/play/suit_map.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::bench {
namespace {

void CountDecisions(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations());
}

void CountDeals(benchmark::State& state, std::uint64_t deals) {
  state.counters["deals/s"] = benchmark::Counter(static_cast<double>(deals),
                                                 benchmark::Counter::kIsRate);
}

void LegalActions(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Position> positions = Decisions(rules, 64);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(positions[next].LegalActions());
    if (++next == positions.size()) next = 0;
  }
  CountDecisions(state);
}

// Copies a position and applies an action; BM_Copy measures the copy alone.
void Apply(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Position> positions = Decisions(rules, 64);
  std::vector<Action> actions;
  actions.reserve(positions.size());
  bots::Random random(2);
  for (const Position& position : positions) {
    actions.push_back(RandomAction(position.LegalActions(), random));
  }
  std::size_t next = 0;
  for (auto _ : state) {
    Position position = positions[next];
    position.Apply(actions[next]);
    benchmark::DoNotOptimize(position);
    if (++next == positions.size()) next = 0;
  }
  CountDecisions(state);
}

void Copy(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Position> positions = Decisions(rules, 64);
  std::size_t next = 0;
  for (auto _ : state) {
    Position position = positions[next];
    benchmark::DoNotOptimize(position);
    if (++next == positions.size()) next = 0;
  }
  CountDecisions(state);
}

void Observe(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const std::vector<Position> positions = Decisions(rules, 64);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(positions[next].Observe());
    if (++next == positions.size()) next = 0;
  }
  CountDecisions(state);
}

// Relabels the suits of an observation, as the referee does for a disguise.
void Relabel(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  std::vector<Observation> seen;
  for (const Position& position : Decisions(rules, 64)) {
    seen.push_back(position.Observe());
  }
  const SuitMap map(
      {Suit::kHearts, Suit::kClubs, Suit::kSpades, Suit::kDiamonds});
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(map(seen[next]));
    if (++next == seen.size()) next = 0;
  }
  CountDecisions(state);
}

// How many deals take turns in a playout.
constexpr std::size_t kAtOnce = 32;

// Copies a position before its first decision and plays it out: the workload
// of a search by rollouts.
void Rollout(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const Position dealt(rules, Packs(rules, 1)[0], 0);
  std::vector<Position> positions(kAtOnce, dealt);
  std::vector<PlayoutRandom> randoms(kAtOnce, PlayoutRandom(0, 0));
  std::uint64_t deal = 0;
  for (auto _ : state) {
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      positions[i] = dealt;
      randoms[i] = PlayoutRandom(3, deal++);
    }
    PlayOut(positions, randoms);
    benchmark::DoNotOptimize(positions.data());
  }
  CountDeals(state, deal);
}

// Deals, plays at random and scores. Deals many packs at once; kAtOnce deals
// take turns in a playout.
void DealAndPlayout(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  const DealSource deals("bench");
  std::array<Pack, 16 * kAtOnce> packs;
  std::vector<Position> positions;
  positions.reserve(kAtOnce);
  std::vector<PlayoutRandom> randoms(kAtOnce, PlayoutRandom(0, 0));
  std::uint64_t deal = 0;
  Seat dealer = 0;
  for (auto _ : state) {
    const std::size_t next = deal % packs.size();
    if (next == 0) deals.DealPacks(rules.deck, deal, packs);
    positions.clear();
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      positions.emplace_back(rules, packs[next + i], dealer);
      dealer = rules.Next(dealer);
      randoms[i] = PlayoutRandom(3, deal++);
    }
    PlayOut(positions, randoms);
    for (const Position& position : positions) {
      benchmark::DoNotOptimize(ScoreDeal(rules.ruleset, position.Result(), 0));
    }
  }
  CountDeals(state, deal);
}

// Counts every way to play out the last tricks of a deal, as perft does in
// chess.
std::uint64_t WaysToPlayOut(const Position& position) {
  if (position.done()) return 1;
  std::uint64_t ways = 0;
  for (const Action action : position.LegalActions()) {
    Position next = position;
    next.Apply(action);
    ways += WaysToPlayOut(next);
  }
  return ways;
}

void Enumerate(benchmark::State& state, const char* ruleset) {
  const CompiledRules rules = Rules(ruleset);
  Position position(rules, Packs(rules, 1)[0], 0);
  const int left = 4 * rules.players;
  while (!position.done()) {
    const Observation seen = position.Observe();
    if (rules.tricks * rules.players - seen.played_count <= left &&
        position.phase() == Phase::kPlay) {
      break;
    }
    position.Apply(position.LegalActions().Nth(
        position.phase() == Phase::kTrump ? position.LegalActions().size() - 1
                                          : 0));
  }
  std::uint64_t ways = 0;
  for (auto _ : state) ways += WaysToPlayOut(position);
  state.counters["ways/s"] = benchmark::Counter(static_cast<double>(ways),
                                                benchmark::Counter::kIsRate);
}

#define COUILLON_BENCH_RULESETS(function)                   \
  BENCHMARK_CAPTURE(function, basic_gerver, "basic-gerver") \
      ->Name("BM_" #function "/basic-gerver");              \
  BENCHMARK_CAPTURE(function, mit_malmedy, "mit-malmedy")   \
      ->Name("BM_" #function "/mit-malmedy");               \
  BENCHMARK_CAPTURE(function, troeven, "troeven")           \
      ->Name("BM_" #function "/troeven")

COUILLON_BENCH_RULESETS(LegalActions);
COUILLON_BENCH_RULESETS(Apply);
COUILLON_BENCH_RULESETS(Copy);
COUILLON_BENCH_RULESETS(Observe);
COUILLON_BENCH_RULESETS(Relabel);
COUILLON_BENCH_RULESETS(Rollout);
COUILLON_BENCH_RULESETS(DealAndPlayout);
COUILLON_BENCH_RULESETS(Enumerate);

}  // namespace
}  // namespace couillon::bench
