#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

// Anchors and priors of a whole league, as RateLeague rates it.

namespace couillon::stats {
namespace {

double Strength(double elo) { return elo / kEloPerLogStrength; }

// Single games with their own deals: losses, draws and wins of `first`.
void AddGames(int first, int second, std::array<std::int64_t, 3> counts,
              LeagueSums& sums) {
  const PairSums score = SumsOfCells(counts);
  sums.deals += score.pairs;
  sums.pairings.push_back({.first = first, .second = second, .score = score});
}

// Four bots in a ring; 0 and 2 did not meet.
LeagueSums Ring() {
  LeagueSums sums{.bots = 4};
  AddGames(0, 1, {20, 10, 30}, sums);
  AddGames(1, 2, {25, 5, 30}, sums);
  AddGames(2, 3, {22, 8, 30}, sums);
  AddGames(3, 0, {26, 14, 20}, sums);
  return sums;
}

TEST(TiedLeagueTest, OneTiedAnchorIsTheZeroOfTheScale) {
  LeagueOptions shifted{.level = 0.95, .anchor = 2, .anchor_value = 1500};
  LeagueOptions tied{.level = 0.95};
  tied.ties.anchors = {{2, Strength(1500)}};
  const LeagueRating zero = RateLeague(Ring(), {.level = 0.95, .anchor = 2});
  const LeagueRating by_shift = RateLeague(Ring(), shifted);
  const LeagueRating by_tie = RateLeague(Ring(), tied);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(*by_shift.bots[i].value, *zero.bots[i].value + 1500, 1e-9);
    EXPECT_NEAR(*by_tie.bots[i].value, *by_shift.bots[i].value, 1e-6);
    EXPECT_NEAR(*by_tie.bots[i].standard_error,
                *by_shift.bots[i].standard_error, 1e-6);
    EXPECT_NEAR(by_shift.bots[i].interval.lo, zero.bots[i].interval.lo + 1500,
                1e-9);
  }
}

TEST(TiedLeagueTest, SeveralAnchorsKeepTheirEloWithoutAnError) {
  LeagueOptions options{.level = 0.95};
  options.ties.anchors = {{0, Strength(1500)}, {2, Strength(1620)}};
  const LeagueRating rating = RateLeague(Ring(), options);
  EXPECT_NEAR(*rating.bots[0].value, 1500, 1e-9);
  EXPECT_NEAR(*rating.bots[2].value, 1620, 1e-9);
  EXPECT_EQ(rating.bots[0].standard_error, 0);
  EXPECT_GT(*rating.bots[1].standard_error, 10);
  const auto difference = DifferenceBetween(rating, 1, 0, 0.95);
  ASSERT_TRUE(difference.has_value());
  EXPECT_NEAR(*difference->standard_error, *rating.bots[1].standard_error,
              1e-9);
}

// Expected statistics and p-values from an independent program, which fits by
// its own Newton steps and derives the covariance by finite differences.
TEST(TiedLeagueTest, ResultsThatContradictTiesAreFound) {
  LeagueSums two{.bots = 2};
  AddGames(0, 1, {80, 20, 900}, two);
  LeagueOptions priors{.level = 0.95};
  priors.ties.priors = {{0, Strength(1500), Strength(20)},
                        {1, Strength(1900), Strength(20)}};
  const TieFit apart = RateLeague(two, priors).islands[0].tie_fit;
  EXPECT_EQ(apart.df, 1);
  EXPECT_NEAR(apart.statistic, 640.902058, 1e-5);
  EXPECT_NEAR(*apart.p / 4.71936364e-141, 1, 1e-5);

  LeagueSums three{.bots = 3};
  AddGames(0, 1, {20, 20, 60}, three);
  AddGames(1, 2, {40, 10, 30}, three);
  AddGames(0, 2, {40, 0, 50}, three);
  LeagueOptions anchors{.level = 0.95};
  anchors.ties.anchors = {
      {0, Strength(1500)}, {1, Strength(1480)}, {2, Strength(1700)}};
  const TieFit fixed = RateLeague(three, anchors).islands[0].tie_fit;
  EXPECT_EQ(fixed.df, 2);
  EXPECT_NEAR(fixed.statistic, 67.3824288, 1e-6);
  EXPECT_NEAR(*fixed.p / 5.41815035e-13, 1, 1e-5);

  LeagueSums four = three;
  four.bots = 4;
  AddGames(3, 0, {0, 0, 5}, four);
  LeagueOptions both{.level = 0.95};
  both.ties.anchors = {{0, Strength(1500)}, {2, Strength(1480)}};
  both.ties.priors = {{3, Strength(1550), Strength(80)}};
  const TieFit agreed = RateLeague(four, both).islands[0].tie_fit;
  EXPECT_EQ(agreed.df, 2);
  EXPECT_NEAR(agreed.statistic, 8.30772939, 1e-6);
  EXPECT_NEAR(*agreed.p, 0.0429124129, 1e-6);
}

TEST(TiedLeagueTest, OneTiePerGroupOfBotsContradictsNothing) {
  LeagueSums sums{.bots = 4};
  AddGames(0, 1, {20, 10, 30}, sums);
  AddGames(2, 3, {0, 0, 60}, sums);
  LeagueOptions options{.level = 0.95};
  options.ties.anchors = {{0, Strength(1500)}};
  options.ties.priors = {{2, Strength(0), Strength(10)}};
  const TieFit fit = RateLeague(sums, options).islands[0].tie_fit;
  EXPECT_EQ(fit.df, 0);
  EXPECT_FALSE(fit.p);
}

// Anchors and priors that are right are rejected as rarely as p says, also in
// leagues on the same deals.
TEST(TiedLeagueTest, TiesThatHoldAreRarelyContradicted) {
  constexpr int kRuns = 600;
  SplitMix64 random(18);
  for (const int games : {20, 200}) {
    int rejected = 0;
    for (int run = 0; run < kRuns; ++run) {
      LeagueSums sums{.bots = 3};
      for (const auto& [i, j] : {std::pair(0, 1), {1, 2}, {0, 2}}) {
        std::array<std::int64_t, 3> counts{};
        for (int game = 0; game < games; ++game) {
          const double p = WinProbability(0.4 * (j - i));
          ++counts[random.NextUnit() < p ? 2 : 0];
        }
        AddGames(i, j, counts, sums);
      }
      LeagueOptions options{.level = 0.95};
      const double sd = 0.3;
      options.ties.anchors = {{0, 0}, {1, -0.4}};
      options.ties.priors = {
          {2, -0.8 + sd * NormalQuantile(random.NextUnit()), sd}};
      const TieFit fit = RateLeague(sums, options).islands[0].tie_fit;
      rejected += fit.p.value_or(1) < 0.05 ? 1 : 0;
    }
    EXPECT_LT(rejected / double{kRuns}, 0.08) << games;
    EXPECT_GT(rejected / double{kRuns}, 0.015) << games;
  }
}

TEST(TiedLeagueTest, TiesMakeOneIslandOfBotsThatNeverMet) {
  LeagueSums sums{.bots = 6};
  AddGames(0, 1, {20, 10, 30}, sums);
  AddGames(2, 3, {20, 10, 30}, sums);
  AddGames(4, 5, {20, 10, 30}, sums);
  LeagueOptions options{.level = 0.95};
  options.ties.anchors = {{1, Strength(1000)}};
  options.ties.priors = {{3, Strength(1200), Strength(40)}};
  const LeagueRating rating = RateLeague(sums, options);
  ASSERT_EQ(rating.islands.size(), 2U);
  const auto difference = DifferenceBetween(rating, 2, 0, 0.95);
  ASSERT_TRUE(difference.has_value());
  EXPECT_NEAR(difference->value, 200, 1e-6);
  // Independent errors, of which one holds that of the prior.
  const double own = *rating.bots[0].standard_error;
  EXPECT_NEAR(*difference->standard_error, std::sqrt(2 * own * own + 40 * 40),
              1e-6);
  EXPECT_NEAR(*rating.bots[4].value + *rating.bots[5].value, 0, 1e-9);
}

TEST(TiedLeagueTest, PriorGivesAPerfectScoreAFiniteRating) {
  LeagueSums sums = Ring();
  sums.bots = 5;
  AddGames(4, 0, {0, 0, 6}, sums);
  LeagueOptions options{.level = 0.95};
  EXPECT_EQ(RateLeague(sums, options).bots[4].status, RatingStatus::kAbove);
  options.ties.anchors = {{0, 0}};
  options.ties.priors = {{4, 0, Strength(100)}};
  const LeagueRating rating = RateLeague(sums, options);
  EXPECT_EQ(rating.bots[4].status, RatingStatus::kRated);
  ASSERT_TRUE(rating.bots[4].value.has_value());
  EXPECT_GT(*rating.bots[4].standard_error, 50);
}

TEST(TiedLeagueTest, PerfectScoreWithoutATieKeepsItsBound) {
  LeagueSums sums = Ring();
  sums.bots = 5;
  AddGames(4, 0, {0, 0, 6}, sums);
  LeagueOptions options{.level = 0.95};
  options.ties.anchors = {{0, Strength(1500)}, {2, Strength(1500)}};
  const LeagueRating rating = RateLeague(sums, options);
  EXPECT_EQ(rating.bots[4].status, RatingStatus::kAbove);
  ASSERT_TRUE(rating.bots[4].bound.has_value());
  // Of six pairs, against 1500.
  PairSums sweep;
  sweep.Add(1, 6);
  EXPECT_NEAR(*rating.bots[4].bound,
              1500 + EstimatePlusTwo(sweep, 0.95).elo_interval.lo, 1e-6);
}

TEST(TiedLeagueTest, NewcomerWithoutResultsHasItsPrior) {
  LeagueSums sums = Ring();
  sums.bots = 5;
  LeagueOptions options{.level = 0.95};
  options.ties.anchors = {{0, Strength(1500)}};
  options.ties.priors = {{4, Strength(1400), Strength(80)}};
  const LeagueRating rating = RateLeague(sums, options);
  EXPECT_EQ(rating.bots[4].status, RatingStatus::kRated);
  EXPECT_NEAR(*rating.bots[4].value, 1400, 1e-6);
  EXPECT_NEAR(*rating.bots[4].standard_error, 80, 1e-6);
}

// The error of a prior is known, that of four games is not.
TEST(TiedLeagueTest, DegreesOfFreedomGrowWithTheShareOfThePrior) {
  LeagueSums sums{.bots = 3};
  AddGames(0, 1, {450, 100, 450}, sums);
  AddGames(2, 0, {1, 0, 3}, sums);
  LeagueOptions options{.level = 0.95};
  options.ties.anchors = {{0, 0}};
  options.ties.priors = {{2, 0, Strength(5)}};
  const LeagueRating sure = RateLeague(sums, options);
  options.ties.priors = {{2, 0, Strength(5000)}};
  const LeagueRating vague = RateLeague(sums, options);
  EXPECT_LT(vague.bots[2].degrees_of_freedom, 20);
  EXPECT_GT(sure.bots[2].degrees_of_freedom, 10'000);
  EXPECT_NEAR(sure.bots[2].interval.hi - *sure.bots[2].value,
              TwoSidedNormal(0.95) * *sure.bots[2].standard_error, 0.01);
}

TEST(TiedLeagueTest, GroupWithoutAWayBackToATieHasAnOrderOnly) {
  LeagueSums sums{.bots = 4};
  AddGames(0, 1, {20, 10, 30}, sums);
  AddGames(2, 3, {20, 10, 30}, sums);
  AddGames(0, 2, {0, 0, 30}, sums);
  LeagueOptions options{.level = 0.95};
  options.ties.anchors = {{0, 0}, {1, 0}};
  EXPECT_EQ(RateLeague(sums, options).bots[3].status, RatingStatus::kOrderOnly);
}

// Bots 2 and 3 met nobody else, and bot 3 has no tie: their few results say
// nothing about bot 2, whose prior stays as certain as it was.
TEST(TiedLeagueTest, FewResultsDoNotWeakenAPrior) {
  for (const double first : {30.0, 300.0}) {
    LeagueSums sums{.bots = 4};
    AddGames(0, 1, {80, 20, 90}, sums);
    AddGames(2, 3, {5, 0, 10}, sums);
    LeagueOptions options{.level = 0.95};
    options.ties.priors = {{0, Strength(1500), Strength(first)},
                           {2, Strength(1500), Strength(30)}};
    const LeagueRating rating = RateLeague(sums, options);
    const Interval& interval = rating.bots[2].interval;
    EXPECT_NEAR(interval.hi - interval.lo, 2 * TwoSidedNormal(0.95) * 30, 1e-6);
    EXPECT_TRUE(std::isinf(rating.bots[2].degrees_of_freedom));
    const auto apart = DifferenceBetween(rating, 0, 2, 0.95);
    ASSERT_TRUE(apart.has_value());
    EXPECT_TRUE(std::isinf(apart->degrees_of_freedom));
  }
}

TEST(TiedLeagueTest, TiedBotsAreNoGroupsBetweenWhichResultsWentOneWay) {
  LeagueSums sums{.bots = 6};
  AddGames(0, 1, {80, 20, 90}, sums);
  AddGames(2, 3, {5, 0, 10}, sums);
  AddGames(4, 5, {0, 0, 10}, sums);
  AddGames(4, 1, {0, 0, 10}, sums);
  LeagueOptions options{.level = 0.95};
  options.ties.anchors = {{0, 0}, {2, 0}};
  const LeagueRating rating = RateLeague(sums, options);
  ASSERT_EQ(rating.islands.size(), 1U);
  const auto& groups = rating.islands[0].strong_components;
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0], (std::vector<int>{4}));
  EXPECT_NE(
      std::find(groups.begin(), groups.end(), std::vector<int>({0, 1, 2, 3})),
      groups.end());
}

