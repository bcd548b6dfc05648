#include "arena/measure/selftest/opponents_correlation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

namespace couillon::arena {
namespace {

// Bots 0 and 1, 0 and 2, and 1 and 2 with the given quarters per deal.
stats::LeagueSums LeagueOf(const std::array<std::array<int, 4>, 3>& quarters) {
  stats::LeagueSums sums{.bots = 3,
                         .deals = 4,
                         .pairings = {{0, 1, {.denominator = 4}},
                                      {0, 2, {.denominator = 4}},
                                      {1, 2, {.denominator = 4}}}};
  for (std::size_t k = 0; k < 3; ++k) {
    for (const int y : quarters[k]) sums.pairings[k].score.Add(y);
    for (std::size_t l = 0; l < k; ++l) {
      stats::CrossSums cross{.k = static_cast<int>(k),
                             .l = static_cast<int>(l),
                             .deals = 4,
                             .sum_k = sums.pairings[k].score.sum,
                             .sum_l = sums.pairings[l].score.sum};
      for (std::size_t deal = 0; deal < 4; ++deal) {
        cross.sum_products += quarters[k][deal] * quarters[l][deal];
      }
      sums.crosses.push_back(cross);
    }
  }
  return sums;
}

double CorrelationOf(const stats::LeagueSums& league) {
  OpponentsCorrelation correlation;
  correlation.Add(league);
  return correlation.value();
}

// Seen by bot 0, its two pairings agree (1); seen by bot 1, 1 - y of the first
// and y of the third disagree (-1); seen by bot 2 they agree (1).
TEST(OpponentsCorrelationTest, SeesEachPairingFromTheCommonBot) {
  EXPECT_NEAR(
      CorrelationOf(LeagueOf({{{4, 0, 4, 0}, {4, 0, 4, 0}, {4, 0, 4, 0}}})),
      1.0 / 3, 1e-12);
  EXPECT_NEAR(
      CorrelationOf(LeagueOf({{{4, 0, 4, 0}, {4, 4, 0, 0}, {2, 4, 0, 2}}})),
      // -(cov of 4 0 4 0 with 2 4 0 2) = 2, cov of 4 4 0 0 with it = 2, over
      // the product of standard deviations, of which two are 2 and one is
      // sqrt(2): 0 + 2 + 2 over 4 + 2 * 2 sqrt(2).
      4 / (4 + 4 * std::sqrt(2)), 1e-12);
}

TEST(OpponentsCorrelationTest, IsUnknownWithoutASharedDeal) {
  stats::LeagueSums apart =
      LeagueOf({{{4, 0, 4, 0}, {4, 0, 4, 0}, {4, 0, 4, 0}}});
  apart.crosses.clear();
  EXPECT_TRUE(std::isnan(CorrelationOf(apart)));
  EXPECT_TRUE(std::isnan(
      CorrelationOf(LeagueOf({{{2, 2, 2, 2}, {2, 2, 2, 2}, {2, 2, 2, 2}}}))));
}

TEST(OpponentsCorrelationTest, WidthGrowsWithTheNumberOfOpponents) {
  EXPECT_EQ(ExpectedWidthRatio(2, 0.3), 1);
  EXPECT_EQ(ExpectedWidthRatio(20, 0), 1);
  EXPECT_NEAR(ExpectedWidthRatio(20, 0.5), std::sqrt(10), 1e-12);
}

}  // namespace
}  // namespace couillon::arena
