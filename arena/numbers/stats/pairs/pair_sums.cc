// Integer sums that merge in any order, and the moments that follow from them.

#include "arena/numbers/stats/pairs/pair_sums.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace couillon::stats {
namespace {

// Returns n sum x^2 - (sum x)^2, n^2 times the population variance.
Int128 ScaledVariance(const PairSums& sums) {
  const Int128 scaled =
      Int128{sums.pairs} * sums.sum_squares - Int128{sums.sum} * sums.sum;
  return std::max<Int128>(scaled, 0);
}

// Returns the sums of u = 2 x - d, which is zero at a score of 1/2.
PairSums AboveHalf(const PairSums& score) {
  const Int128 d = score.denominator;
  const Int128 n = score.pairs;
  const Int128 x = score.sum;
  const Int128 x2 = score.sum_squares;
  const Int128 x3 = score.sum_cubes;
  PairSums above = score;
  above.sum = static_cast<std::int64_t>(2 * x - d * n);
  above.sum_squares = static_cast<std::int64_t>(4 * x2 - 4 * d * x + d * d * n);
  above.sum_cubes = 8 * x3 - 12 * d * x2 + 6 * d * d * x - d * d * d * n;
  above.sum_fourths = 16 * score.sum_fourths - 32 * d * x3 + 24 * d * d * x2 -
                      8 * d * d * d * x + d * d * d * d * n;
  return above;
}

// Rounds up. Requires: b > 0.
Int128 CeilRatio(Int128 a, Int128 b) { return a <= 0 ? 0 : (a + b - 1) / b; }

}  // namespace

void PairSums::Add(std::int64_t numerator, std::int64_t pairs_alike) {
  pairs += pairs_alike;
  sum += pairs_alike * numerator;
  const std::int64_t square = numerator * numerator;
  sum_squares += pairs_alike * square;
  sum_cubes += Int128{pairs_alike} * numerator * square;
  sum_fourths += Int128{pairs_alike} * square * square;
}

bool PairSums::Merge(const PairSums& other) {
  if (other.pairs == 0) return true;
  if (pairs == 0) denominator = other.denominator;
  if (denominator != other.denominator) return false;
  pairs += other.pairs;
  sum += other.sum;
  sum_squares += other.sum_squares;
  sum_cubes += other.sum_cubes;
  sum_fourths += other.sum_fourths;
  return true;
}

PairSums OverDenominator(const PairSums& sums, std::int64_t denominator) {
  const std::int64_t factor = denominator / sums.denominator;
  return {.pairs = sums.pairs,
          .sum = sums.sum * factor,
          .sum_squares = sums.sum_squares * factor * factor,
          .sum_cubes = sums.sum_cubes * factor * factor * factor,
          .sum_fourths = sums.sum_fourths * factor * factor * factor * factor,
          .denominator = denominator};
}

PairSums SwappedScore(const PairSums& score) {
  const std::int64_t d = score.denominator;
  const std::int64_t d2 = d * d;
  PairSums swapped = score;
  // Sums of powers of d - x.
  swapped.sum = score.pairs * d - score.sum;
  swapped.sum_squares =
      score.pairs * d2 - 2 * d * score.sum + score.sum_squares;
  const Int128 n = score.pairs;
  swapped.sum_cubes = n * d2 * d - Int128{3} * d2 * score.sum +
                      Int128{3} * d * score.sum_squares - score.sum_cubes;
  swapped.sum_fourths = n * d2 * d2 - Int128{4} * d2 * d * score.sum +
                        Int128{6} * d2 * score.sum_squares -
                        4 * d * score.sum_cubes + score.sum_fourths;
  return swapped;
}

PairSums SwappedPoints(const PairSums& points) {
  PairSums swapped = points;
  swapped.sum = -points.sum;
  swapped.sum_cubes = -points.sum_cubes;
  return swapped;
}

std::optional<double> ComputeMean(const PairSums& sums) {
  if (sums.pairs <= 0) return std::nullopt;
  const Int128 weight = Int128{sums.pairs} * sums.denominator;
  return static_cast<double>(sums.sum) / static_cast<double>(weight);
}

std::optional<double> MeanAboveHalf(const PairSums& score) {
  if (score.pairs <= 0) return std::nullopt;
  const Int128 weight = Int128{score.pairs} * score.denominator;
  return static_cast<double>(2 * Int128{score.sum} - weight) /
         static_cast<double>(2 * weight);
}

