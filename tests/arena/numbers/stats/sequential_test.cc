#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/numbers/stats/sequential/exact_llr.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

SequentialPlan Plan(double nelo0, double nelo1) {
  return {.nelo0 = nelo0, .nelo1 = nelo1, .alpha = 0.05, .beta = 0.05};
}

double ClosedForm(const std::vector<std::int64_t>& counts, double nelo0,
                  double nelo1) {
  return LogLikelihoodRatio(SumsOfCells(counts), ResultScale::kScore,
                            EffectOfNelo(nelo0, 2), EffectOfNelo(nelo1, 2));
}

double ExactNelo(const std::vector<std::int64_t>& counts, double nelo0,
                 double nelo1) {
  return ExactEffectLlr(counts, EffectOfNelo(nelo0, 2), EffectOfNelo(nelo1, 2))
      .value();
}

TEST(SequentialTest, BarriersAreWaldsDrawnIn) {
  const SequentialBounds wald = WaldBounds(0.05, 0.05);
  ExpectClose(wald.lower, -2.9444389791664403, 1e-14);
  ExpectClose(wald.upper, 2.9444389791664403, 1e-14);
  SequentialPlan plan = Plan(0, 20);
  plan.batch = 4;
  const double correction = 0.583 * EffectOfNelo(20, 2) * 2;
  ExpectClose(ComputeBounds(plan).upper, wald.upper - correction, 1e-14);
  ExpectClose(ComputeBounds(plan).lower, wald.lower + correction, 1e-14);
}

TEST(SequentialTest, PublishedScoreRatiosHold) {
  const double s0 = ScoreOfElo(-0.5);
  const double s1 = ScoreOfElo(1.5);
  const std::vector<std::int64_t> gain = {729, 5234, 10174, 5154, 898};
  EXPECT_NEAR(*ExactScoreLlr(gain, s0, s1), 2.93696, 5e-6);
  const std::vector<std::int64_t> loss = {1746, 11875, 23034, 11679, 1820};
  EXPECT_NEAR(*ExactScoreLlr(loss, s0, s1), -2.93641, 5e-6);
}

TEST(SequentialTest, PublishedEffectRatiosHold) {
  const std::vector<std::int64_t> counts = {13, 37, 50, 25, 3};
  EXPECT_NEAR(ExactNelo(counts, 0, 4), -0.54912, 5e-6);
  EXPECT_NEAR(ClosedForm(counts, 0, 4), -0.52194, 5e-6);
  const std::vector<std::int64_t> fastchess = {379, 10170, 21828, 10640, 343};
  EXPECT_NEAR(ClosedForm(fastchess, 0, 2), 2.94598, 5e-6);
  EXPECT_NEAR(ExactNelo(fastchess, 0, 2), 2.94550, 5e-6);
}

TEST(SequentialTest, FishtestsClosedFormIsOursWithGamesForPairs) {
  // Cells [13, 37, 50, 25, 3] as 256 games of the same mean and twice the
  // variance: fishtest normalises per game, which changes the third digit.
  const PairSums games = {
      .pairs = 256, .sum = 448, .sum_squares = 1256, .denominator = 4};
  EXPECT_NEAR(
      LogLikelihoodRatio(games, ResultScale::kScore, 0, EffectOfNelo(4, 1)),
      -0.54012, 5e-6);
}

PairSums Even(std::int64_t pairs) {
  PairSums even{.denominator = 4};
  even.Add(2, pairs);
  return even;
}

TEST(SequentialTest, SplitsWeighAgainstTheFartherBound) {
  const std::vector<std::int64_t> counts = {0, 0, 100, 0, 0};
  EXPECT_NEAR(ClosedForm(counts, 0, 5), -0.0207, 5e-5);
  const double s1 = ScoreOfElo(5);
  EXPECT_NEAR(*ExactScoreLlr(counts, 0.5, s1), -1.44165, 5e-6);
}

