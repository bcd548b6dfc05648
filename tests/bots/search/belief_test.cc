#include "bots/cpp/search/belief.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bots/cpp/heuristic.h"
#include "bots/cpp/search/card_policy.h"
#include "bots/cpp/table_view.h"
#include "engine/cards/action.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

const DealSource& BeliefDeals() {
  static const DealSource kSource("belief");
  return kSource;
}

constexpr PlayerModel kModel{
    .card_surprise = 20, .call_surprise = 10, .heuristic_share = 50};

// The chance of one of `actions` actions, if the model takes it with `chance`.
double Surprised(double chance, int surprise, int actions) {
  return (1 - surprise / 100.0) * chance + surprise / 100.0 / actions;
}

// The same as ComputeLikelihoods, from observations.
Likelihoods PlainLikelihoods(const Position& deal, Seat decider,
                             const std::vector<Action>& actions) {
  const CompiledRules& rules = deal.rules();
  Position position(rules, deal.pack(), deal.dealer());
  Likelihoods likelihoods;
  for (const Action action : actions) {
    const Observation seen = position.Observe();
    position.Apply(action);
    const int legal = seen.legal.size();
    if (seen.decider == decider || legal == 1) continue;
    const double usual = Heuristic().Decide(rules, seen) == action ? 1 : 0;
    if (seen.phase != Phase::kPlay) {
      likelihoods.policy *= Surprised(usual, kModel.call_surprise, legal);
      likelihoods.heuristic *= Surprised(usual, kModel.call_surprise, legal);
      continue;
    }
    if (!CardPolicy::IsFittedTo(rules)) {
      likelihoods.heuristic *= Surprised(usual, kSurpriseAlone, legal);
      continue;
    }
    const CardPolicy policy(ViewTable(rules, seen), seen.maker,
                            seen.legal.cards());
    const double by_policy =
        Surprised(static_cast<double>(policy.ChanceOf(action.card())) / 65536,
                  kModel.card_surprise, legal);
    const bool partner = rules.SideOf(seen.seat) == rules.SideOf(decider);
    likelihoods.policy *= by_policy;
    likelihoods.heuristic *=
        partner ? by_policy : Surprised(usual, kModel.card_surprise, legal);
  }
  return likelihoods;
}

TEST(LikelihoodTest, IsTheProductOfTheChancesOfTheOthersActions) {
  int differ = 0;
  for (const char* id :
       {"basic-gerver", "kujong", "troeven-3-dummy", "six-24"}) {
    const CompiledRules rules = tests::Rules(id);
    for (std::uint64_t deal = 0; deal < 30; ++deal) {
      tests::RandomDraws draws(BeliefDeals(), deal);
      Position position = tests::DealAt(rules, BeliefDeals(), deal);
      std::vector<Action> actions;
      while (!position.done()) {
        const Seat decider = position.decider();
        const Likelihoods found = ComputeLikelihoods(position, decider, kModel);
        const Likelihoods plain = PlainLikelihoods(position, decider, actions);
        EXPECT_DOUBLE_EQ(found.policy, plain.policy) << id;
        EXPECT_DOUBLE_EQ(found.heuristic, plain.heuristic) << id;
        differ += found.policy != found.heuristic ? 1 : 0;
        actions.push_back(draws.Of(position.LegalActions()));
        position.Apply(actions.back());
      }
    }
  }
  EXPECT_GT(differ, 100);
}

// The deal `index`, in which the seats draw their actions, at its last choice.
Position LastChoice(const CompiledRules& rules, std::uint64_t index) {
  tests::RandomDraws draws(BeliefDeals(), index);
  Position position = tests::DealAt(rules, BeliefDeals(), index);
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

TEST(DrawDealsTest, WithoutAModelEachDealCountsOnce) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const Observation seen = LastChoice(rules, 1).Observe();
  Random random(1);
  const auto deals =
      DrawDeals(DealSampler(rules, seen), random, 50, std::nullopt);
  ASSERT_TRUE(deals.has_value());
  EXPECT_EQ(deals->size(), 50);
  EXPECT_EQ(TotalWeight(*deals), 50);
}

TEST(DrawDealsTest, EveryDealLooksAsTheOneUnderWay) {
  const CompiledRules rules = tests::Rules("mit-malmedy");
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Observation seen = LastChoice(rules, index).Observe();
    Random random(index);
    const auto deals = DrawDeals(DealSampler(rules, seen), random, 20, kModel);
    ASSERT_TRUE(deals.has_value());
    for (const BelievedDeal& deal : *deals) {
      EXPECT_EQ(deal.play.position().Observe(), seen);
      EXPECT_GE(deal.weight, 1);
    }
  }
}

