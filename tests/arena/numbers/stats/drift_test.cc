#include "arena/numbers/stats/pairs/drift_test.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {
namespace {

// Blocks of single pairs at deals 0, 1, 2, ...
std::vector<DriftBlock> Pairs(const std::vector<int>& results) {
  std::vector<DriftBlock> blocks;
  for (const int result : results) {
    DriftBlock block{.deal = static_cast<double>(blocks.size()), .sums = {}};
    block.sums.denominator = 4;
    block.sums.Add(result);
    blocks.push_back(block);
  }
  return blocks;
}

// Blocks of pairs whose mean score rises by `trend` in all.
std::vector<DriftBlock> Drawn(int count, int pairs, double trend,
                              SplitMix64& random) {
  std::vector<DriftBlock> blocks;
  for (int b = 0; b < count; ++b) {
    DriftBlock block{.deal = pairs * (b + 0.5), .sums = {}};
    block.sums.denominator = 4;
    const double win = 0.3 + trend * (b + 0.5) / count;
    for (int i = 0; i < pairs; ++i) {
      const double u = random.NextUnit();
      block.sums.Add(u < win ? 4 : u < win + 0.5 ? 2 : 0);
    }
    blocks.push_back(block);
  }
  return blocks;
}

double ShareSignificant(int count, int pairs, double trend, int runs) {
  SplitMix64 random(77);
  int significant = 0;
  for (int run = 0; run < runs; ++run) {
    const auto test = TestDrift(Drawn(count, pairs, trend, random), 0.95);
    significant += test && test->p_value < 0.05 ? 1 : 0;
  }
  return static_cast<double>(significant) / runs;
}

// By hand: results 0, 1/2, 1/4, 1 at deals 0 to 3; slope 0.275; residuals
// -0.025, 0.2, -0.325, 0.15; leverages 0.7, 0.3, 0.3, 0.7.
TEST(DriftTest, FourPairsGiveTheSlopeAndErrorFoundByHand) {
  const std::optional<DriftTest> test = TestDrift(Pairs({0, 2, 1, 4}), 0.95);
  ASSERT_TRUE(test.has_value());
  EXPECT_EQ(test->pairs, 4);
  EXPECT_NEAR(test->slope_per_1000, 275, 1e-9);
  const double squares = (2.25 * (0.025 * 0.025 + 0.15 * 0.15) / 0.3 +
                          0.25 * (0.2 * 0.2 + 0.325 * 0.325) / 0.7) /
                         25;
  EXPECT_NEAR(test->standard_error * test->standard_error, 1e6 * squares, 1e-6);
  EXPECT_NEAR(test->degrees_of_freedom, 2, 1e-12);  // 25 / 10.25 is above n - 2
  EXPECT_NEAR(0.5 * (test->interval.lo + test->interval.hi), 275, 1e-9);
}

TEST(DriftTest, SumsOfPairsAtOneDealAreAsGoodAsThePairs) {
  std::vector<DriftBlock> pairs = Pairs({0, 2, 1, 4, 4, 3, 1, 0, 4});
  std::vector<DriftBlock> blocks;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i].deal = static_cast<double>(i / 3);
    if (i % 3 == 0) blocks.push_back({.deal = pairs[i].deal, .sums = {}});
    ASSERT_TRUE(blocks.back().sums.Merge(pairs[i].sums));
  }
  const auto one_by_one = TestDrift(pairs, 0.95);
  const auto summed = TestDrift(blocks, 0.95);
  ASSERT_TRUE(one_by_one && summed);
  EXPECT_NEAR(one_by_one->slope_per_1000, summed->slope_per_1000, 1e-9);
  EXPECT_NEAR(one_by_one->standard_error, summed->standard_error, 1e-9);
  EXPECT_NEAR(one_by_one->degrees_of_freedom, summed->degrees_of_freedom, 1e-9);
}

TEST(DriftTest, EqualPlayIsFoundToDriftInOneOfTwentyLeagues) {
  for (const auto& [count, pairs] : {std::pair(100, 8), std::pair(4, 100)}) {
    EXPECT_NEAR(ShareSignificant(count, pairs, 0, 4000), 0.05, 0.0105) << count;
  }
  // Few pairs: the degrees of freedom count.
  EXPECT_NEAR(ShareSignificant(16, 1, 0, 4000), 0.05, 0.02);
}

// The variances of early and late pairs differ: an error that assumes equal
// ones is wrong by a third here.
TEST(DriftTest, UnequalVariancesDoNotMislead) {
  SplitMix64 random(5);
  constexpr int kRuns = 4000;
  int significant = 0;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<DriftBlock> blocks;
    for (int b = 0; b < 50; ++b) {
      DriftBlock block{.deal = static_cast<double>(b), .sums = {}};
      block.sums.denominator = 4;
      const bool edge = b < 8 || b >= 42;
      for (int i = 0; i < 8; ++i) {
        const bool even = !edge && random.NextUnit() < 0.9;
        block.sums.Add(even ? 2 : random.NextUnit() < 0.5 ? 0 : 4);
      }
      blocks.push_back(block);
    }
    significant += TestDrift(blocks, 0.95)->p_value < 0.05 ? 1 : 0;
  }
  EXPECT_NEAR(significant / static_cast<double>(kRuns), 0.05, 0.0105);
}

TEST(DriftTest, ALearningBotIsFound) {
  // From 45% to 55% over 2000 pairs of deviation 0.35: power 0.93 by theory.
  EXPECT_GT(ShareSignificant(50, 40, 0.1, 1000), 0.85);
}

TEST(DriftTest, SwappedSidesNegateTheSlopeExactly) {
  SplitMix64 random(3);
  std::vector<DriftBlock> blocks = Drawn(20, 5, 0.2, random);
  const auto test = TestDrift(blocks, 0.95);
  for (DriftBlock& block : blocks) block.sums = SwappedScore(block.sums);
  const auto swapped = TestDrift(blocks, 0.95);
  ASSERT_TRUE(test && swapped);
  EXPECT_NEAR(swapped->slope_per_1000, -test->slope_per_1000, 1e-10);
  EXPECT_NEAR(swapped->p_value, test->p_value, 1e-10);
}

TEST(DriftTest, NothingToCompareIsNoTest) {
  EXPECT_FALSE(TestDrift({}, 0.95));
  EXPECT_FALSE(TestDrift(Pairs({0, 4}), 0.95));
  EXPECT_FALSE(TestDrift(Pairs({2, 2, 2, 2, 2}), 0.95));
  EXPECT_FALSE(TestDrift(Pairs({1, 1, 1, 1, 1, 1, 1}), 0.95));
  EXPECT_FALSE(TestDrift(Pairs({0, 1, 2, 3, 4}), 0.95));  // a perfect line
  std::vector<DriftBlock> same = Pairs({0, 4, 2, 1});
  for (DriftBlock& block : same) block.deal = 7;
  EXPECT_FALSE(TestDrift(same, 0.95));
  std::vector<DriftBlock> with_empty = Pairs({0, 2, 1, 4});
  with_empty.insert(with_empty.begin(), DriftBlock{.deal = 99, .sums = {}});
  EXPECT_EQ(TestDrift(with_empty, 0.95)->slope_per_1000,
            TestDrift(Pairs({0, 2, 1, 4}), 0.95)->slope_per_1000);
}

}  // namespace
}  // namespace couillon::stats