// At 5 nElo t^2 is 4.142e-4, and ln 20 / ln(1 + t^2) is 7233.7.
TEST(SequentialTest, EvenPairsAcceptTheNearerHypothesisWithoutReachingTheCap) {
  const auto decision = [](double nelo0, double nelo1, std::int64_t pairs) {
    const SequentialLook look =
        LookAt(Plan(nelo0, nelo1), Even(pairs), ResultScale::kScore);
    EXPECT_EQ(look.all_even, look.decision != SequentialDecision::kContinue);
    return look.decision;
  };
  EXPECT_EQ(PairsAllEven(Plan(0, 5)), 7234);
  EXPECT_EQ(decision(0, 5, 7233), SequentialDecision::kContinue);
  EXPECT_EQ(decision(0, 5, 7234), SequentialDecision::kAcceptH0);
  EXPECT_EQ(decision(-5, 0, 7233), SequentialDecision::kContinue);
  EXPECT_EQ(decision(-5, 0, 7234), SequentialDecision::kAcceptH1);
  EXPECT_EQ(decision(-1, 5, 7234), SequentialDecision::kAcceptH0);
  EXPECT_EQ(decision(5, 10, 1 << 20), SequentialDecision::kAcceptH0);
  // No effect of either hypothesis would show so many even pairs.
  EXPECT_EQ(decision(-5, 5, 7233), SequentialDecision::kContinue);
  EXPECT_EQ(decision(-5, 5, 7234), SequentialDecision::kUndecided);
  EXPECT_EQ(decision(0, 5, std::int64_t{1} << 40),
            SequentialDecision::kAcceptH0);
}

TEST(SequentialTest, EvenPointsEndATestLikeEvenScores) {
  PairSums points{.denominator = 2};
  points.Add(0, 7234);
  const SequentialLook look = LookAt(Plan(0, 5), points, ResultScale::kPoints);
  EXPECT_EQ(look.decision, SequentialDecision::kAcceptH0);
  EXPECT_TRUE(look.all_even);
  points.Add(1);
  const SequentialLook one = LookAt(Plan(0, 5), points, ResultScale::kPoints);
  EXPECT_EQ(one.decision, SequentialDecision::kContinue);
  EXPECT_FALSE(one.all_even);
}

TEST(SequentialTest, EvenPairsEndNoTestThatALawOfH1WouldOftenReach) {
  // The law of effect t with the fewest pairs that are not even: a share of
  // t^2 / (1 + t^2), all won.
  for (const double nelo1 : {0.5, 5.0, 20.0, 100.0}) {
    for (const double beta : {0.01, 0.05, 0.2}) {
      SequentialPlan plan = Plan(0, nelo1);
      plan.beta = beta;
      const double t = EffectOfNelo(nelo1, 2);
      const auto n = static_cast<double>(PairsAllEven(plan));
      const double all_even = std::pow(1 - t * t / (1 + t * t), n);
      EXPECT_LE(all_even, beta * (1 + 1e-9)) << nelo1;
      EXPECT_NEAR(all_even, AllEvenProbability(t, PairsAllEven(plan)), 1e-9);
    }
  }
}

TEST(SequentialTest, NoPairIsNoEvidence) {
  const SequentialLook look =
      LookAt(Plan(0, 5), PairSums{}, ResultScale::kPoints);
  EXPECT_EQ(look.llr, 0);
  EXPECT_EQ(look.decision, SequentialDecision::kContinue);
}

TEST(SequentialTest, SweepsDecideAndMoreWinsNeverWeakenTheCase) {
  std::vector<std::int64_t> counts = {0, 0, 0, 0, 200};
  EXPECT_EQ(
      LookAt(Plan(0, 20), SumsOfCells(counts), ResultScale::kScore).decision,
      SequentialDecision::kAcceptH1);
  counts = {200, 0, 0, 0, 0};
  EXPECT_EQ(
      LookAt(Plan(0, 20), SumsOfCells(counts), ResultScale::kScore).decision,
      SequentialDecision::kAcceptH0);
  double last = -std::numeric_limits<double>::infinity();
  for (std::int64_t won = 0; won <= 100; ++won) {
    const double llr = ClosedForm({100 - won, 0, 0, 0, won}, 0, 20);
    EXPECT_GE(llr, last);
    last = llr;
  }
}

