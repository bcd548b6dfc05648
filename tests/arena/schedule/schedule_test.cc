#include "arena/schedule/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "arena/table/bot_index.h"
#include "arena/table/team.h"

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

}  // namespace
}  // namespace couillon::arena
