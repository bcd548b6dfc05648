#include "arena/numbers/stats/pairs/points.h"

#include <gtest/gtest.h>

#include <cmath>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/sequential/anytime.h"

namespace couillon::stats {
namespace {

constexpr PointsOptions kOptions = {
    .level = 0.95, .seatings_per_pair = 2, .virtual_lead = 1};

TEST(PointsTest, IsTheMeanLeadWithVirtualPairsInItsError) {
  PairSums points{.denominator = 2};
  for (const int lead : {4, -2, 0, 6, 2}) points.Add(lead);
  const PointsEstimate estimate = EstimatePoints(points, kOptions);
  EXPECT_DOUBLE_EQ(*estimate.mean, 1);
  // Squares 10 around the mean of leads 2, -1, 0, 3, 1; their mean square, 3,
  // is more than that of a lead of 1.
  EXPECT_DOUBLE_EQ(*estimate.standard_error, std::sqrt((10 + 2 * 3.0) / 30));
  EXPECT_DOUBLE_EQ(estimate.degrees_of_freedom, 4 * 1.6 * 1.6);
}

TEST(PointsTest, SwappingTheSidesNegatesEverything) {
  SplitMix64 random(1);
  for (int round = 0; round < 200; ++round) {
    PairSums points{.denominator = 2};
    for (std::uint64_t i = random.NextBelow(9); i > 0; --i) {
      points.Add(static_cast<std::int64_t>(random.NextBelow(9)) - 3);
    }
    const PointsEstimate a = EstimatePoints(points, kOptions);
    const PointsEstimate b = EstimatePoints(SwappedPoints(points), kOptions);
    ASSERT_EQ(a.mean.has_value(), b.mean.has_value());
    if (!a.mean) continue;
    EXPECT_EQ(*a.mean, -*b.mean);
    EXPECT_EQ(a.interval.lo, -b.interval.hi);
    EXPECT_NEAR(a.superiority, 1 - b.superiority, 1e-12);
    if (a.nelo) {
      EXPECT_EQ(*a.nelo, -*b.nelo);
    }
  }
}

TEST(PointsTest, NoIntervalIsAPoint) {
  for (const std::int64_t lead : {-2, 0, 2}) {
    PairSums points{.denominator = 2};
    points.Add(lead, 1000);
    const PointsEstimate estimate = EstimatePoints(points, kOptions);
    EXPECT_LT(estimate.interval.lo, estimate.interval.hi);
    const Interval anytime = AnytimePointsInterval(points, 0.05, 1000, 2);
    EXPECT_LT(anytime.lo, anytime.hi);
  }
}

TEST(PointsTest, NothingPlayedIsNoClaim) {
  const PointsEstimate estimate = EstimatePoints(PairSums{}, kOptions);
  EXPECT_FALSE(estimate.mean.has_value());
  EXPECT_EQ(estimate.superiority, 0.5);
  EXPECT_TRUE(std::isinf(estimate.interval.hi));
}

// One loss in five, at four times the stake. (Of 8 deals a sixth has no such
// loss, and no interval can know of it.)
TEST(PointsTest, IntervalsCoverSkewedLaws) {
  SplitMix64 random(2);
  for (const int deals : {30, 100, 300}) {
    int covered = 0;
    constexpr int kRuns = 4000;
    for (int run = 0; run < kRuns; ++run) {
      PairSums points;
      for (int deal = 0; deal < deals; ++deal) {
        points.Add(random.NextUnit() < 0.2 ? -4 : 1);
      }
      const Interval interval = EstimatePoints(points, kOptions).interval;
      covered += interval.lo <= 0 && 0 <= interval.hi ? 1 : 0;
    }
    EXPECT_GT(covered / double{kRuns}, deals < 100 ? 0.91 : 0.93) << deals;
  }
}

}  // namespace
}  // namespace couillon::stats