TEST(SequentialTest, SwappingSidesAndBoundsNegatesExactly) {
  const PairSums sums =
      SumsOfCells(std::vector<std::int64_t>{13, 37, 50, 25, 3});
  for (const double t0 : {0.0, -0.01, 0.02}) {
    const double a =
        LogLikelihoodRatio(sums, ResultScale::kScore, t0, t0 + 0.05);
    const double b = LogLikelihoodRatio(SwappedScore(sums), ResultScale::kScore,
                                        -t0 - 0.05, -t0);
    EXPECT_EQ(a, -b);
  }
}

TEST(SequentialTest, PointsAndScoresOfTheSameShapeAgree) {
  PairSums score;
  score.denominator = 4;
  PairSums points;
  points.denominator = 2;
  for (const int x : {0, 1, 2, 2, 3, 4, 4, 3}) {
    score.Add(x);
    points.Add(std::int64_t{3} * (x - 2));
  }
  EXPECT_NEAR(LogLikelihoodRatio(score, ResultScale::kScore, 0, 0.08),
              LogLikelihoodRatio(points, ResultScale::kPoints, 0, 0.08), 1e-12);
}

TEST(SequentialTest, TheCapEndsATestUndecided) {
  SequentialPlan plan = Plan(0, 5);
  plan.cap = 128;
  const PairSums sums =
      SumsOfCells(std::vector<std::int64_t>{13, 37, 50, 25, 3});
  EXPECT_EQ(LookAt(plan, sums, ResultScale::kScore).decision,
            SequentialDecision::kUndecided);
  plan.cap = 129;
  EXPECT_EQ(LookAt(plan, sums, ResultScale::kScore).decision,
            SequentialDecision::kContinue);
}

TEST(SequentialTest, ImpossiblePlansAreRefusedWithAReason) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto refused = [](SequentialPlan plan) {
    return SequentialProblem(plan).has_value();
  };
  EXPECT_FALSE(refused(Plan(0, 5)));
  EXPECT_FALSE(refused(Plan(-100, 100)));
  EXPECT_TRUE(refused(Plan(5, 5)));
  EXPECT_TRUE(refused(Plan(5, 0)));
  EXPECT_TRUE(refused(Plan(0, 101)));
  EXPECT_TRUE(refused(Plan(-500, 0)));
  EXPECT_TRUE(refused(Plan(nan, 5)));
  EXPECT_TRUE(refused(Plan(0, nan)));
  SequentialPlan plan = Plan(0, 5);
  plan.alpha = 0.6;
  plan.beta = 0.4;
  EXPECT_TRUE(refused(plan));
  plan = Plan(0, 5);
  plan.alpha = nan;
  EXPECT_TRUE(refused(plan));
  plan = Plan(0, 5);
  plan.beta = 0;
  EXPECT_TRUE(refused(plan));
  plan = Plan(0, 5);
  plan.batch = 0;
  EXPECT_TRUE(refused(plan));
  plan = Plan(0, 100);
  plan.batch = 1000;
  EXPECT_EQ(*SequentialProblem(plan),
            "the batch is too large for bounds so far apart");
  EXPECT_EQ(LookAt(plan, PairSums{}, ResultScale::kScore).decision,
            SequentialDecision::kUndecided);
}

TEST(SequentialTest, ForecastsMatchTheDesignTable) {
  const auto expect_lengths = [](double nelo1, double at_ends, double middle) {
    const SequentialPlan plan = Plan(0, nelo1);
    EXPECT_NEAR(Forecast(plan, 0).expected_pairs, at_ends, 0.5);
    EXPECT_NEAR(Forecast(plan, nelo1).expected_pairs, at_ends, 0.5);
    EXPECT_NEAR(Forecast(plan, nelo1 / 2).expected_pairs, middle, 0.5);
    EXPECT_NEAR(Forecast(plan, 0).accept_h1, 0.05, 1e-12);
    EXPECT_NEAR(Forecast(plan, nelo1).accept_h1, 0.95, 1e-12);
    EXPECT_NEAR(Forecast(plan, nelo1 / 2).accept_h1, 0.5, 1e-12);
  };
  expect_lengths(20, 800, 1308);
  expect_lengths(10, 3199, 5233);
  expect_lengths(5, 12795, 20931);
  expect_lengths(2, 79971, 130817);
}

