#include <gtest/gtest.h>

#include "arena/table/referee/referee_state.h"

namespace couillon::arena {
namespace {

using Loss = FaultLimit::Loss;

constexpr BotIndex kOne{4};
constexpr BotIndex kPartner{5};
constexpr BotIndex kOther{7};

TEST(FaultLimitTest, BelowTheLimitNobodyLoses) {
  FaultLimit limit(3);
  limit.Add(9, Team::kFirst, kOne);
  limit.Add(2, Team::kFirst, kOne);
  limit.Add(5, Team::kSecond, kOther);
  limit.Add(6, Team::kSecond, kOther);
  EXPECT_EQ(limit.loss(), std::nullopt);
}

TEST(FaultLimitTest, AnEarlierFaultMovesTheLossForward) {
  FaultLimit limit(2);
  limit.Add(9, Team::kFirst, kOne);
  limit.Add(6, Team::kFirst, kOne);
  EXPECT_EQ(limit.loss(), (Loss{.bot = kOne, .table = 9}));
  limit.Add(3, Team::kFirst, kOne);
  EXPECT_EQ(limit.loss(), (Loss{.bot = kOne, .table = 6}));
}

TEST(FaultLimitTest, ATeamLosesByTheBotWhoseFaultReachesTheLimit) {
  FaultLimit limit(2);
  limit.Add(9, Team::kFirst, kOne);
  limit.Add(6, Team::kFirst, kPartner);
  EXPECT_EQ(limit.loss(), (Loss{.bot = kOne, .table = 9}));
  limit.Add(7, Team::kFirst, kPartner);
  EXPECT_EQ(limit.loss(), (Loss{.bot = kPartner, .table = 7}));
}

// Every order of the same faults, as far as the tables are still played.
TEST(FaultLimitTest, OfTwoFaultyTeamsTheFirstByTableLosesInAnyOrderOfFaults) {
  struct Fault {
    std::uint32_t table;
    Team team;
    BotIndex bot;
  };
  std::vector<Fault> faults = {
      {1, Team::kSecond, kOther}, {2, Team::kFirst, kOne},
      {3, Team::kFirst, kOne},    {5, Team::kSecond, kOther},
      {6, Team::kSecond, kOther}, {7, Team::kFirst, kOne}};
  std::vector<std::size_t> order = {0, 1, 2, 3, 4, 5};
  do {
    FaultLimit limit(3);
    for (const std::size_t at : order) {
      const Fault& fault = faults[at];
      if (limit.loss() && limit.loss()->table < fault.table) continue;
      limit.Add(fault.table, fault.team, fault.bot);
    }
    EXPECT_EQ(limit.loss(), (Loss{.bot = kOther, .table = 6}));
  } while (std::ranges::next_permutation(order).found);
}

}  // namespace
}  // namespace couillon::arena
