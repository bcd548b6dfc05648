// Exact sums of pair results: all data of a pairing that a mean, an Elo or a
// league needs. Sums merge in any order and any grouping to the same bits; only
// the statistics use floating point.
//
// A pair result is an integer numerator over a denominator that the caller
// states: 2 for game points of a mirrored pair (y1 + y2 over 2), 4 for its
// score (0 = lost both ... 4 = won both), 12 for the score of a block of six
// seatings of a three-player deal. A score lies in 0..denominator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "arena/numbers/stats/law/int128.h"
#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {

// The sums of one pairing from one side's view. Overflow is impossible for
// |value| <= 2^15 and up to 2^32 pairs, and for |value| <= 16 up to 2^53.
struct PairSums {
  std::int64_t pairs = 0;
  // Powers of the numerators.
  std::int64_t sum = 0;
  std::int64_t sum_squares = 0;
  Int128 sum_cubes = 0;
  Int128 sum_fourths = 0;
  std::int64_t denominator = 1;  // > 0, the same for all pairs

  // Adds one complete pair whose result is numerator / denominator, or
  // `pairs_alike` pairs with this result.
  void Add(std::int64_t numerator, std::int64_t pairs_alike = 1);

  // Adds the sums of other pairs. Requires: the same denominator, unless one
  // of the two holds no pairs. Returns false, and adds nothing, otherwise.
  [[nodiscard]] bool Merge(const PairSums& other);

  friend bool operator==(const PairSums&, const PairSums&) = default;
};

// Returns the sums of the same results over another denominator. Requires: it
// is a multiple of that of `sums`.
[[nodiscard]] PairSums OverDenominator(const PairSums& sums,
                                       std::int64_t denominator);

// Returns the sums seen from the other side: score -> 1 - score.
[[nodiscard]] PairSums SwappedScore(const PairSums& score);

// Returns the sums seen from the other side: points -> -points.
[[nodiscard]] PairSums SwappedPoints(const PairSums& points);

// Returns the mean result; null without pairs.
[[nodiscard]] std::optional<double> ComputeMean(const PairSums& sums);

// Returns the mean minus 1/2, computed without cancellation, so that swapping
// the sides negates it exactly; null without pairs.
[[nodiscard]] std::optional<double> MeanAboveHalf(const PairSums& score);

// Returns the sample variance of a pair result: sum (x - mean)^2 divided by
// n - 1 (null below two pairs), and divided by n (null without pairs). Computed
// as (n S2 - S1^2) in 128-bit integers: no cancellation, exact shift and swap
// invariance. Never negative: sums that no data can have give 0.
[[nodiscard]] std::optional<double> SampleVariance(const PairSums& sums);
[[nodiscard]] std::optional<double> PopulationVariance(const PairSums& sums);

// The shape of the law of pair results, as a sample shows it: its standardised
// third and fourth moments. The variance of a standard deviation depends on
// them.
struct PairShape {
  double skewness = 0;  // 0 for a symmetric law
  double kurtosis = 3;  // 3 for a normal law
};

// Returns the shape of the sample, 1/2 taken as zero for scores: swapping the
// sides negates the skewness exactly. Null without variance.
[[nodiscard]] std::optional<PairShape> ShapeOfScores(const PairSums& score);
[[nodiscard]] std::optional<PairShape> ShapeOfPoints(const PairSums& points);

// The result classes of pairs of a two-sided game, from one side's view.
struct PairCells {
  // LL, LD, split (WL or DD), WD, WW.
  std::array<std::int64_t, 5> counts{};
  // The two kinds of split: one deal won by each side, and both deals drawn.
  // wl + dd = counts[2]; both are 0 if unknown.
  std::int64_t wl = 0;
  std::int64_t dd = 0;

  // Adds a pair with scores 0, 1 or 2 half points per seating, or `pairs_alike`
  // pairs with these scores. Requires: both scores in 0..2. Returns false, and
  // adds nothing, otherwise.
  bool Add(int first_half_points, int second_half_points,
           std::int64_t pairs_alike = 1);

  void Merge(const PairCells& other);

  friend bool operator==(const PairCells&, const PairCells&) = default;
};

// Returns the cells seen from the other side.
[[nodiscard]] PairCells Swapped(const PairCells& cells);

// Returns the sums of equally spaced result classes 0, 1, ..., k-1 over the
// denominator k - 1: three classes for single games (L, D, W), five for pairs,
// thirteen for blocks of six. Requires: 2 <= counts.size() <= 13; counts in
// 0..2^53 (a negative count is taken as 0).
[[nodiscard]] PairSums SumsOfCells(std::span<const std::int64_t> counts);

// Returns the number of pairs whose score is not 1/2, from the sums of their
// squared deviations from 1/2 and of the fourth powers. Exact for single games
// and for pairs of two seatings, which deviate by two sizes at most; otherwise
// the largest lower bound that holds for these sums.
[[nodiscard]] std::int64_t DecisivePairsAtLeast(const PairSums& score);

}  // namespace couillon::stats
