#include "arena/numbers/stats/sequential/stopped_estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "arena/numbers/stats/pairs/elo.h"

namespace couillon::stats {
namespace {

constexpr double kStopLevel = 0.95;

TEST(StoppedWalkTest, AStopAtTheFirstLookIsASampleOfFixedSize) {
  // 25 steps to 20: mean 0.8, standard error 0.2.
  const auto drift = EstimateDrift(
      {.lower = -9, .upper = 9, .batch = 25, .steps = 25, .value = 20},
      kStopLevel);
  ASSERT_TRUE(drift.has_value());
  EXPECT_NEAR(drift->median, 0.8, 1e-7);
  EXPECT_NEAR(drift->interval.lo, 0.8 - 0.2 * 1.959963984540054, 1e-7);
  EXPECT_NEAR(drift->interval.hi, 0.8 + 0.2 * 1.959963984540054, 1e-7);
}

TEST(StoppedWalkTest, ACapFarInsideTheBoundsIsASampleOfFixedSize) {
  const auto drift = EstimateDrift(
      {.lower = -500, .upper = 500, .batch = 1, .steps = 400, .value = 30},
      kStopLevel);
  ASSERT_TRUE(drift.has_value());
  EXPECT_NEAR(drift->median, 0.075, 1e-5);
  EXPECT_NEAR(drift->interval.hi, 0.075 + 0.05 * 1.959964, 1e-5);
}

TEST(StoppedWalkTest, SwappedSidesNegateTheDrift) {
  for (const double value : {36.4, 3.0, -36.2}) {
    const auto drift = EstimateDrift(
        {.lower = -36, .upper = 36, .batch = 8, .steps = 800, .value = value},
        kStopLevel);
    const auto swapped = EstimateDrift(
        {.lower = -36, .upper = 36, .batch = 8, .steps = 800, .value = -value},
        kStopLevel);
    ASSERT_TRUE(drift && swapped);
    EXPECT_NEAR(drift->median, -swapped->median, 1e-8);
    EXPECT_NEAR(drift->interval.lo, -swapped->interval.hi, 1e-8);
  }
}

TEST(StoppedWalkTest, TheSoonerItStopsAboveTheLargerTheDrift) {
  double last = 1e9;
  for (const std::int64_t steps : {80, 160, 400, 800, 2400, 10'000}) {
    const auto drift = EstimateDrift(
        {.lower = -36, .upper = 36, .batch = 8, .steps = steps, .value = 36.5},
        kStopLevel);
    ASSERT_TRUE(drift.has_value());
    EXPECT_LT(drift->median, last);
    EXPECT_LT(drift->interval.lo, drift->median);
    EXPECT_GT(drift->interval.hi, drift->median);
    // Luck is taken off: the plain mean is larger.
    EXPECT_LT(drift->median, 36.5 / static_cast<double>(steps));
    last = drift->median;
  }
}

TEST(StoppedWalkTest, AStopBelowIsWeakerEvidenceThanTheCapAndThatThanOneAbove) {
  const auto median = [](double value) {
    return EstimateDrift({.lower = -36,
                          .upper = 36,
                          .batch = 1,
                          .steps = 3000,
                          .value = value},
                         kStopLevel)
        ->median;
  };
  const std::vector<double> values = {-37, -36, -35, 0, 35, 36, 37};
  for (std::size_t i = 1; i < values.size(); ++i) {
    EXPECT_LT(median(values[i - 1]), median(values[i])) << values[i];
  }
}

TEST(StoppedWalkTest, AWalkThatWentOnIsRefused) {
  StoppedWalk walk = {
      .lower = -36, .upper = 36, .batch = 1, .steps = 5000, .value = 43};
  EXPECT_TRUE(PassedItsStop(walk));
  EXPECT_FALSE(EstimateDrift(walk, kStopLevel).has_value());
  walk.largest_step = 5;
  EXPECT_FALSE(PassedItsStop(walk));
  walk.largest_step = 3;  // even twice that is not enough
  EXPECT_TRUE(PassedItsStop(walk));
  walk.largest_step = 0;
  walk.batch = 5000;
  EXPECT_FALSE(PassedItsStop(walk));
}

TEST(StoppedWalkTest, ChangingBoundsThatStayGiveTheSameDrift) {
  for (const double value : {36.5, 5.0, -36.5}) {
    for (const std::int64_t steps : {80, 800, 3000}) {
      StoppedWalk walk = {.lower = -36,
                          .upper = 36,
                          .batch = 8,
                          .steps = steps,
                          .value = value};
      const auto series = EstimateDrift(walk, kStopLevel);
      walk.bounds_at = [](std::int64_t) {
        return WalkBounds{.lower = -36, .upper = 36};
      };
      const auto integral = EstimateDrift(walk, kStopLevel);
      ASSERT_TRUE(series && integral);
      const double error = 1 / std::sqrt(static_cast<double>(steps));
      EXPECT_NEAR(series->median, integral->median, 0.03 * error);
      EXPECT_NEAR(series->interval.lo, integral->interval.lo, 0.03 * error);
      EXPECT_NEAR(series->interval.hi, integral->interval.hi, 0.03 * error);
    }
  }
}

TEST(StoppedWalkTest, LooksWithoutABoundAreNone) {
  // The first bound is that of the last look: a sample of fixed size.
  const StoppedWalk walk = {
      .lower = -80,
      .upper = 80,
      .batch = 8,
      .steps = 80,
      .value = 110,
      .bounds_at = [](std::int64_t) { return WalkBounds{}; }};
  EXPECT_FALSE(PassedItsStop(walk));
  const auto drift = EstimateDrift(walk, kStopLevel);
  ASSERT_TRUE(drift.has_value());
  EXPECT_NEAR(drift->median, 110.0 / 80, 1e-7);
  EXPECT_NEAR(drift->interval.lo, (110 - 1.959964 * std::sqrt(80)) / 80, 1e-6);
}

// The estimate of a test of [0, 20] nElo on these cells.
std::optional<StoppedEstimate> Estimate(const std::vector<std::int64_t>& cells,
                                        std::int64_t batch = 1) {
  const SequentialPlan plan = {
      .nelo0 = 0, .nelo1 = 20, .alpha = 0.05, .beta = 0.05, .batch = batch};
  const PairSums sums = SumsOfCells(cells);
  const SequentialLook look = LookAt(plan, sums, ResultScale::kScore);
  return EstimateAfterStop({.t0 = 0,
                            .t1 = EffectOfNelo(20, 2),
                            .bounds = look.bounds,
                            .batch = batch},
                           sums, ResultScale::kScore, kStopLevel);
}

TEST(StoppedEstimateTest, IsLessThanThePlainEffectOfAWinner) {
  const std::vector<std::int64_t> cells = {35, 70, 297, 84, 58};
  const SequentialPlan plan = {
      .nelo0 = 0, .nelo1 = 20, .alpha = 0.05, .beta = 0.05};
  const PairSums sums = SumsOfCells(cells);
  ASSERT_EQ(LookAt(plan, sums, ResultScale::kScore).decision,
            SequentialDecision::kAcceptH1);
  const auto estimate = Estimate(cells);
  ASSERT_TRUE(estimate.has_value());
  const EloEstimate plain =
      EstimateElo(sums, {.level = kStopLevel, .seatings_per_pair = 2});
  const double nelo = NeloOfEffect(estimate->effect, 2);
  EXPECT_LT(nelo, *plain.nelo);
  EXPECT_GT(nelo, 0);
  EXPECT_LT(EloOfScoreAboveHalf(estimate->lead), *plain.elo);
  EXPECT_LT(estimate->effect_interval.lo, estimate->effect);
  EXPECT_GT(estimate->effect_interval.hi, estimate->effect);
  // With other numbers of pairs the walk did not stop here.
  EXPECT_FALSE(Estimate({70, 140, 594, 168, 220}).has_value());
}

TEST(StoppedEstimateTest, SweepsHaveAFiniteLowerEndAndNoZeroWidth) {
  for (const std::int64_t won : {40, 74}) {
    const auto estimate = Estimate({0, 0, 0, 0, won}, won);
    ASSERT_TRUE(estimate.has_value());
    EXPECT_TRUE(std::isfinite(estimate->effect_interval.lo));
    EXPECT_GT(estimate->lead_interval.lo, 0.3);
    EXPECT_LT(estimate->effect_interval.lo, estimate->effect_interval.hi);
    EXPECT_LT(estimate->lead_interval.lo, estimate->lead_interval.hi);
  }
}

TEST(StoppedEstimateTest, AStrongBotStopsAtTheFirstPossibleLookAndHasOne) {
  // No effect could stop after 64 pairs.
  const std::vector<std::int64_t> cells = {0, 0, 0, 2, 78};
  const auto estimate = Estimate(cells, 16);
  ASSERT_TRUE(estimate.has_value());
  const double mean = *MeanAboveHalf(SumsOfCells(cells));
  EXPECT_NEAR(estimate->lead, mean, 1e-9);
}

// 1,309 pairs are expected half-way between 0 and 20 nElo. Of a law of equal
// leads the kurtosis is one over the share of decided pairs.
TEST(StoppedEstimateTest, DecisivePairsAreCountedAsIfAllLeadsWereEqual) {
  const SequentialPlan plan = {
      .nelo0 = 0, .nelo1 = 20, .alpha = 0.05, .beta = 0.05};
  PairSums points{.denominator = 2};
  EXPECT_EQ(DecisivePairsMidway(plan, points, ResultScale::kPoints), 0);
  points.Add(0, 900);
  EXPECT_EQ(DecisivePairsMidway(plan, points, ResultScale::kPoints), 0);
  points.Add(6, 50);
  points.Add(-6, 50);
  const auto length = static_cast<double>(LongestExpected(plan));
  EXPECT_NEAR(DecisivePairsMidway(plan, points, ResultScale::kPoints),
              0.1 * length, 1e-9 * length);
  EXPECT_NEAR(DecisivePairsMidway(
                  plan, SumsOfCells(std::vector<std::int64_t>{5, 0, 90, 0, 5}),
                  ResultScale::kScore),
              0.1 * length, 1e-9 * length);
}

TEST(StoppedEstimateTest, NoPairsAndEqualPointsHaveNone) {
  const StoppedTest test = {.t0 = 0, .t1 = 0.1, .bounds = {-3, 3}};
  EXPECT_FALSE(EstimateAfterStop(test, {}, ResultScale::kScore, kStopLevel));
  PairSums points;
  points.Add(2, 100);
  EXPECT_FALSE(
      EstimateAfterStop(test, points, ResultScale::kPoints, kStopLevel));
}

TEST(StoppedEstimateTest, PointsAndScoresOfTheSameShapeAgree) {
  PairSums score;
  score.denominator = 4;
  PairSums points;
  points.denominator = 2;
  for (const int x : {0, 1, 2, 3, 4}) {
    const std::int64_t pairs = 20'000 + 1000 * x;
    score.Add(x, pairs);
    points.Add(std::int64_t{3} * (x - 2), pairs);
  }
  const StoppedTest test = {
      .t0 = 0, .t1 = 0.02, .bounds = {-2.9, 2.9}, .batch = 110'000};
  const auto by_score =
      EstimateAfterStop(test, score, ResultScale::kScore, kStopLevel);
  const auto by_points =
      EstimateAfterStop(test, points, ResultScale::kPoints, kStopLevel);
  ASSERT_TRUE(by_score && by_points);
  EXPECT_NEAR(by_score->effect, by_points->effect, 1e-5);
  EXPECT_NEAR(6 * by_score->lead, by_points->lead, 1e-4);
}

}  // namespace
}  // namespace couillon::stats
