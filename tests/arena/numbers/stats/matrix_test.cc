// Many right sides at once, and conjugate gradients, against solutions one by
// one.
#include "arena/numbers/stats/law/matrix.h"

#include <gtest/gtest.h>

#include <cmath>

#include "arena/numbers/stats/law/splitmix.h"

namespace couillon::stats {
namespace {

// A random matrix with small numbers off the diagonal.
Matrix Definite(std::size_t n) {
  SplitMix64 random(7);
  Matrix a(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      a(i, j) = a(j, i) = random.NextUnit() - 0.5;
    }
    a(i, i) = static_cast<double>(n) + random.NextUnit();
  }
  return a;
}

TEST(MatrixTest, ProductAddsInTheOrderOfItsSums) {
  const Matrix a = Definite(71);
  const Matrix b = Definite(71);
  const Matrix product = Product(a, b);
  for (const std::size_t i :
       {std::size_t{0}, std::size_t{63}, std::size_t{70}}) {
    for (std::size_t j = 0; j < 71; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 71; ++k) sum += a(i, k) * b(k, j);
      EXPECT_EQ(product(i, j), sum);
    }
  }
}

TEST(MatrixTest, FactorTimesItselfIsTheMatrix) {
  const Matrix a = Definite(70);
  const std::optional<Matrix> factor = CholeskyFactor(a);
  ASSERT_TRUE(factor.has_value());
  for (std::size_t i = 0; i < 70; ++i) {
    for (std::size_t j = 0; j < 70; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 70; ++k)
        sum += (*factor)(i, k) * (*factor)(j, k);
      EXPECT_NEAR(sum, a(i, j), 1e-11);
      if (j > i) {
        EXPECT_EQ((*factor)(i, j), 0);
      }
    }
  }
}

TEST(MatrixTest, ColumnsAreSolvedToTheSameBitsAsOneByOne) {
  const std::size_t n = 131;
  const std::optional<Matrix> factor = CholeskyFactor(Definite(n));
  ASSERT_TRUE(factor.has_value());
  SplitMix64 random(8);
  Matrix columns(n, 70);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < 70; ++j) columns(i, j) = random.NextUnit();
  }
  const Matrix solved = SolvedColumns(*factor, columns);
  for (std::size_t j = 0; j < 70; ++j) {
    std::vector<double> column(n);
    for (std::size_t i = 0; i < n; ++i) column[i] = columns(i, j);
    const std::vector<double> expected = SolveFactored(*factor, column);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(solved(i, j), expected[i]);
  }
}

TEST(MatrixTest, GradientsSolveWhatAFactorSolves) {
  const std::size_t n = 120;
  const Matrix a = Definite(n);
  std::vector<double> b(n);
  for (std::size_t i = 0; i < n; ++i) b[i] = std::sin(static_cast<double>(i));
  const std::optional<std::vector<double>> x = SolveByGradients(a, b);
  ASSERT_TRUE(x.has_value());
  const std::vector<double> expected = SolveFactored(*CholeskyFactor(a), b);
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR((*x)[i], expected[i], 1e-13);
}

// A chain of bots of which each met two: more steps than are tried.
TEST(MatrixTest, GradientsGiveUpOnALongChain) {
  const std::size_t n = 500;
  Matrix chain(n, n);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    chain(i, i) += 1;
    chain(i + 1, i + 1) += 1;
    chain(i, i + 1) = chain(i + 1, i) = -1;
  }
  std::vector<double> b(n);
  b.front() = 1;
  b.back() = -1;
  EXPECT_FALSE(SolveByGradients(chain, b).has_value());
}

}  // namespace
}  // namespace couillon::stats