// The deal `index` with two tricks left, played by the models of `seats`.
Position LateChoice(const CompiledRules& rules, std::uint64_t index,
                    SeatBits seats) {
  TrackedPosition play(tests::DealAt(rules, BeliefDeals(), index));
  play.SetPolicySeats(seats);
  play.PlayOn(2 * rules.players);
  return play.position();
}

// What is likely, whatever the rivals play by.
double LikelihoodOf(const Position& deal, Seat decider) {
  const Likelihoods found = ComputeLikelihoods(deal, decider, kModel);
  return found.policy + found.heuristic;
}

// The share of the likeliest deals, among all deals drawn and among those that
// stay.
TEST(DrawDealsTest, DealsCountInProportionToTheirLikelihood) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  constexpr int kCount = 4000;
  int unlike = 0;
  for (std::uint64_t index = 0; index < 5; ++index) {
    const Observation seen = LateChoice(rules, index, 0).Observe();
    const DealSampler sampler(rules, seen);
    Random random(index);
    std::vector<double> drawn;
    for (int i = 0; i < 4 * kCount; ++i) {
      drawn.push_back(LikelihoodOf(*sampler.Draw(random), seen.decider));
    }
    const double likely = *std::max_element(drawn.begin(), drawn.end()) / 2;
    double most = 0;
    double all = 0;
    for (const double one : drawn) {
      all += one;
      most += one > likely ? one : 0;
    }
    const auto deals = DrawDeals(sampler, random, kCount, kModel);
    ASSERT_TRUE(deals.has_value());
    EXPECT_EQ(TotalWeight(*deals), kCount);
    double kept = 0;
    for (const BelievedDeal& deal : *deals) {
      const Position& position = deal.play.position();
      if (LikelihoodOf(position, seen.decider) > likely) {
        kept += static_cast<double>(deal.weight);
      }
    }
    EXPECT_NEAR(kept / kCount, most / all, 0.05) << index;
    unlike += most > 0.1 * all && most < 0.8 * all ? 1 : 0;
  }
  EXPECT_GT(unlike, 2);
}

// The share of the deals in which rivals are believed to play by policy, when
// `seats` do.
double BelievedShare(SeatBits seats) {
  const CompiledRules rules = tests::Rules("troeven");
  double share = 0;
  constexpr int kDeals = 30;
  for (std::uint64_t index = 0; index < kDeals; ++index) {
    const Position late = LateChoice(rules, index, seats);
    const Observation seen = late.Observe();
    Random random(index);
    const auto deals = DrawDeals(DealSampler(rules, seen), random, 200, kModel);
    std::int64_t by_policy = 0;
    for (const BelievedDeal& deal : *deals) {
      if (deal.play.policy_seats() == 0xff) by_policy += deal.weight;
    }
    share += static_cast<double>(by_policy) / 200 / kDeals;
  }
  return share;
}

TEST(DrawDealsTest, RivalsShowWhatTheyPlayBy) {
  EXPECT_LT(BelievedShare(0), 0.3);
  EXPECT_GT(BelievedShare(0xff), 0.7);
}

TEST(DrawDealsTest, WhereThePolicyDoesNotFitAllPlayAsHeuristic) {
  for (const char* id : {"six-24", "troeven-3-dummy", "troeven-2-layout"}) {
    const CompiledRules rules = tests::Rules(id);
    const Observation seen = LateChoice(rules, 1, 0).Observe();
    Random random(1);
    const auto deals = DrawDeals(DealSampler(rules, seen), random, 50, kModel);
    EXPECT_EQ(TotalWeight(*deals), 50) << id;
    for (const BelievedDeal& deal : *deals) {
      EXPECT_EQ(deal.play.policy_seats(), 0) << id;
    }
  }
}

TEST(DrawDealsTest, PartnersAlwaysPlayByPolicy) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const Observation seen = LateChoice(rules, 3, 0).Observe();
  Random random(3);
  const auto deals = DrawDeals(DealSampler(rules, seen), random, 50, kModel);
  const SeatBits own = seen.decider % 2 == 0 ? 0b0101 : 0b1010;
  for (const BelievedDeal& deal : *deals) {
    EXPECT_EQ(deal.play.policy_seats() & own, own);
  }
}

}  // namespace
}  // namespace couillon::bots
