#include "arena/numbers/stats/pairs/pair_sums.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

PairSums SumsOf(const std::vector<std::int64_t>& values,
                std::int64_t denominator) {
  PairSums sums;
  sums.denominator = denominator;
  for (const std::int64_t value : values) sums.Add(value);
  return sums;
}

TEST(PairShapeTest, ItIsThatOfTheSample) {
  const PairSums sums =
      SumsOfCells(std::vector<std::int64_t>{1, 3, 10, 40, 300});
  const std::optional<PairShape> shape = ShapeOfScores(sums);
  ASSERT_TRUE(shape.has_value());
  EXPECT_NEAR(shape->skewness, -3.2732658089042754, 1e-12);
  EXPECT_NEAR(shape->kurtosis, 15.489995312523225, 1e-11);
  const std::optional<PairShape> swapped = ShapeOfScores(SwappedScore(sums));
  ASSERT_TRUE(swapped.has_value());
  EXPECT_EQ(swapped->skewness, -shape->skewness);
  EXPECT_EQ(swapped->kurtosis, shape->kurtosis);
  EXPECT_FALSE(
      ShapeOfScores(SumsOfCells(std::vector<std::int64_t>{0, 0, 9, 0, 0}))
          .has_value());
  PairSums points{.denominator = 2};
  for (const int x : {-3, -1, 0, 0, 2, 7}) points.Add(x);
  const std::optional<PairShape> of_points = ShapeOfPoints(points);
  ASSERT_TRUE(of_points.has_value());
  EXPECT_NEAR(of_points->skewness, 0.9360297455863644, 1e-12);
  EXPECT_EQ(ShapeOfPoints(SwappedPoints(points))->skewness,
            -of_points->skewness);
}

TEST(PairSumsTest, NoPairHasNoMeanAndNoVariance) {
  EXPECT_FALSE(ComputeMean(PairSums{}).has_value());
  EXPECT_FALSE(MeanAboveHalf(PairSums{}).has_value());
  EXPECT_FALSE(SampleVariance(PairSums{}).has_value());
  EXPECT_FALSE(PopulationVariance(PairSums{}).has_value());
}

TEST(PairSumsTest, OnePairHasAMeanButNoSampleVariance) {
  const PairSums sums = SumsOf({3}, 4);
  EXPECT_EQ(ComputeMean(sums), 0.75);
  EXPECT_EQ(MeanAboveHalf(sums), 0.25);
  EXPECT_FALSE(SampleVariance(sums).has_value());
  EXPECT_EQ(PopulationVariance(sums), 0);
}

TEST(PairSumsTest, VarianceMatchesTheDefinition) {
  const PairSums sums = SumsOf({1, 2, 4, 4, 9}, 2);
  EXPECT_EQ(ComputeMean(sums), 2);
  ExpectClose(SampleVariance(sums), 38.0 / 4 / 4, 1e-15);
  ExpectClose(PopulationVariance(sums), 38.0 / 5 / 4, 1e-15);
}

TEST(PairSumsTest, AnotherDenominatorChangesNoResult) {
  PairSums sums{.denominator = 4};
  PairSums expected{.denominator = 12};
  for (const int lead : {-3, 0, 1, 7}) {
    sums.Add(lead);
    expected.Add(3 * lead);
  }
  EXPECT_EQ(OverDenominator(sums, 12), expected);
  EXPECT_EQ(OverDenominator(sums, 4), sums);
}

TEST(PairSumsTest, MergeOrderDoesNotMatter) {
  SplitMix64 random(7);
  std::vector<PairSums> shards(20);
  PairSums all;
  all.denominator = 12;
  for (PairSums& shard : shards) {
    shard.denominator = 12;
    for (int i = 0; i < 50; ++i) {
      const auto value = static_cast<std::int64_t>(random.NextBelow(13));
      shard.Add(value);
      all.Add(value);
    }
  }
  PairSums forward;
  PairSums backward;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    ASSERT_TRUE(forward.Merge(shards[i]));
    ASSERT_TRUE(backward.Merge(shards[shards.size() - 1 - i]));
  }
  EXPECT_EQ(forward, all);
  EXPECT_EQ(backward, all);
}

