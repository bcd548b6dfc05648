#include "bots/cpp/search/match_table.h"

#include <gtest/gtest.h>

#include <string>

#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::bots {
namespace {

// A deal that `winner` wins by 24 to 16, made by seat 0.
DealResult WonBy(Side winner) {
  DealResult result;
  result.trump = Suit::kHearts;
  result.maker = 0;
  result.maker_side = 0;
  result.card_points[winner] = 24;
  result.card_points[1U - winner] = 16;
  result.tricks[winner] = 3;
  result.tricks[1U - winner] = 1;
  return result;
}

MatchStanding Left(const CompiledRules& rules, int lines, int other_lines) {
  MatchStanding standing = Slate(rules.ruleset).Standing();
  standing.lines_left[0] = static_cast<std::int16_t>(lines);
  standing.lines_left[1] = static_cast<std::int16_t>(other_lines);
  return standing;
}

TEST(MatchTableTest, TheLastLineWinsTheMatch) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const MatchTable table(rules);
  const MatchStanding standing = Left(rules, 1, 1);
  EXPECT_EQ(table.ChanceAfter(rules.ruleset, standing, WonBy(0)), 1);
  EXPECT_EQ(table.ChanceAfter(rules.ruleset, standing, WonBy(1)), 0);
}

TEST(MatchTableTest, FewerLinesLeftAreABetterChance) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const MatchTable table(rules);
  double before = 1;
  for (int lines = 2; lines <= 5; ++lines) {
    const double chance =
        table.ChanceAfter(rules.ruleset, Left(rules, lines, 5), WonBy(0));
    EXPECT_LT(chance, before) << lines;
    EXPECT_GT(chance, 0.5) << lines;
    before = chance;
  }
}

TEST(MatchTableTest, BothSidesHaveAllChances) {
  for (const std::string& id : wire::RulesetIds()) {
    const CompiledRules rules = tests::Rules(id);
    if (!MatchTable::Covers(rules)) continue;
    const MatchTable table(rules);
    const MatchStanding standing = Left(rules, 3, 4);
    const MatchStanding turned = Left(rules, 4, 3);
    DealResult tie;
    tie.trump = Suit::kHearts;
    tie.card_points = {20, 20, 0};
    tie.tricks = {1, 1, 0};
    EXPECT_NEAR(table.ChanceAfter(rules.ruleset, standing, tie) +
                    table.ChanceAfter(rules.ruleset, turned, tie),
                1, 1e-5)
        << id;
    const SideValues values =
        MatchPayoff(table, rules.ruleset, standing).Of(WonBy(1));
    EXPECT_EQ(values[0] + values[1], 1'000'000) << id;
    EXPECT_GT(values[0], -1) << id;
    EXPECT_GT(values[1], -1) << id;
  }
}

TEST(MatchTableTest, TheSecondCowDecidesAMatchOfCows) {
  const CompiledRules rules = tests::Rules("kujong");
  ASSERT_EQ(rules.ruleset.match.cows_to_win, 2);
  const MatchTable table(rules);
  MatchStanding standing = Left(rules, 1, 9);
  EXPECT_NEAR(table.ChanceAfter(rules.ruleset, standing, WonBy(0)), 0.75, 1e-9);
  standing.cows_won[0] = 1;
  EXPECT_EQ(table.ChanceAfter(rules.ruleset, standing, WonBy(0)), 1);
}

TEST(MatchTableTest, ASingleDealIsNotInsideAMatch) {
  for (const std::string& id : wire::RulesetIds()) {
    const Ruleset ruleset = tests::Rules(id).ruleset;
    MatchStanding standing = Slate(ruleset).Standing();
    EXPECT_FALSE(IsInsideMatch(ruleset, standing)) << id;
    EXPECT_FALSE(IsInsideMatch(ruleset, MatchStanding())) << id;
    --standing.lines_left[1];
    EXPECT_TRUE(IsInsideMatch(ruleset, standing)) << id;
  }
}

}  // namespace
}  // namespace couillon::bots
