#include "arena/stats/pairs/pair_sums.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "arena/stats/law/int128.h"

namespace couillon::stats {
namespace {

// Returns n sum x^2 - (sum x)^2, n^2 times the population variance.
Int128 ScaledVariance(const PairSums& sums) {
  const Int128 scaled =
      Int128{sums.pairs} * sums.sum_squares - Int128{sums.sum} * sums.sum;
  return std::max<Int128>(scaled, 0);
}

}  // namespace

void PairSums::Add(std::int64_t numerator, std::int64_t pairs_alike) {
  pairs += pairs_alike;
  sum += pairs_alike * numerator;
  sum_squares += pairs_alike * numerator * numerator;
}

bool PairSums::Merge(const PairSums& other) {
  if (other.pairs == 0) return true;
  if (pairs == 0) denominator = other.denominator;
  if (denominator != other.denominator) return false;
  pairs += other.pairs;
  sum += other.sum;
  sum_squares += other.sum_squares;
  return true;
}

PairSums SwappedScore(const PairSums& score) {
  const std::int64_t d = score.denominator;
  PairSums swapped = score;
  swapped.sum = score.pairs * d - score.sum;
  // sum (d - x)^2
  swapped.sum_squares =
      score.pairs * d * d - 2 * d * score.sum + score.sum_squares;
  return swapped;
}

PairSums SwappedPoints(const PairSums& points) {
  PairSums swapped = points;
  swapped.sum = -points.sum;
  return swapped;
}

std::optional<double> MeanOf(const PairSums& sums) {
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
    const std::int64_t n = std::max<std::int64_t>(count, 0);
    sums.pairs += n;
    sums.sum += value * n;
    sums.sum_squares += value * value * n;
    ++value;
  }
  return sums;
}

std::int64_t DecisivePairsAtLeast(const PairSums& score) {
  if (score.pairs <= 0) return 0;
  const Int128 d = score.denominator;
  // sum (2x - d)^2, of which one pair gives at most d^2.
  const Int128 spread =
      4 * Int128{score.sum_squares} - 4 * d * score.sum + d * d * score.pairs;
  return static_cast<std::int64_t>((spread + d * d - 1) / (d * d));
}

}  // namespace couillon::stats
