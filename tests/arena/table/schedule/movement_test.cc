#include "arena/table/schedule/movement.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

class MovementTest : public ::testing::TestWithParam<int> {
 protected:
  // The movement of this number of players, found once: the search takes long.
  static const Movement& Found() {
    static std::map<int, Movement> all;
    const auto [found, is_new] = all.try_emplace(GetParam());
    if (is_new) found->second = MakeMovement(GetParam(), 4);
    return found->second;
  }
};

TEST_P(MovementTest, EveryPlayerSitsOncePerRoundAndSitsOutEquallyOften) {
  const int players = GetParam();
  const Movement& movement = Found();
  std::map<BotIndex, int> rounds_played;
  for (const auto& round : movement.rounds) {
    std::set<BotIndex> seated;
    for (const Pairing& table : round) {
      EXPECT_EQ(table.first.size(), 2U);
      EXPECT_EQ(table.second.size(), 2U);
      for (const auto* team : {&table.first, &table.second}) {
        for (const BotIndex player : *team) {
          EXPECT_TRUE(seated.insert(player).second);
          EXPECT_LT(ToInt(player), players);
          ++rounds_played[player];
        }
      }
    }
    EXPECT_EQ(static_cast<int>(seated.size()), players - players % 4);
  }
  for (const auto& [player, rounds] : rounds_played) {
    EXPECT_EQ(rounds, rounds_played[BotIndex(0)]) << ToInt(player);
  }
  EXPECT_EQ(movement.sitting_out, players % 4);
}

TEST_P(MovementTest, PartnersAndOpponentsAreNearlyEven) {
  const int players = GetParam();
  const Movement& movement = Found();
  // A whist tournament, except for nine: no cyclic movement of nine is one.
  if (players % 4 <= 1 && players != 9) {
    EXPECT_EQ(movement.fewest_partners, 1);
    EXPECT_EQ(movement.most_partners, 1);
    EXPECT_EQ(movement.fewest_opponents, 2);
    EXPECT_EQ(movement.most_opponents, 2);
  } else {
    EXPECT_LE(movement.most_partners - movement.fewest_partners, 2);
    EXPECT_LE(movement.most_opponents - movement.fewest_opponents, 3);
  }
}

TEST_P(MovementTest, TheSameEveryTime) {
  EXPECT_EQ(MakeMovement(GetParam(), 4).rounds, Found().rounds);
}

INSTANTIATE_TEST_SUITE_P(Players, MovementTest,
                         ::testing::Values(4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                                           16, 17, 19, 20),
                         [](const auto& param_info) {
                           return "Players" + std::to_string(param_info.param);
                         });

TEST(MovementOfEightTest, TeamsOfThreeAndFourAreSeatedToo) {
  EXPECT_EQ(MakeMovement(6, 6).rounds.size(), 5U);
  EXPECT_EQ(MakeMovement(9, 8).rounds.size(), 9U);
}

}  // namespace
}  // namespace couillon::arena
