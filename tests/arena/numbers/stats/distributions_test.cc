#include "arena/numbers/stats/law/distributions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "arena/numbers/stats/law/splitmix.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(DistributionsTest, NormalQuantilesMatchTheTables) {
  ExpectClose(NormalQuantile(0.975), 1.9599639845400545, 1e-14);
  ExpectClose(NormalQuantile(0.95), 1.6448536269514722, 1e-14);
  ExpectClose(NormalQuantile(1e-10), -6.361340902404056, 1e-13);
  EXPECT_EQ(NormalQuantile(0.5), 0);
}

TEST(DistributionsTest, NormalQuantileInvertsTheCdfInBothTails) {
  for (const double p : {1e-300, 1e-20, 1e-5, 0.0242, 0.0243, 0.3, 0.8}) {
    ExpectClose(NormalCdf(NormalQuantile(p)), p, 1e-12);
    EXPECT_EQ(NormalQuantile(1 - 0.25), -NormalQuantile(0.25));
  }
}

TEST(DistributionsTest, NormalDrawsAreQuantilesToNineDigits) {
  for (int i = 1; i < 10'000; ++i) {
    const double p = i / 10'000.0;
    const double exact = NormalQuantile(p);
    EXPECT_NEAR(NormalDraw(p), exact, 1.2e-9 * std::abs(exact)) << p;
  }
  EXPECT_NEAR(NormalDraw(0x1p-54) / NormalQuantile(0x1p-54), 1, 1.2e-9);
}

TEST(DistributionsTest, StudentQuantilesMatchTheTables) {
  ExpectClose(TwoSidedStudent(0.95, 1), 12.706204736174705);
  ExpectClose(TwoSidedStudent(0.95, 2), 4.302652729749464);
  ExpectClose(TwoSidedStudent(0.95, 10), 2.2281388519862748);
  ExpectClose(TwoSidedStudent(0.99, 29), 2.7563859036706066);
  ExpectClose(TwoSidedStudent(0.95, 1e12), 1.959963984542, 1e-11);
}

TEST(DistributionsTest, StudentCdfMatchesClosedFormsOfFewDegrees) {
  for (const double t : {-40.0, -3.0, -0.1, 0.0, 0.5, 2.0, 1000.0}) {
    ExpectClose(StudentCdf(t, 2), 0.5 + 0.5 * t / std::sqrt(2 + t * t), 1e-9);
    ExpectClose(StudentCdf(t, 1), 0.5 + std::atan(t) / std::acos(-1.0), 1e-9);
  }
}

TEST(DistributionsTest, StudentQuantileMatchesNumericalIntegration) {
  // Simpson's rule on the density, with the exact constant for odd degrees.
  ExpectClose(TwoSidedStudent(0.95, 6), 2.44691185114500, 1e-13);
  ExpectClose(TwoSidedStudent(0.95, 11), 2.20098516009166, 1e-13);
  ExpectClose(TwoSidedStudent(0.95, 39), 2.02269092003680, 1e-13);
}

TEST(DistributionsTest, StudentIsSmoothWhereTheMethodChanges) {
  const double below = StudentCdf(-3, 1999.999999);
  const double above = StudentCdf(-3, 2000.000001);
  ExpectClose(below, above, 1e-10);
  ExpectClose(TwoSidedStudent(0.95, 0.999999e7),
              TwoSidedStudent(0.95, 1.000001e7), 1e-12);
}

TEST(DistributionsTest, BetaCdfMatchesClosedForms) {
  for (const double x : {1e-12, 0.1, 0.5, 0.9, 0.999999}) {
    ExpectClose(BetaCdf(x, 1, 1), x, 1e-12);
    ExpectClose(BetaCdf(x, 3, 1), x * x * x, 1e-12);
    ExpectClose(BetaCdf(x, 1, 7), -std::expm1(7 * std::log1p(-x)), 1e-12);
    ExpectClose(BetaCdf(x, 2, 2), x * x * (3 - 2 * x), 1e-12);
  }
}

// The chance that the better of two is the one who won more, for a flat prior.
TEST(DistributionsTest, BetaCdfAtHalfMatchesTheVectors) {
  for (const Json& row : VectorFile("elo.json")["los"].Elements()) {
    ExpectClose(BetaCdf(0.5, row["l"].Number() + 1, row["w"].Number() + 1),
                row["exact"].Number());
  }
}

TEST(DistributionsTest, BetaCdfIsSmoothWhereTheMethodChanges) {
  const double below = BetaCdf(0.49998, 0.9999999e8, 0.9999999e8);
  const double above = BetaCdf(0.49998, 1.0000001e8, 1.0000001e8);
  ExpectClose(below, above, 1e-5);
  ExpectClose(BetaCdf(0.5, 1e15, 1e15), 0.5, 1e-12);
}

TEST(DistributionsTest, BetaQuantileInvertsTheCdf) {
  for (const double a : {0.5, 1.0, 20.0, 5e5, 1e9}) {
    for (const double b : {0.5, 3.0, 1000.0, 1e9}) {
      for (const double p : {1e-6, 0.025, 0.5, 0.975}) {
        const double x = BetaQuantile(p, a, b);
        ASSERT_GE(x, 0);
        ASSERT_LE(x, 1);
        // Close to 1 the nearest double to x limits what p can be met.
        if (1 - x < 1e-5) continue;
        EXPECT_NEAR(BetaCdf(x, a, b), p, 1e-8 * p + 1e-12)
            << a << " " << b << " " << p;
      }
    }
  }
}

TEST(DistributionsTest, ChiSquareTailMatchesClosedForms) {
  for (const double x : {0.0, 0.5, 3.0, 10.0, 400.0}) {
    ExpectClose(ChiSquareUpperTail(x, 2), std::exp(-x / 2), 1e-11);
    ExpectClose(ChiSquareUpperTail(x, 4), (1 + x / 2) * std::exp(-x / 2),
                1e-11);
    ExpectClose(ChiSquareUpperTail(x, 1), std::erfc(std::sqrt(x / 2)), 1e-11);
  }
}

TEST(DistributionsTest, EndsOfTheRangeAreReachedWithoutNan) {
  EXPECT_EQ(NormalQuantile(0), -kInfinity);
  EXPECT_EQ(NormalQuantile(1), kInfinity);
  EXPECT_EQ(NormalCdf(kInfinity), 1);
  EXPECT_EQ(NormalCdf(-kInfinity), 0);
  EXPECT_EQ(StudentCdf(-kInfinity, 5), 0);
  EXPECT_EQ(StudentCdf(1e300, 5), 1);
  EXPECT_EQ(BetaCdf(0, 2, 3), 0);
  EXPECT_EQ(BetaCdf(1, 2, 3), 1);
  EXPECT_EQ(BetaQuantile(0, 2, 3), 0);
  EXPECT_EQ(BetaQuantile(1, 2, 3), 1);
  EXPECT_EQ(ChiSquareUpperTail(0, 3), 1);
  EXPECT_EQ(ChiSquareUpperTail(kInfinity, 3), 0);
}

TEST(SplitMixTest, StreamsMatchTheVectors) {
  const Json file = VectorFile("mean_boot.json")["splitmix64"];
  const auto expect_stream = [](std::uint64_t seed, const Json& expected) {
    SplitMix64 random(seed);
    for (const Json& value : expected.Elements()) {
      EXPECT_EQ(std::to_string(random.Next()), value.Text());
    }
  };
  expect_stream(0, file["seed0"]);
  expect_stream(1234567, file["seed1234567"]);
}

}  // namespace
}  // namespace couillon::stats