// Newcomers whose Elo is drawn from their prior, each with 10 games against an
// anchor: the intervals cover it whatever the games add.
TEST(TiedLeagueTest, IntervalsCoverTheEloOfNewcomers) {
  SplitMix64 random(12);
  int covered = 0;
  constexpr int kLeagues = 1000;
  for (int league = 0; league < kLeagues; ++league) {
    const double truth = 60 * NormalDraw(random.NextUnit() + 0x1p-54);
    LeagueSums sums{.bots = 3};
    AddGames(0, 1, {450, 100, 450}, sums);
    std::array<std::int64_t, 3> games{};
    for (int game = 0; game < 10; ++game) {
      const bool won = random.NextUnit() < WinProbability(Strength(truth));
      ++games[won ? 2 : 0];
    }
    AddGames(2, 0, games, sums);
    LeagueOptions options{.level = 0.95};
    options.ties.anchors = {{0, 0}};
    options.ties.priors = {{2, 0, Strength(60)}};
    const BotRating newcomer = RateLeague(sums, options).bots[2];
    ASSERT_TRUE(newcomer.value.has_value());
    covered += newcomer.interval.lo <= truth && truth <= newcomer.interval.hi;
  }
  RecordProperty("covered", covered);
  EXPECT_GT(covered, 0.93 * kLeagues);
  EXPECT_LT(covered, 0.97 * kLeagues);
}

}  // namespace
}  // namespace couillon::stats