TEST(PairSumsTest, DifferentDenominatorsDoNotMerge) {
  PairSums quarters = SumsOf({1}, 4);
  const PairSums before = quarters;
  EXPECT_FALSE(quarters.Merge(SumsOf({1}, 12)));
  EXPECT_EQ(quarters, before);
  EXPECT_TRUE(quarters.Merge(PairSums{}));
  EXPECT_EQ(quarters, before);
}

TEST(PairSumsTest, VarianceIsShiftInvariantToTheBit) {
  // 10^9 results of 30000 and 30001 against 0 and 1: sums of squares near 2^60.
  PairSums near;
  near.pairs = 1'000'000'000;
  near.sum = 300'000'001;
  near.sum_squares = 300'000'001;
  const std::int64_t shift = 30'000;
  PairSums far = near;
  far.sum += shift * near.pairs;
  far.sum_squares += 2 * shift * near.sum + shift * shift * near.pairs;
  EXPECT_EQ(SampleVariance(near), SampleVariance(far));
  EXPECT_NEAR(*SampleVariance(near), 0.21, 1e-8);
}

TEST(PairSumsTest, SwappingTwiceIsTheIdentity) {
  const PairSums sums = SumsOf({0, 3, 3, 7, 12, 5}, 12);
  EXPECT_EQ(SwappedScore(SwappedScore(sums)), sums);
  EXPECT_EQ(SwappedScore(sums), SumsOf({12, 9, 9, 5, 0, 7}, 12));
  EXPECT_EQ(SwappedPoints(sums), SumsOf({0, -3, -3, -7, -12, -5}, 12));
  EXPECT_EQ(*MeanAboveHalf(SwappedScore(sums)), -*MeanAboveHalf(sums));
  EXPECT_EQ(SampleVariance(SwappedScore(sums)), SampleVariance(sums));
}

TEST(PairCellsTest, CellsAndSumsAgree) {
  PairCells cells;
  PairSums sums;
  sums.denominator = 4;
  for (int first = 0; first <= 2; ++first) {
    for (int second = 0; second <= 2; ++second) {
      EXPECT_TRUE(cells.Add(first, second));
      sums.Add(first + second);
    }
  }
  EXPECT_EQ(SumsOfCells(cells.counts), sums);
  EXPECT_EQ(cells.wl, 2);
  EXPECT_EQ(cells.dd, 1);
  EXPECT_EQ(cells.counts[2], 3);
  EXPECT_FALSE(cells.Add(3, 0));
  EXPECT_FALSE(cells.Add(0, -1));
}

TEST(PairCellsTest, MergingAndSwappingKeepTheSplitsApart) {
  PairCells one;
  one.counts = {1, 2, 3, 4, 5};
  one.wl = 1;
  one.dd = 2;
  PairCells two = Swapped(one);
  EXPECT_EQ(two.counts, (std::array<std::int64_t, 5>{5, 4, 3, 2, 1}));
  two.Merge(one);
  EXPECT_EQ(two.counts, (std::array<std::int64_t, 5>{6, 6, 6, 6, 6}));
  EXPECT_EQ(two.wl, 2);
  EXPECT_EQ(two.dd, 4);
}

TEST(PairSumsTest, DecisivePairsOfTwoSeatingsAreExact) {
  EXPECT_EQ(DecisivePairsAtLeast(PairSums{}), 0);
  EXPECT_EQ(DecisivePairsAtLeast(SumsOf({0, 2, 1}, 2)), 2);
  EXPECT_EQ(DecisivePairsAtLeast(SumsOf({0, 1, 1}, 1)), 3);
  for (std::int64_t halves = 0; halves < 80; halves += 7) {
    for (std::int64_t wholes = 0; wholes < 9; ++wholes) {
      for (const std::int64_t even : {0, 1, 1000}) {
        EXPECT_EQ(DecisivePairsAtLeast(SumsOfCells(std::vector<std::int64_t>{
                      wholes, halves, even, halves, 3 * wholes})),
                  2 * halves + 4 * wholes);
      }
    }
  }
}

