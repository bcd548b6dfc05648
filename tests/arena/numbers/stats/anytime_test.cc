#include "arena/numbers/stats/sequential/anytime.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/sequential/mixture.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

// The score stream of the vectors: quarters drawn by cumulative chances.
std::vector<double> VectorStream(std::size_t size) {
  const Json file = VectorFile("anytime.json")["eb_cs"];
  const std::vector<double> cumulative = file["cum"].Numbers();
  SplitMix64 random(static_cast<std::uint64_t>(file["seed"].Integer()));
  std::vector<double> scores;
  while (scores.size() < size) {
    const double u = random.NextUnit();
    double score = 0;
    for (const double c : cumulative) {
      if (u < c) break;
      score += 0.25;
    }
    scores.push_back(score);
  }
  return scores;
}

TEST(AnytimeTest, StreamOfTheVectorsIsReproduced) {
  const Json file = VectorFile("anytime.json")["eb_cs"];
  EXPECT_EQ(VectorStream(20), file["first20"].Numbers());
  double sum = 0;
  for (const double x : VectorStream(2000)) sum += x;
  ExpectClose(sum / 2000, file["mean"].Number());
}

TEST(AnytimeTest, EmpiricalBernsteinSequenceMatchesTheVectors) {
  const std::vector<double> scores = VectorStream(2000);
  EmpiricalBernsteinSequence sequence(0.05);
  std::size_t t = 0;
  for (const Json& row : VectorFile("anytime.json")["eb_cs"]["at"].Elements()) {
    for (; t < static_cast<std::size_t>(row["t"].Integer()); ++t) {
      sequence.Add(scores[t]);
    }
    ExpectClose(sequence.interval(), row["lo"].Number(), row["hi"].Number());
  }
}

TEST(AnytimeTest, BetsMatchTheVectors) {
  const std::vector<double> scores = VectorStream(2000);
  const Json file = VectorFile("anytime.json")["betting_e"];
  EqualityBet bet;
  std::size_t t = 0;
  for (const Json& row : file["at"].Elements()) {
    for (; t < static_cast<std::size_t>(row["t"].Integer()); ++t) {
      bet.Add(scores[t]);
    }
    ExpectClose(bet.log_above(), row["log_e_plus"].Number());
    ExpectClose(bet.log_below(), row["log_e_minus"].Number());
  }
  ExpectClose(-std::log(0.05), file["log_threshold_alpha05"].Number());
}

TEST(AnytimeTest, SwappingTheSidesSwapsTheBets) {
  EqualityBet a;
  EqualityBet b;
  for (const double x : VectorStream(500)) {
    a.Add(x);
    b.Add(1 - x);
  }
  EXPECT_NEAR(a.log_above(), b.log_below(), 1e-12);
  EXPECT_NEAR(a.log_below(), b.log_above(), 1e-12);
  EXPECT_NEAR(a.LogEvidence(), b.LogEvidence(), 1e-12);
}

TEST(AnytimeTest, NoPairIsNoEvidence) {
  EXPECT_EQ(EqualityBet().LogEvidence(), 0);
  EXPECT_EQ(EqualityBet().AnytimePValue(), 1);
  EXPECT_EQ(EmpiricalBernsteinSequence(0.05).interval(), (Interval{0, 1}));
  EXPECT_EQ(AsymptoticInterval(PairSums{}, 0.05, 100), Interval{});
}

TEST(AnytimeTest, SplitsOnlyNeverBecomeEvidence) {
  EqualityBet bet;
  for (int i = 0; i < 1000; ++i) bet.Add(0.5);
  EXPECT_EQ(bet.LogEvidence(), 0);
}

TEST(AnytimeTest, ASweepIsRejectedSoon) {
  EqualityBet bet;
  int pairs = 0;
  while (bet.LogEvidence() < std::log(20.0) && pairs < 1000) {
    bet.Add(1);
    ++pairs;
  }
  EXPECT_LE(pairs, 20);
}

TEST(AnytimeTest, AsymptoticRadiiMatchTheVectors) {
  for (const Json& row :
       VectorFile("anytime.json")["asymptotic_cs"].Elements()) {
    const std::int64_t t = row["t"].Integer();
    const double sd = row["sd"].Number();
    const double alpha = row["alpha"].Number();
    ExpectClose(AsymptoticRadius(t, sd, alpha, row["t_opt"].Integer()),
                row["radius"].Number());
    ExpectClose(
        TwoSidedNormal(1 - alpha) * sd / std::sqrt(static_cast<double>(t)),
        row["fixed_n_z"].Number());
  }
}

