#include "arena/numbers/stats/league/bradley_terry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/win_graph.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "tests/support/minorise_maximise.h"

namespace couillon::stats {
namespace {

TEST(BradleyTerryTest, NewtonAndMmAgree) {
  const std::vector<ScoreLine> lines = {
      {0, 1, 62, 38}, {0, 2, 71, 29}, {0, 3, 80, 20}, {0, 4, 90, 10},
      {1, 2, 60, 40}, {1, 3, 71, 29}, {1, 4, 84, 16}, {2, 3, 63, 37},
      {2, 4, 78, 22}, {3, 4, 66, 34}};
  const StrengthFit newton = FitByNewton(5, lines);
  const StrengthFit mm = FitByMm(5, lines, 1e-13, 10'000);
  ASSERT_TRUE(newton.converged);
  ASSERT_TRUE(mm.converged);
  EXPECT_LE(newton.iterations, 8);
  EXPECT_LT(newton.gradient, 1e-9);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(newton.strengths[i], mm.strengths[i], 1e-9);
  }
}

TEST(BradleyTerryTest, DivergenceIsReportedAndEnds) {
  const std::vector<ScoreLine> lines = {{0, 1, 10, 0}};
  EXPECT_FALSE(FitByNewton(2, lines).converged);
  EXPECT_FALSE(FitByMm(2, lines, 1e-12, 1000).converged);
  EXPECT_FALSE(FitByNewton(3, lines).converged);
  EXPECT_FALSE(FitByNewton(2, {}).converged);
}

TEST(BradleyTerryTest, TwoBotsReproduceTheEloFormula) {
  const std::vector<ScoreLine> lines = {{0, 1, 76, 24}};
  const StrengthFit fit = FitByNewton(2, lines);
  EXPECT_NEAR((fit.strengths[0] - fit.strengths[1]) * kEloPerLogStrength,
              EloOfScore(0.76), 1e-9);
}

TEST(WinGraphTest, StrongComponentsComeUnbeatenFirst) {
  const std::vector<Edge> edges = {{0, 1}, {1, 2}, {2, 1}, {3, 0}, {2, 4}};
  EXPECT_EQ(StrongComponents(5, edges),
            (std::vector<std::vector<int>>{{3}, {0}, {1, 2}, {4}}));
  EXPECT_EQ(ConnectedComponents(6, edges),
            (std::vector<std::vector<int>>{{0, 1, 2, 3, 4}, {5}}));
}

TEST(WinGraphTest, ChainsMayBeLongerThanTheStackIsDeep) {
  constexpr int kBots = 1'000'000;
  std::vector<Edge> edges;
  std::vector<int> bots(kBots);
  for (int bot = 1; bot < kBots; ++bot) edges.emplace_back(bot - 1, bot);
  std::iota(bots.begin(), bots.end(), 0);
  EXPECT_EQ(StrongComponents(kBots, edges).size(), std::size_t{kBots});
  edges.emplace_back(kBots - 1, 0);
  EXPECT_EQ(StrongComponents(kBots, edges).size(), 1U);
  edges.pop_back();
  std::vector<bool> member(kBots, true);
  const KeptBots kept{.always = std::vector<bool>(kBots, false),
                      .reference = kBots / 3};
  // The two ends in each round, and at last the middle.
  EXPECT_EQ(RemoveOneWayBots(edges, bots, kept, member).size(),
            std::size_t{kBots / 2});
  EXPECT_EQ(std::count(member.begin(), member.end(), true), 1);
}

TEST(WinGraphTest, OneWayBotsGoRoundByRound) {
  // 3 beats all; 0 and 1 share; 2 loses to all. Nobody remains of a pair.
  const std::vector<Edge> edges = {{3, 0}, {3, 1}, {3, 2}, {0, 1},
                                   {1, 0}, {0, 2}, {1, 2}, {4, 5}};
  std::vector<bool> member(6, true);
  const std::vector<int> bots = {0, 1, 2, 3, 4, 5};
  const KeptBots kept{.always = {false, false, false, false, false, true},
                      .reference = std::nullopt};
  const auto rounds = RemoveOneWayBots(edges, bots, kept, member);
  ASSERT_EQ(rounds.size(), 1U);
  ASSERT_EQ(rounds[0].size(), 3U);
  EXPECT_EQ(rounds[0][0].bot, 2);
  EXPECT_FALSE(rounds[0][0].scored);
  EXPECT_EQ(rounds[0][1].bot, 3);
  EXPECT_TRUE(rounds[0][1].scored);
  EXPECT_EQ(member, (std::vector<bool>{true, true, false, false, false, true}));
}

}  // namespace
}  // namespace couillon::stats
