#include "bots/cpp/search/deal_sampler.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "bots/cpp/search/replay.h"
#include "engine/cards/action.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiler.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"
#include "tests/support/random_knobs.h"

namespace couillon::bots {
namespace {

// Draws deals at each decision of `position`, played out at random. Returns how
// many decisions no deal was found for.
int DrawAtEachDecision(Position position, tests::RandomDraws& draws, int deals,
                       const std::string& name) {
  const CompiledRules& rules = position.rules();
  int missed = 0;
  Random random(1);
  while (!position.done()) {
    const Observation seen = position.Observe();
    const DealSampler sampler(rules, seen);
    for (int i = 0; i < deals; ++i) {
      const std::optional<Position> deal = sampler.Draw(random);
      if (!deal) {
        ++missed;
        continue;
      }
      EXPECT_EQ(deal->Observe(), seen) << name;
      Position again(rules, deal->pack(), seen.dealer);
      EXPECT_TRUE(Replay(seen, ReplayMode::kChecking, again)) << name;
      EXPECT_EQ(again.Observe(), seen) << name;
      if (testing::Test::HasFailure()) return missed;
    }
    position.Apply(draws.Of(position.LegalActions()));
  }
  return missed;
}

class EveryRuleset : public testing::TestWithParam<std::string> {};

TEST_P(EveryRuleset, DealsDrawnLookLikeTheDealUnderWay) {
  const DealSource source("deal sampler");
  for (const std::string& spec : tests::SpecsOf(GetParam())) {
    const CompiledRules rules = tests::Rules(spec);
    for (std::uint64_t deal = 0; deal < 20; ++deal) {
      tests::RandomDraws draws(source, deal);
      const Position position = tests::DealAt(rules, source, deal);
      EXPECT_EQ(DrawAtEachDecision(position, draws, 3, spec), 0) << spec;
      ASSERT_FALSE(HasFailure()) << spec << ", deal " << deal;
    }
  }
}

TEST_P(EveryRuleset, DealsDrawnLookLikeTheDealUnderOddKnobs) {
  const DealSource source("deal sampler");
  const CompiledRules base = tests::Rules(GetParam());
  for (std::uint64_t deal = 0; deal < 40; ++deal) {
    tests::RandomDraws draws(source, deal);
    const absl::StatusOr<CompiledRules> rules =
        CompileRules(tests::WithRandomKnobs(base.ruleset, draws));
    if (!rules.ok()) continue;
    const Position position = tests::DealAt(*rules, source, deal);
    DrawAtEachDecision(position, draws, 3, GetParam());
    ASSERT_FALSE(HasFailure()) << GetParam() << ", deal " << deal;
  }
}

// Draws a deal at each decision of `position` with each order of cards.
void CompareOrders(Position position, tests::RandomDraws& draws) {
  const CompiledRules& rules = position.rules();
  Random in_order(1);
  Random in_any(1);
  while (!position.done()) {
    const Observation seen = position.Observe();
    const auto drawn = DealSampler(rules, seen).Draw(in_order);
    const auto any = DealSampler(rules, seen, CardOrder::kAny).Draw(in_any);
    ASSERT_TRUE(drawn && any);
    for (Seat seat = 0; seat < rules.players; ++seat) {
      ASSERT_EQ(any->hand(seat), drawn->hand(seat));
      ASSERT_EQ(any->StartingHand(seat), drawn->StartingHand(seat));
    }
    ASSERT_EQ(any->Observe(), seen);
    position.Apply(draws.Of(position.LegalActions()));
  }
  EXPECT_EQ(in_any.Next(), in_order.Next());
}

TEST_P(EveryRuleset, AnyOrderOfCardsGivesTheSameHands) {
  const DealSource source("deal sampler");
  for (const std::string& spec : tests::SpecsOf(GetParam())) {
    const CompiledRules rules = tests::Rules(spec);
    for (std::uint64_t deal = 0; deal < 20; ++deal) {
      tests::RandomDraws draws(source, deal);
      CompareOrders(tests::DealAt(rules, source, deal), draws);
      ASSERT_FALSE(HasFailure()) << spec << ", deal " << deal;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(DealSamplerTest, EveryRuleset,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) {
                           return tests::TestName(test.param);
                         });

}  // namespace
}  // namespace couillon::bots
