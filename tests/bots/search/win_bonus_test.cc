#include "bots/cpp/search/win_bonus.h"

#include <gtest/gtest.h>

#include <string>

#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/deal/deal_source.h"
#include "engine/play/observation.h"
#include "engine/play/position.h"
#include "engine/play/slate.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

// A deal of kwajongen that seat 0 made.
DealResult Made(int points, int other_points) {
  DealResult result;
  result.trump = Suit::kHearts;
  result.maker = 0;
  result.maker_side = 0;
  result.card_points[0] = static_cast<std::uint8_t>(points);
  result.card_points[1] = static_cast<std::uint8_t>(other_points);
  result.tricks[0] = 2;
  result.tricks[1] = 2;
  return result;
}

TEST(WinBonusTest, IsForTheSideThatGainsMore) {
  const CompiledRules rules = tests::Rules("kwajongen");
  const PointsWithWinBonus payoff(rules.ruleset, 0, 50);
  EXPECT_EQ(payoff.Of(Made(13, 11)), (SideValues{150, 0}));
  // Makers who lose add a line to their own slate.
  EXPECT_EQ(payoff.Of(Made(11, 13)), (SideValues{-100, 150}));
  DealResult passed_out;
  passed_out.abandoned = true;
  EXPECT_EQ(payoff.Of(passed_out), (SideValues{0, 0}));
}

TEST(WinBonusTest, WithoutOneGamePointsCount) {
  const CompiledRules rules = tests::Rules("kwajongen");
  const PointsWithWinBonus payoff(rules.ruleset, 1, 0);
  const GamePoints points(rules.ruleset, 1);
  for (const DealResult& result : {Made(13, 11), Made(12, 12), Made(9, 15)}) {
    EXPECT_EQ(payoff.Of(result)[0], 100 * points.Of(result)[0]);
    EXPECT_EQ(payoff.Of(result)[1], 100 * points.Of(result)[1]);
  }
}

// How often `bot` takes the trump offered first in 200 deals of kwajongen,
// where makers who lose pay extra and a deal that all pass costs nothing.
int Takes(const std::string& bot, bool inside_match) {
  const CompiledRules rules = tests::Rules("kwajongen");
  const DealSource source("win bonus");
  const auto strategy = *MakeStrategy(bot);
  int takes = 0;
  for (std::uint64_t deal = 0; deal < 200; ++deal) {
    const Position position = tests::DealAt(rules, source, deal);
    Observation seen = position.Observe();
    seen.random_seed = deal;
    seen.standing = Slate(rules.ruleset).Standing();
    if (inside_match) --seen.standing.lines_left[0];
    if (strategy->Decide(rules, seen) != kPass) ++takes;
  }
  return takes;
}

TEST(WinBonusTest, BotsTakeMoreOftenIfAWonDealCountsMore) {
  for (const std::string bot : {"pimc:samples=40", "expert:samples=40"}) {
    EXPECT_GT(Takes(bot + ",win-bonus=1000", false), Takes(bot, false) + 10)
        << bot;
  }
}

TEST(WinBonusTest, ExpertHasThatOfTheRulesUnlessTold) {
  EXPECT_EQ(WinBonusOf(tests::Rules("kwajongen").ruleset), 50);
  EXPECT_EQ(WinBonusOf(tests::Rules("fr").ruleset), 0);
  const int takes = Takes("expert:samples=40", false);
  EXPECT_EQ(takes, Takes("expert:samples=40,win-bonus=50", false));
  EXPECT_GT(takes, Takes("expert:samples=40,win-bonus=0", false));
  EXPECT_EQ(Takes("pimc:samples=40", false),
            Takes("pimc:samples=40,win-bonus=0", false));
}

TEST(WinBonusTest, ChangesNothingInsideAMatch) {
  EXPECT_EQ(Takes("pimc:samples=40,win-bonus=1000", true),
            Takes("pimc:samples=40", true));
}

TEST(WinBonusTest, ThreeSidesPlayForGamePointsAsWithoutIt) {
  const CompiledRules rules = tests::Rules("troeven-3-solo");
  const DealSource source("win bonus");
  const auto with = *MakeStrategy("pimc:samples=4,win-bonus=1000");
  const auto without = *MakeStrategy("pimc:samples=4");
  for (std::uint64_t deal = 0; deal < 3; ++deal) {
    Position position = tests::DealAt(rules, source, deal);
    while (!position.done()) {
      Observation seen = position.Observe();
      seen.random_seed = deal;
      const Action action = without->Decide(rules, seen);
      EXPECT_EQ(with->Decide(rules, seen), action);
      position.Apply(action);
    }
  }
}

}  // namespace
}  // namespace couillon::bots
