// The thinking time of a bot, and its bounds, which are reported before play.
#include "arena/table/schedule/unit_budget.h"

#include <gtest/gtest.h>

#include <string>

#include "arena/report/text/policy_text.h"
#include "arena/table/referee/arena_clock.h"
#include "couillon/v1/league.pb.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/manual_clock.h"

namespace couillon::arena {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Clock::time_point kStart = Clock::time_point(hours(1));

TEST(ThinkingTimeTest, AnswersShareTheTimeThatTheyEnd) {
  ThinkingTime thinking;
  thinking.Begin(kStart);
  EXPECT_EQ(thinking.Share(kStart + seconds(6), 3), seconds(2));
  EXPECT_EQ(thinking.Share(kStart + seconds(7), 1), seconds(1));
  EXPECT_EQ(thinking.Share(kStart + seconds(7), 5), seconds(0));
  // No decision was open in between.
  thinking.Begin(kStart + seconds(100));
  EXPECT_EQ(thinking.Share(kStart + seconds(101), 1), seconds(1));
}

TEST(ThinkingTimeTest, TimeThatSeemsToGoBackIsNone) {
  ThinkingTime thinking;
  thinking.Begin(kStart);
  EXPECT_EQ(thinking.Share(kStart - seconds(1), 1), seconds(0));
  EXPECT_EQ(thinking.Share(kStart, 1), seconds(1));
}

TEST(ArenaClockTest, AStallOfTheRefereeIsOnNobodysClock) {
  testing_support::ManualClock machine(kStart);
  ArenaClock clock(machine);
  machine.Advance(milliseconds(20));
  clock.Look();
  EXPECT_EQ(clock.looked(), kStart + milliseconds(20));
  machine.Advance(milliseconds(10));
  EXPECT_EQ(clock.looked(), kStart + milliseconds(20));
  EXPECT_EQ(clock.Now(), kStart + milliseconds(30));
  machine.Advance(seconds(50));
  clock.Look();
  EXPECT_EQ(clock.looked(), kStart + milliseconds(20));
  machine.Advance(milliseconds(5));
  clock.Look();
  EXPECT_EQ(clock.looked(), kStart + milliseconds(25));
}

v1::LeagueConfig Config(const std::vector<std::string>& rulesets) {
  v1::LeagueConfig config;
  config.set_mode(v1::LEAGUE_MODE_DEALS);
  config.set_items(1000);
  config.set_block_items(100);
  config.add_bots()->set_builtin("greedy");
  config.add_bots()->add_command("a");
  config.add_bots()->mutable_remote()->set_address("b");
  for (const std::string& id : rulesets) {
    *config.add_rulesets()->mutable_ruleset() =
        wire::ToMessage(wire::FindRules(id)->ruleset);
  }
  config.mutable_limits()->set_move_ms(10'000);
  return config;
}

TEST(UnitBudgetTest, TheDefaultFollowsFromTheSilenceLimit) {
  EXPECT_EQ(DefaultUnitBudget(Config({"basic-gerver"})), seconds(100 * 2 * 40));
  // With three sides a deal has six seatings.
  EXPECT_EQ(DefaultUnitBudget(Config({"basic-gerver", "troeven-3-solo"})),
            seconds(100 * 6 * 40));
  v1::LeagueConfig config = Config({"basic-gerver"});
  config.set_items(30);  // not even one block
  EXPECT_EQ(DefaultUnitBudget(config), seconds(30 * 2 * 40));
  config.set_mode(v1::LEAGUE_MODE_MATCHES);
  EXPECT_EQ(DefaultUnitBudget(config), seconds(30 * 2 * 40 * 20));
  config.mutable_limits()->set_table_budget_ms(1);
  EXPECT_EQ(DefaultUnitBudget(config), seconds(0));
}

TEST(UnitBudgetTest, PlayIsBoundedByTheUnitsOfBotsThatAreNotBundled) {
  v1::LeagueConfig config = Config({"basic-gerver", "mit-malmedy"});
  config.mutable_limits()->set_unit_budget_ms(90'000);
  const PlayBound bound = BoundOfPlay(config);
  EXPECT_EQ(bound.units, 10 * 3 * 2);
  EXPECT_EQ(bound.units_of_bot, 10 * 2 * 2);
  EXPECT_FALSE(bound.from_clocks);
  EXPECT_EQ(bound.unit_seconds, 90);
  EXPECT_EQ(bound.seconds, 2 * 40 * 90);
  EXPECT_NE(DescribePolicy(config).find(
                "Budget: a bot may think 90 s per unit of work.\n60 units, at "
                "most 40 per bot; total thinking time is at most\n2 h 0 min, "
                "divided by the number of workers.\n"),
            std::string::npos)
      << DescribePolicy(config);
}

TEST(UnitBudgetTest, AnIndividualTournamentHasUnitsOfAllMembers) {
  v1::LeagueConfig config = Config({"basic-gerver"});
  config.set_format(v1::LEAGUE_FORMAT_INDIVIDUAL);
  for (int more = 0; more < 2; ++more) config.add_bots()->add_command("c");
  config.mutable_limits()->set_unit_budget_ms(1000);
  const PlayBound bound = BoundOfPlay(config);
  EXPECT_GT(bound.units_of_bot, 0);
  EXPECT_LE(bound.units_of_bot, bound.units);
  // Five bots; one of them is bundled, and all sit out equally often.
  EXPECT_EQ(bound.seconds, 4 * static_cast<double>(bound.units_of_bot));
  EXPECT_EQ(5 * bound.units_of_bot, 4 * bound.units);
}

TEST(UnitBudgetTest, AThreeWayLeagueHasUnitsOfAllThreeBots) {
  v1::LeagueConfig config = Config({"troeven-3-solo"});
  config.set_format(v1::LEAGUE_FORMAT_THREE_WAY);
  config.add_bots()->add_command("c");
  config.mutable_limits()->set_unit_budget_ms(1000);
  const PlayBound bound = BoundOfPlay(config);
  EXPECT_EQ(bound.units, 10 * 4);
  EXPECT_EQ(bound.units_of_bot, 10 * 3);
  EXPECT_EQ(bound.seconds, 3 * 30);  // one of the four bots is bundled
}

TEST(UnitBudgetTest, ClocksOfTablesBoundAUnitToo) {
  v1::LeagueConfig config = Config({"basic-gerver"});
  config.mutable_limits()->set_table_budget_ms(60'000);
  config.mutable_limits()->set_increment_ms(500);
  const PlayBound bound = BoundOfPlay(config);
  EXPECT_TRUE(bound.from_clocks);
  EXPECT_EQ(bound.unit_seconds, 100 * 2 * 60);
  EXPECT_NE(DescribePolicy(config).find("and the increments per unit of work, "
                                        "the clocks of its tables"),
            std::string::npos)
      << DescribePolicy(config);
}

TEST(UnitBudgetTest, WhatHasNoBoundIsSaid) {
  v1::LeagueConfig config = Config({"basic-gerver"});
  EXPECT_EQ(BoundOfPlay(config).unit_seconds, 0);
  EXPECT_NE(DescribePolicy(config).find("Budget: none per unit of work"),
            std::string::npos);
  for (v1::BotEntry& bot : *config.mutable_bots()) bot.set_builtin("greedy");
  EXPECT_EQ(DescribePolicy(config).find("Budget"), std::string::npos);
}

}  // namespace
}  // namespace couillon::arena
