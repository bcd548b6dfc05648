// Dealing: packs one by one and in bulk, and the seeds of decisions.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cards/card_set.h"
#include "engine/cards/pack.h"
#include "engine/deal/deal_source.h"

namespace couillon::bench {
namespace {

// All cards, or all but the sevens and eights.
CardSet Deck(std::int64_t cards) {
  return CardSet(cards == 32 ? 0xffffffffU : 0xfcfcfcfcU);
}

void BM_PackOf(benchmark::State& state) {
  const DealSource deals("bench");
  const CardSet deck = Deck(state.range(0));
  std::uint64_t deal = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(deals.PackOf(deck, deal++));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_PackOf)->ArgName("cards")->Arg(24)->Arg(32);

void BM_PacksOf(benchmark::State& state) {
  const DealSource deals("bench");
  const CardSet deck = Deck(state.range(0));
  std::vector<Pack> packs(static_cast<std::size_t>(state.range(1)));
  std::uint64_t deal = 0;
  for (auto _ : state) {
    deals.DealPacks(deck, deal, packs);
    benchmark::DoNotOptimize(packs.data());
    deal += packs.size();
  }
  state.SetItemsProcessed(state.iterations() * state.range(1));
}
BENCHMARK(BM_PacksOf)
    ->ArgNames({"cards", "packs"})
    ->ArgsProduct({{24, 32}, {32, 1024}});

void BM_DecisionSeed(benchmark::State& state) {
  const DealSource deals("bench");
  std::uint64_t deal = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(deals.DecisionSeed(deal++, 1, 7, 0));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_DecisionSeed);

}  // namespace
}  // namespace couillon::bench
