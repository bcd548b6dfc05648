#include "arena/measure/selftest/simulations.h"

#include <gtest/gtest.h>

#include <cmath>

#include "arena/numbers/stats/league/league.h"

namespace couillon::arena {
namespace {

using stats::SplitMix64;

TEST(SimulatedLeagueTest, OnlySharedDealsHaveSumsOverTwoPairings) {
  SplitMix64 random(1);
  SimulatedLeague league{.strength = {0, 0, 0, 0}, .deals = 10};
  const stats::LeagueSums own = DrawLeague(league, random);
  EXPECT_EQ(own.deals, 60);
  EXPECT_TRUE(own.crosses.empty());
  league.same_deals = true;
  const stats::LeagueSums same = DrawLeague(league, random);
  EXPECT_EQ(same.deals, 10);
  EXPECT_EQ(same.crosses.size(), 15U);
  for (const stats::LeagueSums* sums : {&own, &same}) {
    EXPECT_EQ(sums->pairings.size(), 6U);
    EXPECT_FALSE(stats::LeagueProblem(*sums));
    for (const stats::Pairing& pairing : sums->pairings) {
      EXPECT_EQ(pairing.score.pairs, 10);
    }
  }
}

TEST(SimulatedLeagueTest, LongRunEloIsTheStrengthWithoutDealEffects) {
  const std::vector<double> elo = LongRunElo({.strength = {0.2, 0.5, -0.4}});
  EXPECT_EQ(elo[0], 0);
  EXPECT_NEAR(elo[1], 0.3 * stats::kEloPerLogStrength, 1e-6);
  EXPECT_NEAR(elo[2], -0.6 * stats::kEloPerLogStrength, 1e-6);
}

// Both modes approach it: within four of their own standard errors.
TEST(SimulatedLeagueTest, LongLeaguesOfBothModesApproachTheLongRunElo) {
  SplitMix64 random(2);
  SimulatedLeague league{
      .strength = {0, 0.5, 1}, .deal_effect = 1.5, .deals = 100'000};
  const std::vector<double> elo = LongRunElo(league);
  EXPECT_LT(elo[2], 0.8 * stats::kEloPerLogStrength);  // effects shrink it
  for (const bool same_deals : {false, true}) {
    league.same_deals = same_deals;
    const stats::LeagueRating rating = stats::RateLeague(
        DrawLeague(league, random), {.level = 0.95, .anchor = 0});
    for (std::size_t i = 1; i < 3; ++i) {
      EXPECT_NEAR(*rating.bots[i].value, elo[i],
                  4 * *rating.bots[i].standard_error)
          << same_deals;
    }
  }
}

}  // namespace
}  // namespace couillon::arena
