// Sums over the two seatings of a pair: the variance reduction by mirroring,
// and the share of the variance that is luck of the deal.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/numbers/stats/law/int128.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {

// y1 is a bot's result as side 0 of a deal, y2 its result as side 1 of the same
// deal, both integers over `denominator` (1 for game points, 2 for scores
// counted in half points). Safe for |y| <= 2^15 and up to 2^32 pairs.
struct SeatingSums {
  std::int64_t pairs = 0;
  std::int64_t sum_first = 0;
  std::int64_t sum_second = 0;
  std::int64_t sum_first_squares = 0;
  std::int64_t sum_second_squares = 0;
  std::int64_t sum_products = 0;
  // The cubes of y1 + y2. An int64 holds them for |y1 + y2| <= 2^7 and up to
  // 2^32 pairs.
  Int128 sum_cubes = 0;
  Int128 sum_fourths = 0;
  std::int64_t denominator = 1;  // > 0

  // Adds one complete pair.
  void Add(std::int64_t first, std::int64_t second);

  // Adds the sums of other pairs. Requires: the same denominator, unless one
  // of the two holds no pairs. Returns false, and adds nothing, otherwise.
  [[nodiscard]] bool Merge(const SeatingSums& other);

  friend bool operator==(const SeatingSums&, const SeatingSums&) = default;
};

// Returns the sums of x = (y1 + y2) / 2, the pair result.
[[nodiscard]] PairSums PairResults(const SeatingSums& sums);

// Returns -corr(y1, y2): the share of the variance of a result that is due to
// the cards. Null below two pairs or when either variance is zero.
[[nodiscard]] std::optional<double> LuckShare(const SeatingSums& sums);

// Returns ((var y1 + var y2) / 4) / var x: the variance of a mean over
// independent tables, relative to as many mirrored tables. Null below two pairs
// or when all pair results are equal.
[[nodiscard]] std::optional<double> PairingGain(const SeatingSums& sums);

}  // namespace couillon::stats
