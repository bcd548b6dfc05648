#include "arena/numbers/stats/law/max_t.h"

#include <gtest/gtest.h>

#include <cstddef>

#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

Matrix Identity(std::size_t n) {
  Matrix identity(n, n);
  for (std::size_t i = 0; i < n; ++i) identity(i, i) = 1;
  return identity;
}

TEST(MaxTTest, BalancedValuesMatchTheVectors) {
  for (const Json& row : VectorFile("mean_boot.json")["tukey"].Elements()) {
    ExpectClose(
        BalancedCriticalValue(static_cast<int>(row["k"].Integer()), 0.95),
        row["q95_over_sqrt2"].Number());
  }
}

TEST(MaxTTest, DrawsAgreeWithTheBalancedValue) {
  EXPECT_NEAR(MaxTCriticalValue(Identity(5), 0.95, 100'000, 1),
              BalancedCriticalValue(5, 0.95), 0.03);
  EXPECT_NEAR(MaxTCriticalValue(Identity(10), 0.95, 100'000, 2), 3.164, 0.03);
}

TEST(MaxTTest, ScaleAndLevelOfTheStrengthsDoNotMatter) {
  Matrix scaled = Identity(4);
  Matrix centred(4, 4);
  for (std::size_t i = 0; i < 4; ++i) {
    scaled(i, i) = 49;
    for (std::size_t j = 0; j < 4; ++j) centred(i, j) = (i == j ? 0.75 : -0.25);
  }
  const double value = MaxTCriticalValue(Identity(4), 0.95, 20'000, 3);
  EXPECT_NEAR(MaxTCriticalValue(scaled, 0.95, 20'000, 3), value, 1e-12);
  EXPECT_NEAR(MaxTCriticalValue(centred, 0.95, 20'000, 3), value, 0.06);
}

TEST(MaxTTest, SameSeedGivesTheSameBits) {
  EXPECT_EQ(MaxTCriticalValue(Identity(6), 0.95, 5'000, 9),
            MaxTCriticalValue(Identity(6), 0.95, 5'000, 9));
}

TEST(MaxTTest, NothingToCompareNeedsNoMargin) {
  EXPECT_EQ(MaxTCriticalValue(Matrix(), 0.95, 1'000, 1), 0);
  EXPECT_EQ(MaxTCriticalValue(Matrix(3, 3), 0.95, 1'000, 1), 0);
}

TEST(MaxTTest, RangeCdfOfTwoIsTheHalfNormalLaw) {
  EXPECT_NEAR(NormalRangeCdf(1.9599639845400545 * 1.4142135623730951, 2), 0.95,
              1e-13);
  EXPECT_EQ(NormalRangeCdf(0, 5), 0);
}

}  // namespace
}  // namespace couillon::stats
