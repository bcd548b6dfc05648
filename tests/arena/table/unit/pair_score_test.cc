#include "arena/table/unit/pair_score.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>

namespace couillon::arena {
namespace {

TEST(PairScoreTest, TwoSeatingsKeepTheirOrder) {
  std::set<int> codes;
  for (int first = 0; first <= 2; ++first) {
    for (int second = 0; second <= 2; ++second) {
      PairScore score;
      score.Add(second, Seating(1), /*seatings=*/2);
      score.Add(first, Seating(0), /*seatings=*/2);
      EXPECT_EQ(score, PairScore::OfTwo(first, second));
      EXPECT_EQ(score.BySeating(), (std::array<int, 2>{first, second}));
      EXPECT_EQ(score.HalfPoints(2), first + second);
      EXPECT_LT(score.code(), PairScore::Codes(2));
      codes.insert(score.code());
    }
  }
  EXPECT_EQ(codes.size(), static_cast<std::size_t>(PairScore::Codes(2)));
}

TEST(PairScoreTest, SixSeatingsAddUp) {
  PairScore score;
  int half_points = 0;
  for (const Seating seating : Seatings(3)) {
    const int won = static_cast<int>(seating) % 3;
    score.Add(won, seating, /*seatings=*/6);
    half_points += won;
  }
  EXPECT_EQ(score.HalfPoints(6), half_points);
  EXPECT_EQ(PairScore(12).HalfPoints(6), PairScore::Codes(6) - 1);
}

// Stored leagues contain these numbers.
TEST(PairScoreTest, BytesAreThoseOfTheStore) {
  EXPECT_EQ(PairScore::OfTwo(0, 0).code(), 0);
  EXPECT_EQ(PairScore::OfTwo(0, 2).code(), 2);
  EXPECT_EQ(PairScore::OfTwo(1, 1).code(), 4);
  EXPECT_EQ(PairScore::OfTwo(2, 0).code(), 6);
  EXPECT_EQ(PairScore::OfTwo(2, 2).code(), 8);
}

}  // namespace
}  // namespace couillon::arena
