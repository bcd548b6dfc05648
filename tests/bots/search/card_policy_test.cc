#include "bots/cpp/search/card_policy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "bots/cpp/heuristic.h"
#include "bots/cpp/search/card_features.h"
#include "bots/cpp/search/policy_bot.h"
#include "bots/cpp/search/tracked_position.h"
#include "engine/cards/action.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/solve/payoff.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

const DealSource& PolicyDeals() {
  static const DealSource kSource("card policy");
  return kSource;
}

// Calls `see` with every choice between cards in deals played at random.
template <typename See>
void ForEachChoice(const CompiledRules& rules, const See& see) {
  for (std::uint64_t deal = 0; deal < 30; ++deal) {
    tests::RandomDraws draws(PolicyDeals(), deal);
    Position position = tests::DealAt(rules, PolicyDeals(), deal);
    while (!position.done()) {
      const ActionSet legal = position.LegalActions();
      if (position.phase() == Phase::kPlay && legal.size() > 1) {
        see(position.Observe());
      }
      position.Apply(draws.Of(legal));
    }
  }
}

class CardPolicyTest : public testing::TestWithParam<std::string> {};

TEST_P(CardPolicyTest, ChancesAddUpAndTheBestCardHasMost) {
  const CompiledRules rules = tests::Rules(GetParam());
  ForEachChoice(rules, [&rules](const Observation& seen) {
    const CardSet legal = seen.legal.cards();
    const CardPolicy policy(ViewTable(rules, seen), seen.maker, legal);
    std::int64_t all = 0;
    for (const Card card : legal) {
      const std::int64_t chance = policy.ChanceOf(card);
      EXPECT_GE(chance, 0);
      EXPECT_LE(chance, policy.ChanceOf(policy.Best()));
      all += chance;
    }
    EXPECT_LE(all, 65536);
    EXPECT_GT(all, 65536 - legal.size());  // each is rounded down
  });
}

TEST_P(CardPolicyTest, KnowsTheCardOfTheHeuristicBot) {
  const CompiledRules rules = tests::Rules(GetParam());
  ForEachChoice(rules, [&rules](const Observation& seen) {
    const CardPolicy policy(ViewTable(rules, seen), seen.maker,
                            seen.legal.cards());
    EXPECT_EQ(Action::OfCard(policy.HeuristicCard()),
              Heuristic().Decide(rules, seen));
  });
}

// Weights of another set, or of another feature, would go unnoticed otherwise.
TEST_P(CardPolicyTest, EachFeatureIsAddedOnceWithinItsSet) {
  const CompiledRules rules = tests::Rules(GetParam());
  ForEachChoice(rules, [&rules](const Observation& seen) {
    const TableView view = ViewTable(rules, seen);
    std::array<CardValue, kMaxTricks> values;
    const int count = ValueCards(view, seen.legal.cards(), values);
    const CardFeatures features(view, seen.maker);
    int first_of_set = -1;
    for (int i = 0; i < count; ++i) {
      std::array<int, kCardFeatures> added{};
      int first = kCardFeatures;
      int last = 0;
      features.ForEach(values.at(i), [&](int feature, int /*amount*/) {
        ++added.at(feature);
        first = std::min(first, feature);
        last = std::max(last, feature);
      });
      EXPECT_EQ(*std::max_element(added.begin(), added.end()), 1);
      const bool leads = view.trick.empty();
      EXPECT_LT(last, first + (leads ? kLeadFeatures : kFollowFeatures));
      EXPECT_EQ(first < kLeadSets * kLeadFeatures, leads);
      EXPECT_TRUE(i == 0 || first == first_of_set);
      first_of_set = first;
    }
  });
}

// The model of others in "expert" and the bot that one can play are the same;
// where the policy is not fitted, the bot is "heuristic".
TEST_P(CardPolicyTest, TheBotPlaysAsTheModelDoes) {
  const CompiledRules rules = tests::Rules(GetParam());
  PolicyBot bot;
  Heuristic heuristic;
  for (std::uint64_t index = 0; index < 30; ++index) {
    TrackedPosition model(tests::DealAt(rules, PolicyDeals(), index));
    if (CardPolicy::IsFittedTo(rules)) model.SetPolicySeats(0xff);
    while (!model.position().done()) {
      const Observation seen = model.position().Observe();
      const Action action = bot.Decide(rules, seen);
      EXPECT_EQ(action, model.ModelAction(seen.legal));
      if (!CardPolicy::IsFittedTo(rules)) {
        EXPECT_EQ(action, heuristic.Decide(rules, seen));
      }
      model.Apply(action);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CardPolicyTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& param) {
                           return tests::TestName(param.param);
                         });

// The lead in game points of a side that the bot "policy" plays, in one deal;
// "heuristic" plays the other.
std::int32_t LeadOfPolicy(Position deal, Side policy_side,
                          const GamePoints& points) {
  const CompiledRules& rules = deal.rules();
  PolicyBot policy;
  Heuristic heuristic;
  while (!deal.done()) {
    const Observation seen = deal.Observe();
    deal.Apply(rules.SideOf(seen.seat) == policy_side
                   ? policy.Decide(rules, seen)
                   : heuristic.Decide(rules, seen));
  }
  const SideValues values = points.Of(deal.Result());
  return values[policy_side] - values[policy_side ^ 1U];
}

TEST(CardPolicyStrengthTest, WinsMoreThanTheHeuristicBot) {
  for (const char* id :
       {"basic-gerver", "kwajongen", "force-gerver", "mit-malmedy", "kujong",
        "troeven", "ardennes", "cooyah", "fr", "tongres", "force-fr"}) {
    const CompiledRules rules = tests::Rules(id);
    const GamePoints points(rules.ruleset);
    std::int32_t lead = 0;
    constexpr std::uint64_t kDeals = 2000;
    for (std::uint64_t index = 0; index < kDeals; ++index) {
      const Position deal = tests::DealAt(rules, PolicyDeals(), index);
      for (const Side side : {Side{0}, Side{1}}) {
        lead += LeadOfPolicy(deal, side, points);
      }
    }
    EXPECT_GT(lead, 0) << id;
  }
}

}  // namespace
}  // namespace couillon::bots
