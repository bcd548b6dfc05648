#include "bots/cpp/search/belief.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "bots/cpp/heuristic.h"
#include "bots/cpp/random.h"
#include "bots/cpp/search/deal_sampler.h"
#include "bots/cpp/search/tracked_position.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

const DealSource& Source() {
  static const DealSource kSource("belief");
  return kSource;
}

// The weight by the plain bot, which reads each observation.
std::int64_t PlainWeight(const Position& deal, Seat decider,
                         const std::vector<Action>& actions) {
  Position position(deal.rules(), deal.pack(), deal.dealer());
  std::int64_t weight = kFullWeight;
  for (const Action action : actions) {
    const Observation seen = position.Observe();
    if (seen.decider != decider &&
        Heuristic().Decide(deal.rules(), seen) != action) {
      weight = weight * (seen.phase == Phase::kPlay ? 25 : 10) / 100;
    }
    position.Apply(action);
  }
  return std::max<std::int64_t>(weight, 1);
}

TEST(WeightTest, SurprisesOfOthersMakeADealWeighLess) {
  constexpr Surprise kSurprise{.card = 25, .call = 10};
  int lighter = 0;
  for (const char* id : {"basic-gerver", "kujong", "troeven-3-dummy"}) {
    const CompiledRules rules = tests::Rules(id);
    for (std::uint64_t deal = 0; deal < 30; ++deal) {
      tests::RandomDraws draws(Source(), deal);
      Position position = tests::DealAt(rules, Source(), deal);
      std::vector<Action> actions;
      while (!position.done()) {
        const Seat decider = position.decider();
        const std::int64_t weight = WeightOf(position, decider, kSurprise);
        EXPECT_EQ(weight, PlainWeight(position, decider, actions)) << id;
        lighter += weight < kFullWeight ? 1 : 0;
        actions.push_back(draws.Of(position.LegalActions()));
        position.Apply(actions.back());
      }
    }
  }
  EXPECT_GT(lighter, 100);
}

TEST(WeightTest, ADealPlayedByTheHeuristicBotWeighsMost) {
  const CompiledRules rules = tests::Rules("mit-malmedy");
  for (std::uint64_t deal = 0; deal < 30; ++deal) {
    TrackedPosition play(tests::DealAt(rules, Source(), deal));
    play.PlayOn(6);
    EXPECT_EQ(WeightOf(play.position(), 0, {.card = 25, .call = 10}),
              kFullWeight);
  }
}

// The deal `index`, in which the seats draw their actions, at its last choice.
Position LastChoice(const CompiledRules& rules, std::uint64_t index) {
  tests::RandomDraws draws(Source(), index);
  Position position = tests::DealAt(rules, Source(), index);
  Position last = position;
  while (!position.done()) {
    if (position.LegalActions().size() > 1) last = position;
    position.Apply(draws.Of(position.LegalActions()));
  }
  return last;
}

std::int64_t TotalWeight(const std::vector<BelievedDeal>& deals) {
  std::int64_t total = 0;
  for (const BelievedDeal& deal : deals) total += deal.weight;
  return total;
}

TEST(DrawDealsTest, WithUsualSurpriseEachDealCountsOnce) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const Observation seen = LastChoice(rules, 1).Observe();
  Random random(1);
  const auto deals = DrawDeals(DealSampler(rules, seen), random, 50, {});
  ASSERT_TRUE(deals.has_value());
  EXPECT_EQ(deals->size(), 50);
  EXPECT_EQ(TotalWeight(*deals), 50);
}

TEST(DrawDealsTest, EveryDealLooksAsTheOneUnderWay) {
  const CompiledRules rules = tests::Rules("mit-malmedy");
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Observation seen = LastChoice(rules, index).Observe();
    Random random(index);
    const auto deals = DrawDeals(DealSampler(rules, seen), random, 20,
                                 {.card = 25, .call = 10});
    ASSERT_TRUE(deals.has_value());
    for (const BelievedDeal& deal : *deals) {
      EXPECT_EQ(deal.play.position().Observe(), seen);
      EXPECT_GE(deal.weight, 1);
    }
  }
}

// The deal `index`, which "heuristic" plays, with two tricks left.
Position LateChoice(const CompiledRules& rules, std::uint64_t index) {
  TrackedPosition play(tests::DealAt(rules, Source(), index));
  play.PlayOn(2 * rules.players);
  return play.position();
}

// The share of the deals that weigh most, among all deals drawn and among those
// that stay.
TEST(DrawDealsTest, DealsCountInProportionToTheirWeight) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  constexpr Surprise kSurprise{.card = 25, .call = 10};
  constexpr int kCount = 4000;
  int unlike = 0;
  for (std::uint64_t index = 0; index < 5; ++index) {
    const Observation seen = LateChoice(rules, index).Observe();
    const DealSampler sampler(rules, seen);
    Random random(index);
    double full = 0;  // share of the weight of deals that weigh most
    double all = 0;
    for (int i = 0; i < 4 * kCount; ++i) {
      const auto weight = static_cast<double>(
          WeightOf(*sampler.Draw(random), seen.decider, kSurprise));
      all += weight;
      full += weight == kFullWeight ? weight : 0;
    }
    const auto deals = DrawDeals(sampler, random, kCount, kSurprise);
    ASSERT_TRUE(deals.has_value());
    EXPECT_EQ(TotalWeight(*deals), kCount);
    double kept = 0;
    for (const BelievedDeal& deal : *deals) {
      if (WeightOf(deal.play.position(), seen.decider, kSurprise) ==
          kFullWeight) {
        kept += static_cast<double>(deal.weight);
      }
    }
    EXPECT_NEAR(kept / kCount, full / all, 0.05) << index;
    unlike += full > 0.1 * all && full < 0.8 * all ? 1 : 0;
  }
  EXPECT_GT(unlike, 2);
}

}  // namespace
}  // namespace couillon::bots