std::optional<double> SampleVariance(const PairSums& sums) {
  if (sums.pairs < 2) return std::nullopt;
  const auto n = static_cast<double>(sums.pairs);
  const auto d = static_cast<double>(sums.denominator);
  return static_cast<double>(ScaledVariance(sums)) / n / (n - 1) / (d * d);
}

std::optional<double> PopulationVariance(const PairSums& sums) {
  if (sums.pairs <= 0) return std::nullopt;
  const auto n = static_cast<double>(sums.pairs);
  const auto d = static_cast<double>(sums.denominator);
  return static_cast<double>(ScaledVariance(sums)) / n / n / (d * d);
}

std::optional<PairShape> ShapeOfScores(const PairSums& score) {
  return ShapeOfPoints(AboveHalf(score));
}

std::optional<PairShape> ShapeOfPoints(const PairSums& points) {
  if (points.pairs <= 0 || ScaledVariance(points) == 0) return std::nullopt;
  using Real = long double;
  const auto n = static_cast<Real>(points.pairs);
  const Real m1 = static_cast<Real>(points.sum) / n;
  const Real m2 = static_cast<Real>(points.sum_squares) / n;
  const Real m3 = static_cast<Real>(points.sum_cubes) / n;
  const Real m4 = static_cast<Real>(points.sum_fourths) / n;
  const Real variance = static_cast<Real>(ScaledVariance(points)) / (n * n);
  const Real third = m3 - 3 * m1 * m2 + 2 * m1 * m1 * m1;
  const Real fourth =
      m4 - 4 * m1 * m3 + 6 * m1 * m1 * m2 - 3 * m1 * m1 * m1 * m1;
  PairShape shape;
  shape.skewness = PositiveZero(
      static_cast<double>(third / (variance * std::sqrt(variance))));
  // No law has less: Pearson's inequality, which rounding could violate.
  const double least = 1 + shape.skewness * shape.skewness;
  shape.kurtosis =
      std::max(static_cast<double>(fourth / (variance * variance)), least);
  return shape;
}

bool PairCells::Add(int first_half_points, int second_half_points,
                    std::int64_t pairs_alike) {
  const bool valid = first_half_points >= 0 && first_half_points <= 2 &&
                     second_half_points >= 0 && second_half_points <= 2;
  if (!valid) return false;
  const int cell = first_half_points + second_half_points;
  counts[static_cast<std::size_t>(cell)] += pairs_alike;
  if (cell == 2) (first_half_points == 1 ? dd : wl) += pairs_alike;
  return true;
}

void PairCells::Merge(const PairCells& other) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += other.counts[i];
  wl += other.wl;
  dd += other.dd;
}

PairCells Swapped(const PairCells& cells) {
  PairCells swapped = cells;
  std::reverse(swapped.counts.begin(), swapped.counts.end());
  return swapped;
}

PairSums SumsOfCells(std::span<const std::int64_t> counts) {
  PairSums sums;
  sums.denominator = static_cast<std::int64_t>(counts.size()) - 1;
  std::int64_t value = 0;
  for (const std::int64_t count : counts) {
    sums.Add(value, std::max<std::int64_t>(count, 0));
    ++value;
  }
  return sums;
}

std::int64_t DecisivePairsAtLeast(const PairSums& score) {
  if (score.pairs <= 0) return 0;
  const PairSums above = AboveHalf(score);
  const Int128 d = score.denominator;
  const Int128 squares = above.sum_squares;
  const Int128 fourths = above.sum_fourths;
  Int128 most = CeilRatio(squares, d * d);
  // u has the values smallest, smallest + 2, ..., d and their negatives, or is
  // 0. For two neighbours a < b among the squares of these, no other lies
  // between them, so 1 - (1 - u^2 / a)(1 - u^2 / b) is at most 1, and 0 for
  // u = 0: its sum counts decisive pairs, exactly if there are no other sizes.
  for (Int128 u = 2 - d % 2; u + 2 <= d; u += 2) {
    const Int128 a = u * u;
    const Int128 b = (u + 2) * (u + 2);
    most = std::max(most, CeilRatio(squares * (a + b) - fourths, a * b));
  }
  return static_cast<std::int64_t>(most);
}

}  // namespace couillon::stats
