// The score of one pair (one deal, or match, in all its seatings) as one byte,
// the form in which units keep it in memory and in the column `scores` of the
// store.
//
// Half points are those of the first bot of the pairing at one table: 0 lost,
// 1 drawn or passed out, 2 won. With two seatings the byte is 3 * (half points
// of the first seating) + (half points of the second), 0 to 8. With six
// seatings it is the sum of the half points, 0 to 12.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "arena/table/seating.h"

namespace couillon::arena {

class PairScore {
 public:
  // Lost in every seating.
  constexpr PairScore() = default;
  // The score with byte `code`. Its validity depends on the seatings: see
  // Codes().
  constexpr explicit PairScore(std::uint8_t code) : code_(code) {}

  // The score of two seatings with those half points. Requires: each is 0, 1
  // or 2.
  static constexpr PairScore OfTwo(int first, int second) {
    return PairScore(static_cast<std::uint8_t>(kResults * first + second));
  }

  // The number of valid codes: larger bytes, and this one, are invalid.
  // Requires, here and below: seatings is 2 or 6.
  [[nodiscard]] static constexpr int Codes(int seatings) {
    return seatings == 2 ? kResults * kResults : 2 * seatings + 1;
  }

  // Adds the table in `seating`. Requires: called once per seating;
  // half_points is 0, 1 or 2.
  constexpr void Add(int half_points, Seating seating, int seatings) {
    const int weight = seatings == 2 && seating == Seating(0) ? kResults : 1;
    code_ = static_cast<std::uint8_t>(code_ + weight * half_points);
  }

  // Returns the half points over all seatings: 0 to 2 * seatings.
  [[nodiscard]] constexpr int HalfPoints(int seatings) const {
    return seatings == 2 ? code_ / kResults + code_ % kResults : code_;
  }
  // Returns the half points in the first and in the second seating. Requires:
  // the score is one of two seatings.
  [[nodiscard]] constexpr std::array<int, 2> BySeating() const {
    return {code_ / kResults, code_ % kResults};
  }

  [[nodiscard]] constexpr std::uint8_t code() const { return code_; }
  friend constexpr bool operator==(PairScore, PairScore) = default;

 private:
  static constexpr int kResults = 3;  // of one table
  std::uint8_t code_ = 0;
};

// By deal or match, in order.
using PairScores = std::vector<PairScore>;

}  // namespace couillon::arena
