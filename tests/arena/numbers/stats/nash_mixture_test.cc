#include "arena/numbers/stats/league/nash_mixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "arena/numbers/stats/law/splitmix.h"

namespace couillon::stats {
namespace {

// The largest mean result of a bot against `mixture`; 0 if none wins.
double Exploitability(const Matrix& payoffs,
                      const std::vector<double>& mixture) {
  double most = 0;
  for (std::size_t i = 0; i < mixture.size(); ++i) {
    double result = 0;
    for (std::size_t j = 0; j < mixture.size(); ++j) {
      result += payoffs(i, j) * mixture[j];
    }
    most = std::max(most, result);
  }
  return most;
}

Matrix Skew(const std::vector<std::vector<double>>& rows) {
  Matrix payoffs(rows.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < rows.size(); ++j) payoffs(i, j) = rows[i][j];
  }
  return payoffs;
}

TEST(NashMixtureTest, ACircleOfThreeIsMixedByWhoBeatsWhom) {
  // Against shares p the results are those of a circle with unequal margins:
  // the share of a bot is the margin between the two others.
  const Matrix payoffs = Skew({{0, 0.1, -0.2}, {-0.1, 0, 0.3}, {0.2, -0.3, 0}});
  const std::vector<double> p = NashMixture(payoffs, 1e-7);
  EXPECT_NEAR(p[0], 0.3 / 0.6, 1e-5);
  EXPECT_NEAR(p[1], 0.2 / 0.6, 1e-5);
  EXPECT_NEAR(p[2], 0.1 / 0.6, 1e-5);
}

TEST(NashMixtureTest, ACopySharesWithItsOriginal) {
  const Matrix payoffs = Skew({{0, 0.1, -0.1, 0},
                               {-0.1, 0, 0.1, -0.1},
                               {0.1, -0.1, 0, 0.1},
                               {0, 0.1, -0.1, 0}});
  const std::vector<double> p = NashMixture(payoffs, 1e-7);
  EXPECT_NEAR(p[0], 1.0 / 6, 1e-5);
  EXPECT_NEAR(p[3], 1.0 / 6, 1e-5);
  EXPECT_NEAR(p[1], 1.0 / 3, 1e-5);
  EXPECT_NEAR(p[2], 1.0 / 3, 1e-5);
}

TEST(NashMixtureTest, TheBestOfALadderIsFieldedAlone) {
  const Matrix payoffs = Skew({{0, 0.1, 0.2}, {-0.1, 0, 0.1}, {-0.2, -0.1, 0}});
  const std::vector<double> p = NashMixture(payoffs, 1e-5);
  EXPECT_GT(p[0], 0.999);
}

TEST(NashMixtureTest, EqualsAreMixedEvenly) {
  for (const double share : NashMixture(Matrix(4, 4), 0.001)) {
    EXPECT_NEAR(share, 0.25, 1e-9);
  }
  EXPECT_EQ(NashMixture(Matrix(1, 1), 0.001), std::vector<double>{1});
}

TEST(NashMixtureTest, NobodyBeatsTheMixtureOfAnyTable) {
  SplitMix64 random(7);
  for (const std::size_t n : {2U, 5U, 20U, 64U}) {
    for (int round = 0; round < 5; ++round) {
      Matrix payoffs(n, n);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          payoffs(i, j) = random.NextUnit() - 0.5;
          payoffs(j, i) = -payoffs(i, j);
        }
      }
      const std::vector<double> p = NashMixture(payoffs, 0.001);
      EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-9);
      EXPECT_LE(Exploitability(payoffs, p), 0.001 * (1 + 1e-6));
    }
  }
}

}  // namespace
}  // namespace couillon::stats