TEST(PairSumsTest, DecisivePairsOfSixSeatingsAreNeverOverstated) {
  EXPECT_EQ(DecisivePairsAtLeast(SumsOf({5, 7, 7, 6}, 12)), 3);
  EXPECT_EQ(DecisivePairsAtLeast(SumsOf({0, 12, 12}, 12)), 3);
  EXPECT_EQ(DecisivePairsAtLeast(SumsOf({3, 4, 8, 8}, 12)), 4);
  SplitMix64 random(3);
  for (int run = 0; run < 2000; ++run) {
    std::vector<std::int64_t> counts(13);
    std::int64_t decisive = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts[i] = static_cast<std::int64_t>(4 * random.NextUnit());
      if (i != 6) decisive += counts[i];
    }
    const std::int64_t found = DecisivePairsAtLeast(SumsOfCells(counts));
    EXPECT_LE(found, decisive);
    EXPECT_GE(3 * found, decisive);
  }
}

SeatingSums SeatingsOf(const Json& file) {
  const std::vector<std::int64_t> y1 = file["y1"].Integers();
  const std::vector<std::int64_t> y2 = file["y2"].Integers();
  SeatingSums sums;
  for (std::size_t i = 0; i < y1.size(); ++i) sums.Add(y1[i], y2[i]);
  return sums;
}

TEST(SeatingSumsTest, LuckShareAndPairingGainMatchTheVectors) {
  const Json cards = VectorFile("mean_boot.json")["paired_mean"];
  const SeatingSums sums = SeatingsOf(cards);
  ExpectClose(LuckShare(sums), cards["luck_share"].Number());
  ExpectClose(-*LuckShare(sums), cards["corr_y1_y2"].Number());
  const Json fair = VectorFile("fairness.json")["pair_stats"];
  ExpectClose(LuckShare(SeatingsOf(fair)), fair["luck_share"].Number());
  ExpectClose(PairingGain(SeatingsOf(fair)), fair["pairing_gain"].Number());
}

TEST(SeatingSumsTest, GainIsOneOverOneLessLuckWhenVariancesAgree) {
  SeatingSums sums;
  for (const auto& [a, b] : {std::pair{3, -2}, {-2, 3}, {1, 1}, {0, 0}}) {
    sums.Add(a, b);
  }
  ExpectClose(PairingGain(sums), 1 / (1 - *LuckShare(sums)), 1e-12);
}

TEST(SeatingSumsTest, PairResultsMatchDirectSums) {
  SeatingSums sums;
  PairSums results;
  results.denominator = 2;
  for (const auto& [a, b] : {std::pair{3, -2}, {-7, 9}, {1, 1}}) {
    sums.Add(a, b);
    results.Add(a + b);
  }
  EXPECT_EQ(PairResults(sums), results);
}

TEST(SeatingSumsTest, IdenticalBotsGiveZeroPairsAndNoGain) {
  SeatingSums sums;
  for (const int y : {3, -1, 2, 0}) sums.Add(y, -y);
  EXPECT_EQ(PairResults(sums).sum_squares, 0);
  ExpectClose(LuckShare(sums), 1, 1e-15);
  EXPECT_FALSE(PairingGain(sums).has_value());
  EXPECT_FALSE(LuckShare(SeatingSums{}).has_value());
}

TEST(SeatingSumsTest, MergeEqualsAddingAll) {
  SeatingSums a;
  SeatingSums b;
  SeatingSums all;
  a.Add(1, 2);
  b.Add(-3, 5);
  all.Add(1, 2);
  all.Add(-3, 5);
  ASSERT_TRUE(a.Merge(b));
  EXPECT_EQ(a, all);
}

}  // namespace
}  // namespace couillon::stats