TEST(AnytimeTest, AsymptoticIntervalWaitsForItsFirstLook) {
  PairSums sums;
  sums.denominator = 4;
  for (int i = 0; i < 49; ++i) sums.Add(i % 5);
  EXPECT_EQ(AsymptoticInterval(sums, 0.05, 1000), Interval{});
  sums.Add(2);
  EXPECT_LT(AsymptoticInterval(sums, 0.05, 1000).lo, 0.5);
  EXPECT_GT(AsymptoticInterval(sums, 0.05, 1000).lo, -1);
}

TEST(AnytimeTest, ScoreIntervalHasAWidthAndStaysInRange) {
  const auto score = [](const std::vector<std::int64_t>& cells) {
    return AnytimeScoreInterval(SumsOfCells(cells), 0.05, 1000);
  };
  const Interval splits = score({0, 0, 60, 0, 0});
  EXPECT_LT(splits.lo, 0.49);
  EXPECT_GT(splits.hi, 0.51);
  const Interval sweep = score({0, 0, 0, 0, 60});
  EXPECT_EQ(sweep.hi, 1);
  EXPECT_LT(sweep.lo, 0.99);
  EXPECT_EQ(score({0, 0, 0, 0, 49}), Interval{});
}

TEST(AnytimeTest, EloIntervalNeverHasZeroWidth) {
  const auto elo = [](const std::vector<std::int64_t>& cells) {
    return AnytimeEloInterval(SumsOfCells(cells), 0.05, 1000);
  };
  const Interval splits = elo({0, 0, 60, 0, 0});
  EXPECT_LT(splits.lo, -20);
  EXPECT_EQ(splits.hi, -splits.lo);
  const Interval sweep = elo({0, 0, 0, 0, 60});
  EXPECT_GT(sweep.lo, 300);
  EXPECT_TRUE(std::isfinite(sweep.lo));
  EXPECT_EQ(sweep.hi, std::numeric_limits<double>::infinity());
  EXPECT_EQ(elo({0, 0, 49, 0, 0}), Interval{});
}

TEST(MixtureTest, BoundsMatchTheVectors) {
  for (const Json& row :
       VectorFile("anytime.json")["normal_mixture"].Elements()) {
    // All rows are tuned at 5%, confseq's default, whatever their own level.
    ExpectClose(NormalMixtureBound(row["v"].Number(), row["alpha"].Number(),
                                   row["v_opt"].Number(), 0.05),
                row["bound"].Number());
  }
}

// Published by confseq's own tests, to 1e-5.
TEST(MixtureTest, PublishedConfseqRowsHold) {
  const Json file = VectorFile("anytime.json")["published_confseq"];
  EXPECT_NEAR(NormalMixturePrecision(100, 0.05),
              file["best_rho"]["value"].Number(), 1e-5);
  EXPECT_NEAR(NormalLogMixture(10, 100, 100, 0.05),
              file["log_mixture"]["value"].Number(), 1e-5);
  EXPECT_NEAR(NormalMixtureBound(100, 0.05, 100, 0.05),
              file["bound"]["value"].Number(), 1e-5);
  EXPECT_NEAR(OneSidedNormalMixtureBound(100, 0.05, 100, 0.05),
              file["one_sided_bound"]["value"].Number(), 1e-5);
  for (const Json& row : file["bernoulli_ci"].Elements()) {
    const Interval interval = BetaBinomialInterval(
        row["s"].Integer(), row["n"].Integer(), 0.05, row["t_opt"].Number());
    EXPECT_NEAR(interval.lo, row["lo"].Number(), 1e-6);
    EXPECT_NEAR(interval.hi, row["hi"].Number(), 1e-6);
  }
}

TEST(MixtureTest, IntervalsStayInsideZeroAndOne) {
  EXPECT_EQ(BetaBinomialInterval(0, 0, 0.05, 100), (Interval{0, 1}));
  EXPECT_EQ(BetaBinomialInterval(0, 50, 0.05, 100).lo, 0);
  EXPECT_LT(BetaBinomialInterval(0, 50, 0.05, 100).hi, 0.3);
  EXPECT_EQ(BetaBinomialInterval(50, 50, 0.05, 100).hi, 1);
  EXPECT_EQ(SubGaussianInterval(0, 0.5, 0.05, 100), (Interval{0, 1}));
  const Interval interval = SubGaussianInterval(1000, 0.5, 0.05, 1000);
  EXPECT_NEAR(0.5 * (interval.lo + interval.hi), 0.5, 1e-15);
  EXPECT_GT(interval.lo, 0.4);
}

}  // namespace
}  // namespace couillon::stats
