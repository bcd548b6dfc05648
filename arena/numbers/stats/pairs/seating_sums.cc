// The share of luck and the gain by pairing, from the sums of both seatings.

#include "arena/numbers/stats/pairs/seating_sums.h"

#include <cmath>

#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {

void SeatingSums::Add(std::int64_t first, std::int64_t second) {
  ++pairs;
  sum_first += first;
  sum_second += second;
  sum_first_squares += first * first;
  sum_second_squares += second * second;
  sum_products += first * second;
  const std::int64_t both = first + second;
  const Int128 square = Int128{both} * both;
  sum_cubes += both * square;
  sum_fourths += square * square;
}

bool SeatingSums::Merge(const SeatingSums& other) {
  if (other.pairs == 0) return true;
  if (pairs == 0) denominator = other.denominator;
  if (denominator != other.denominator) return false;
  pairs += other.pairs;
  sum_first += other.sum_first;
  sum_second += other.sum_second;
  sum_first_squares += other.sum_first_squares;
  sum_second_squares += other.sum_second_squares;
  sum_products += other.sum_products;
  sum_cubes += other.sum_cubes;
  sum_fourths += other.sum_fourths;
  return true;
}

PairSums PairResults(const SeatingSums& sums) {
  return {.pairs = sums.pairs,
          .sum = sums.sum_first + sums.sum_second,
          .sum_squares = sums.sum_first_squares + sums.sum_second_squares +
                         2 * sums.sum_products,
          .sum_cubes = sums.sum_cubes,
          .sum_fourths = sums.sum_fourths,
          .denominator = 2 * sums.denominator};
}

std::optional<double> LuckShare(const SeatingSums& sums) {
  if (sums.pairs < 2) return std::nullopt;
  const Int128 n = sums.pairs;
  const Int128 v1 =
      n * sums.sum_first_squares - Int128{sums.sum_first} * sums.sum_first;
  const Int128 v2 =
      n * sums.sum_second_squares - Int128{sums.sum_second} * sums.sum_second;
  if (v1 <= 0 || v2 <= 0) return std::nullopt;
  const Int128 covariance =
      n * sums.sum_products - Int128{sums.sum_first} * sums.sum_second;
  return PositiveZero(-static_cast<double>(covariance) /
                      std::sqrt(static_cast<double>(v1)) /
                      std::sqrt(static_cast<double>(v2)));
}

std::optional<double> PairingGain(const SeatingSums& sums) {
  const std::optional<double> of_pair = SampleVariance(PairResults(sums));
  const std::optional<double> of_first =
      SampleVariance({.pairs = sums.pairs,
                      .sum = sums.sum_first,
                      .sum_squares = sums.sum_first_squares,
                      .denominator = sums.denominator});
  const std::optional<double> of_second =
      SampleVariance({.pairs = sums.pairs,
                      .sum = sums.sum_second,
                      .sum_squares = sums.sum_second_squares,
                      .denominator = sums.denominator});
  if (!of_pair || !of_first || !of_second || *of_pair == 0) return std::nullopt;
  return (*of_first + *of_second) / 4 / *of_pair;
}

}  // namespace couillon::stats
