// Methods of large leagues (league_size.h) against the exact ones that they
// replace.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/law/max_t.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/league_covariance.h"
#include "arena/numbers/stats/league/league_island.h"
#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/league_size.h"
#include "arena/numbers/stats/league/small_sample.h"

namespace couillon::stats {
namespace {

constexpr int kBots = 300;
static_assert(IsLarge(kBots));

// Moments of pairings, and a fit of them.
struct Fitted {
  std::deque<PairingMoments> moments;  // which stay where they are
  std::vector<FittedPairing> pairings;
};

// Pairings of bots whose numbers are at most `near` apart, in a circle, with
// different numbers of deals.
Fitted Neighbours(int near) {
  SplitMix64 random(11);
  Fitted fitted;
  for (int i = 0; i < kBots; ++i) {
    for (int j = i + 1; j < kBots; ++j) {
      if (std::min(j - i, i + kBots - j) > near) continue;
      const auto pairs = 50.0 + static_cast<double>(random.NextBelow(200));
      const double mean = 0.01 * (j - i) + random.NextUnit() - 0.5;
      const double squares = pairs * (mean * mean + 1 + random.NextUnit());
      fitted.moments.push_back({.first = i,
                                .second = j,
                                .pairs = pairs,
                                .lead = pairs * mean,
                                .squares = squares});
      fitted.pairings.push_back(
          {.i = i, .j = j, .seen = &fitted.moments.back()});
    }
  }
  return fitted;
}

// The degrees of freedom of bot s against bot t by Satterthwaite's formula, as
// small_sample.h has them without common deals and virtual pairs.
double ExactDegrees(const Matrix& bread,
                    const std::vector<FittedPairing>& pairings,
                    const Matrix& covariance, std::size_t s, std::size_t t) {
  double spread = 0;
  for (const FittedPairing& pairing : pairings) {
    const auto i = static_cast<std::size_t>(pairing.i);
    const auto j = static_cast<std::size_t>(pairing.j);
    const double n = pairing.seen->pairs;
    const double leverage =
        std::min(1.0, n * (bread(i, i) + bread(j, j) - 2 * bread(i, j)));
    const double squares = n / (n - leverage) * ResidualSquares(pairing);
    const double weight =
        s == t ? bread(s, i) - bread(s, j)
               : bread(s, i) - bread(s, j) - bread(t, i) + bread(t, j);
    spread += squares * squares / (n - leverage) * std::pow(weight, 4);
  }
  const double variance =
      s == t ? covariance(s, s)
             : covariance(s, s) + covariance(t, t) - 2 * covariance(s, t);
  return variance * variance / spread;
}

// `least` is the smallest share of the exact degrees of freedom that the bound
// may be.
void ExpectBounds(int near, double least) {
  const Fitted fitted = Neighbours(near);
  const std::vector<FittedPairing>& pairings = fitted.pairings;
  const Matrix bread = SumZeroInverse(ComputeCurvature(kBots, pairings));
  const SmallSample errors =
      SmallSampleErrors(bread, pairings, FittedCrosses(), 0);
  for (std::size_t s = 0; s < kBots; s += 7) {
    for (std::size_t t = 0; t <= s; t += 3) {
      const double exact =
          ExactDegrees(bread, pairings, errors.covariance, s, t);
      EXPECT_LE(errors.degrees(s, t), exact * (1 + 1e-9)) << s << " " << t;
      EXPECT_GE(errors.degrees(s, t), exact * least) << s << " " << t;
    }
  }
}

TEST(LargeLeagueTest, DegreesOfFreedomAreABoundNearTheExactOnesIfAllHaveMet) {
  ExpectBounds(kBots, 0.95);
}

// A pairing moves the strengths of all bots on its side of the circle.
TEST(LargeLeagueTest, DegreesOfFreedomAreExactIfBotsHaveMetFewOthers) {
  ExpectBounds(10, 1 - 1e-9);
}

TEST(LargeLeagueTest, PointsAreFittedAsByTheInverse) {
  const Fitted fitted = Neighbours(6);
  std::vector<LeadLine> lines;
  for (const FittedPairing& p : fitted.pairings) {
    lines.push_back(
        {.i = p.i, .j = p.j, .pairs = p.seen->pairs, .lead = p.seen->lead});
  }
  const StrengthFit fit = FitPoints(kBots, lines);
  ASSERT_TRUE(fit.converged);
  EXPECT_LT(fit.gradient, 1e-9);
  const Matrix inverse = SumZeroInverse(Laplacian(kBots, lines));
  std::vector<double> leads(kBots);
  for (const LeadLine& line : lines) {
    leads[static_cast<std::size_t>(line.i)] += line.lead;
    leads[static_cast<std::size_t>(line.j)] -= line.lead;
  }
  for (std::size_t i = 0; i < kBots; ++i) {
    double expected = 0;
    for (std::size_t j = 0; j < kBots; ++j)
      expected += inverse(i, j) * leads[j];
    EXPECT_NEAR(fit.strengths[i], expected, 1e-10);
  }
}

TEST(LargeLeagueTest, ScoresAreFittedByNewtonsMethod) {
  const Fitted fitted = Neighbours(6);
  std::vector<ScoreLine> lines;
  for (const FittedPairing& p : fitted.pairings) {
    const double score = WinProbability(0.01 * (p.j - p.i));
    lines.push_back({.i = p.i,
                     .j = p.j,
                     .won = p.seen->pairs * score,
                     .lost = p.seen->pairs * (1 - score)});
  }
  const StrengthFit fit = FitByNewton(kBots, lines);
  EXPECT_TRUE(fit.converged);
  EXPECT_LT(fit.gradient, 1e-8);
}

// Tukey and Kramer: the critical value of equal variances is enough for any
// variances of independent ratings, and hardly more.
TEST(LargeLeagueTest, BalancedCriticalValueIsEnoughForOtherVariances) {
  SplitMix64 random(5);
  Matrix covariance(60, 60);
  for (std::size_t i = 0; i < 60; ++i) {
    covariance(i, i) = 1 + 3 * random.NextUnit();
  }
  const double simulated = MaxTCriticalValue(covariance, 0.95, 100'000, 1);
  const double balanced = BalancedCriticalValue(60, 0.95);
  EXPECT_GT(balanced, simulated - 0.01);
  EXPECT_LT(balanced, simulated + 0.1);
}

}  // namespace
}  // namespace couillon::stats
