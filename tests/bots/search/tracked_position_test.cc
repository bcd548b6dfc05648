#include "bots/cpp/search/tracked_position.h"

#include <gtest/gtest.h>

#include <string>

#include "bots/cpp/heuristic.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

class TrackedPositionTest : public testing::TestWithParam<std::string> {};

// Compares the two at each decision of a deal, in which every third action is
// drawn at random.
void Compare(const Position& start, tests::RandomDraws& draws) {
  TrackedPosition tracked(start);
  int decisions = 0;
  while (!tracked.position().done()) {
    const Position& position = tracked.position();
    const ActionSet legal = position.LegalActions();
    const Action expected =
        Heuristic().Decide(position.rules(), position.Observe());
    ASSERT_EQ(tracked.HeuristicAction(legal), expected)
        << "decision " << decisions;
    ASSERT_EQ(TrackedPosition(position).HeuristicAction(legal), expected)
        << "decision " << decisions << ", begun here";
    ASSERT_EQ(TrackedPosition(position, tracked).HeuristicAction(legal),
              expected)
        << "decision " << decisions << ", with the history of another";
    tracked.Apply(++decisions % 3 == 0 ? draws.Of(legal) : expected);
  }
}

TEST_P(TrackedPositionTest, ActsAsTheHeuristicBot) {
  const DealSource source("tracked position");
  for (const std::string& spec : tests::SpecsOf(GetParam())) {
    const CompiledRules rules = tests::Rules(spec);
    for (std::uint64_t deal = 0; deal < 30; ++deal) {
      tests::RandomDraws draws(source, deal);
      Compare(tests::DealAt(rules, source, deal), draws);
      ASSERT_FALSE(HasFatalFailure()) << spec << ", deal " << deal;
    }
  }
}

// Seats 0 and 2 play by policy, as seen by who decides.
TEST_P(TrackedPositionTest, SeatsActByTheirModels) {
  const CompiledRules rules = tests::Rules(GetParam());
  const DealSource source("tracked position");
  int differ = 0;
  for (std::uint64_t deal = 0; deal < 20; ++deal) {
    tests::RandomDraws draws(source, deal);
    TrackedPosition tracked(tests::DealAt(rules, source, deal));
    tracked.SetPolicySeats(0b101);
    while (!tracked.position().done()) {
      const Position& position = tracked.position();
      const Observation seen = position.Observe();
      Action expected = Heuristic().Decide(rules, seen);
      if (seen.phase == Phase::kPlay && seen.seat % 2 == 0 && seen.seat < 4) {
        const CardPolicy policy(ViewTable(rules, seen), seen.maker,
                                seen.legal.cards());
        differ += Action::OfCard(policy.Best()) == expected ? 0 : 1;
        expected = Action::OfCard(policy.Best());
      }
      ASSERT_EQ(tracked.ModelAction(seen.legal), expected) << deal;
      tracked.Apply(draws.Of(seen.legal));
    }
  }
  EXPECT_GT(differ, 0);
}

TEST_P(TrackedPositionTest, PlaysOnUntilSoManyCardsAreLeft) {
  const CompiledRules rules = tests::Rules(GetParam());
  const DealSource source("tracked position");
  for (std::uint64_t deal = 0; deal < 20; ++deal) {
    TrackedPosition tracked(tests::DealAt(rules, source, deal));
    tracked.PlayOn(5);
    if (!tracked.position().done()) {
      EXPECT_EQ(CardsLeft(tracked.position()), 5);
    }
    tracked.PlayOn(0);
    EXPECT_TRUE(tracked.position().done());
  }
}

INSTANTIATE_TEST_SUITE_P(All, TrackedPositionTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& param) {
                           return tests::TestName(param.param);
                         });

}  // namespace
}  // namespace couillon::bots
