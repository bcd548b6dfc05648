#include "arena/table/schedule/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "arena/table/schedule/league_schedule.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {
namespace {

TEST(ScheduleTest, EveryPairingPlaysEveryItemOfEveryRulesetOnce) {
  const Schedule schedule = Schedule::RoundRobin(5, 3, 1000, 64);
  std::map<std::tuple<int, int, int, std::uint64_t>, int> played;
  for (std::int64_t number = 0; number < schedule.units(); ++number) {
    const Unit unit = schedule.unit(number);
    EXPECT_EQ(unit.number, number);
    const int first = ToInt(unit.teams.first[0]);
    const int second = ToInt(unit.teams.second[0]);
    EXPECT_LT(first, second);
    for (std::uint32_t i = 0; i < unit.items; ++i) {
      ++played[{unit.ruleset, first, second, unit.first_item + i}];
    }
  }
  EXPECT_EQ(played.size(), 3U * 10 * 1000);
  for (const auto& [key, times] : played) EXPECT_EQ(times, 1);
}

TEST(ScheduleTest, EveryThreeBotsPlayEveryItemOfEveryRulesetOnce) {
  const Schedule schedule = Schedule::ThreeWay(5, 2, 100, 16);
  std::map<std::tuple<int, int, int, int, std::uint64_t>, int> played;
  for (std::int64_t number = 0; number < schedule.units(); ++number) {
    const Unit unit = schedule.unit(number);
    EXPECT_EQ(unit.teams.size(), 3);
    const int first = ToInt(unit.teams.first[0]);
    const int second = ToInt(unit.teams.second[0]);
    const int third = ToInt(unit.teams.third[0]);
    EXPECT_LT(first, second);
    EXPECT_LT(second, third);
    EXPECT_EQ(unit.TeamOf(BotIndex(third)), Team::kThird);
    for (std::uint32_t i = 0; i < unit.items; ++i) {
      ++played[{unit.ruleset, first, second, third, unit.first_item + i}];
    }
  }
  EXPECT_EQ(played.size(), 2U * 10 * 100);  // 10 choices of three of five
  for (const auto& [key, times] : played) EXPECT_EQ(times, 1);
}

TEST(ScheduleTest, UnitsComeBlockByBlock) {
  const Schedule schedule = Schedule::RoundRobin(3, 2, 100, 10);
  EXPECT_EQ(schedule.units(), 3 * 2 * 10);
  for (std::int64_t number = 1; number < schedule.units(); ++number) {
    EXPECT_GE(schedule.unit(number).block, schedule.unit(number - 1).block);
  }
}

TEST(ScheduleTest, TheLastBlockHoldsWhatIsLeft) {
  const Schedule schedule = Schedule::RoundRobin(2, 1, 10, 4);
  EXPECT_EQ(schedule.units(), 3);
  EXPECT_EQ(schedule.unit(2).first_item, 8U);
  EXPECT_EQ(schedule.unit(2).items, 2U);
}

TEST(ScheduleTest, AGauntletIsTheFirstBotAgainstEveryOther) {
  v1::LeagueConfig config;
  for (int bot = 0; bot < 4; ++bot) config.add_bots();
  config.add_rulesets();
  config.set_items(10);
  config.set_block_items(5);
  config.set_format(v1::LEAGUE_FORMAT_GAUNTLET);
  const Schedule schedule = MakeSchedule(config);
  EXPECT_EQ(schedule.units(), 3 * 2);
  for (std::int64_t number = 0; number < schedule.units(); ++number) {
    EXPECT_TRUE(schedule.unit(number).Has(BotIndex(0)));
    EXPECT_TRUE(
        schedule.unit(number).Has(BotIndex(static_cast<int>(number % 3) + 1)));
  }
}

TEST(ScheduleTest, ListedPairingsBeginWithTheirOwnItem) {
  v1::LeagueConfig config;
  for (int bot = 0; bot < 3; ++bot) config.add_bots();
  config.add_rulesets();
  config.set_items(10);
  config.set_block_items(5);
  config.set_format(v1::LEAGUE_FORMAT_PAIRINGS);
  const auto add = [&config](std::uint32_t first, std::uint32_t second,
                             std::uint64_t first_item) {
    v1::LeaguePairing& pairing = *config.add_pairings();
    pairing.set_first(first);
    pairing.set_second(second);
    pairing.set_first_item(first_item);
  };
  add(0, 2, 100);
  add(1, 2, 0);
  const Schedule schedule = MakeSchedule(config);
  ASSERT_EQ(schedule.units(), 2 * 2);
  EXPECT_EQ(schedule.unit(0).first_item, 100U);
  EXPECT_EQ(schedule.unit(0).teams.first[0], BotIndex(0));
  EXPECT_EQ(schedule.unit(1).first_item, 0U);
  EXPECT_EQ(schedule.unit(1).teams.first[0], BotIndex(1));
  EXPECT_EQ(schedule.unit(2).first_item, 105U);
  EXPECT_EQ(schedule.unit(3).first_item, 5U);
}

}  // namespace
}  // namespace couillon::arena