TEST(SequentialTest, ACapShortensTheForecast) {
  SequentialPlan plan = Plan(0, 5);
  const SequentialForecast whole = Forecast(plan, 2);
  plan.cap = 100 * DefaultCap(plan);
  const SequentialForecast far = Forecast(plan, 2);
  EXPECT_NEAR(far.expected_pairs, whole.expected_pairs, 0.5);
  EXPECT_NEAR(far.accept_h1, whole.accept_h1, 1e-9);
  EXPECT_NEAR(far.undecided, 0, 1e-9);
  plan.cap = 1000;  // hardly any test ends before
  const SequentialForecast near = Forecast(plan, 2);
  EXPECT_LE(near.expected_pairs, 1000);
  EXPECT_NEAR(near.expected_pairs, 1000, 1);
  EXPECT_GT(near.undecided, 0.99);
  EXPECT_LT(near.accept_h1, 0.01);
  for (const std::int64_t cap : {1, 2, 3, 5}) {
    plan.cap = cap;
    EXPECT_LE(Forecast(plan, 0).expected_pairs, static_cast<double>(cap));
  }
}

TEST(SequentialTest, ForecastsOfExtremeEffectsAreFinite) {
  for (const double nelo : {-1e5, -1e3, 1e3, 1e5}) {
    const SequentialForecast forecast = Forecast(Plan(0, 5), nelo);
    EXPECT_NEAR(forecast.accept_h1, nelo > 0 ? 1 : 0, 1e-12);
    EXPECT_GT(forecast.expected_pairs, 0);
  }
}

TEST(SequentialTest, DefaultCapIsFourTimesTheLongestMean) {
  EXPECT_NEAR(static_cast<double>(DefaultCap(Plan(0, 20))), 4 * 1308, 4);
}

TEST(ExactLlrTest, HopelessInputsAreRefused) {
  const std::vector<std::int64_t> none = {0, 0, 0, 0, 0};
  const std::vector<std::int64_t> some = {1, 2, 3, 4, 5};
  EXPECT_FALSE(ExactScoreLlr(none, 0.5, 0.51).has_value());
  EXPECT_FALSE(ExactScoreLlr(some, 0, 0.51).has_value());
  EXPECT_FALSE(ExactEffectLlr(none, 0, 0.01).has_value());
  EXPECT_FALSE(ExactEffectLlr(some, 0, 5).has_value());
}

TEST(ExactLlrTest, RoundingIsNoReasonForNoValue) {
  EXPECT_NEAR(ExactNelo({0, 2, 6, 7, 15}, 0, 20), 1.77503, 5e-6);
  EXPECT_TRUE(std::isfinite(ExactNelo({90700, 350, 1050, 7900, 0}, 0, 20)));
}

TEST(ExactLlrTest, SwappedSidesNegateIt) {
  SplitMix64 random(12);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::int64_t> counts(5);
    const std::uint64_t size = std::uint64_t{1} << random.NextBelow(16);
    for (std::int64_t& count : counts) {
      count = static_cast<std::int64_t>(random.NextBelow(size));
    }
    counts[random.NextBelow(5)] += 1;
    const double nelo = 100 * random.NextUnit();
    const double llr = ExactNelo(counts, -10, nelo);
    std::reverse(counts.begin(), counts.end());
    EXPECT_NEAR(ExactNelo(counts, -nelo, 10), -llr, 1e-9 * (1 + std::abs(llr)))
        << round;
  }
}

TEST(ExactLlrTest, LopsidedCountsAtFarBoundsEnd) {
  // The case on which fastchess hangs (issue 877).
  for (const double nelo : {100.0, 240.0}) {
    const double t = EffectOfNelo(nelo, 2);
    const std::vector<std::int64_t> counts = {0, 0, 1, 0, 1000};
    const std::optional<double> llr = ExactEffectLlr(counts, -t, t);
    if (llr) {
      EXPECT_TRUE(std::isfinite(*llr));
    }
  }
}

}  // namespace
}  // namespace couillon::stats
