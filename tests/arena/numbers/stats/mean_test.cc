#include "arena/numbers/stats/pairs/mean.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/seating_sums.h"
#include "tests/arena/numbers/stats/expected_estimate.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

TEST(MeanTest, PairedMeanMatchesTheVector) {
  const Json file = VectorFile("mean_boot.json")["paired_mean"];
  const std::vector<std::int64_t> y1 = file["y1"].Integers();
  const std::vector<std::int64_t> y2 = file["y2"].Integers();
  SeatingSums pairs;
  PairSums hands;
  for (std::size_t i = 0; i < y1.size(); ++i) {
    pairs.Add(y1[i], y2[i]);
    hands.Add(y1[i]);
    hands.Add(y2[i]);
  }
  ExpectEstimate(EstimateMean(PairResults(pairs), 0.95), file["pair"]);
  ExpectEstimate(EstimateMean(hands, 0.95), file["naive_hands"]);
  const auto n = static_cast<double>(y1.size());
  const double covariance =
      (static_cast<double>(pairs.sum_products) -
       static_cast<double>(pairs.sum_first * pairs.sum_second) / n) /
      (n - 1);
  ExpectClose(covariance, file["cov_y1_y2"].Number());
}

TEST(MeanTest, SkillMatchesTheVector) {
  const Json file = VectorFile("fairness.json")["pair_stats"];
  const std::vector<std::int64_t> y1 = file["y1"].Integers();
  const std::vector<std::int64_t> y2 = file["y2"].Integers();
  SeatingSums pairs;
  for (std::size_t i = 0; i < y1.size(); ++i) pairs.Add(y1[i], y2[i]);
  const MeanEstimate skill = EstimateMean(PairResults(pairs), 0.95);
  const std::vector<double> skill_expected = file["skill"].Numbers();
  ExpectClose(skill.mean, skill_expected[0]);
  ExpectClose(skill.standard_error, skill_expected[1]);
}

TEST(MeanTest, NoPairIsUnboundedAndHasNoEstimate) {
  const MeanEstimate estimate = EstimateMean(PairSums{}, 0.95);
  EXPECT_FALSE(estimate.mean.has_value());
  EXPECT_FALSE(estimate.standard_error.has_value());
  EXPECT_EQ(estimate.interval, Interval{});
  EXPECT_TRUE(estimate.few_deals);
}

TEST(MeanTest, EqualResultsHaveNoInterval) {
  PairSums sums;
  std::vector<Cluster> clusters;
  while (sums.pairs < 10 * kFewDeals) {
    sums.Add(3);
    clusters.push_back({.size = 2, .total = 6});
  }
  for (const MeanEstimate& equal :
       {EstimateMean(sums, 0.95), EstimateClusteredMean(clusters, 0.95)}) {
    EXPECT_EQ(equal.standard_error, 0);
    EXPECT_EQ(equal.interval, Interval{});
  }
}

TEST(MeanTest, OnePairHasAnEstimateButNoInterval) {
  PairSums sums;
  sums.Add(3);
  const MeanEstimate estimate = EstimateMean(sums, 0.95);
  EXPECT_EQ(estimate.mean, 3);
  EXPECT_FALSE(estimate.variance.has_value());
  EXPECT_EQ(estimate.interval, Interval{});
}

TEST(MeanTest, FewDealsAreFlaggedBelowThirty) {
  PairSums sums;
  for (int i = 0; i < 29; ++i) sums.Add(i % 3);
  EXPECT_TRUE(EstimateMean(sums, 0.95).few_deals);
  sums.Add(0);
  EXPECT_FALSE(EstimateMean(sums, 0.95).few_deals);
}

TEST(MeanTest, SwappingTheSidesNegatesExactly) {
  PairSums sums;
  sums.denominator = 2;
  for (const int x : {5, -3, 1, 1, 7, -2, 0}) sums.Add(x);
  const MeanEstimate a = EstimateMean(sums, 0.95);
  const MeanEstimate b = EstimateMean(SwappedPoints(sums), 0.95);
  EXPECT_EQ(*a.mean, -*b.mean);
  EXPECT_EQ(a.interval.lo, -b.interval.hi);
  EXPECT_EQ(a.interval.hi, -b.interval.lo);
  EXPECT_EQ(a.standard_error, b.standard_error);
}

TEST(MeanTest, EqualClustersGiveThePairEstimate) {
  PairSums sums;
  sums.denominator = 2;
  std::vector<Cluster> clusters;
  for (const int x : {5, -3, 1, 1, 7, -2, 0}) {
    sums.Add(x);
    clusters.push_back({.size = 2, .total = static_cast<double>(x)});
  }
  const MeanEstimate pairs = EstimateMean(sums, 0.95);
  const MeanEstimate deals = EstimateClusteredMean(clusters, 0.95);
  ExpectClose(deals.mean, *pairs.mean, 1e-14);
  ExpectClose(deals.standard_error, *pairs.standard_error, 1e-14);
  ExpectClose(deals.variance, *pairs.variance, 1e-13);
}

TEST(MeanTest, UnequalClustersFollowTheFormula) {
  // Mean 8/4 = 2; excesses 1 - 2 = -1 and 7 - 6 = 1; var = 2 * 2 / 16.
  const std::vector<Cluster> clusters = {{1, 1}, {3, 7}, {0, 0}};
  const MeanEstimate estimate = EstimateClusteredMean(clusters, 0.95);
  EXPECT_EQ(estimate.pairs, 2);
  EXPECT_EQ(estimate.mean, 2);
  ExpectClose(estimate.standard_error, 0.5, 1e-15);
  EXPECT_EQ(estimate.degrees_of_freedom, 1);
}

// Losses of deals of two tables: most have none.
std::vector<Cluster> DrawLosses(int deals, double share, SplitMix64& random) {
  std::vector<Cluster> losses;
  for (int deal = 0; deal < deals; ++deal) {
    const bool costly = random.NextUnit() < share;
    const double cost = random.NextUnit() < 0.3 ? 3 : 1;
    losses.push_back({.size = 2, .total = costly ? cost : 0});
  }
  return losses;
}

TEST(LossTest, IntervalsStayInRangeAndAreNeverPoints) {
  for (const int deals : {1, 2, 30, 1000}) {
    const std::vector<Cluster> none(static_cast<std::size_t>(deals),
                                    {.size = 2, .total = 0});
    const MeanEstimate loss = EstimateClusteredLoss(none, 1, 0.95);
    EXPECT_EQ(loss.mean, 0);
    EXPECT_EQ(loss.interval.lo, 0);
    EXPECT_GT(loss.interval.hi, 2.5 / (deals + 2));
    const MeanEstimate lead = EstimateClusteredLead(none, 1, 0.95);
    EXPECT_EQ(lead.mean, 0);
    EXPECT_NEAR(lead.interval.lo, -lead.interval.hi, 1e-12);
    EXPECT_GT(lead.interval.hi, 0);
  }
  EXPECT_FALSE(EstimateClusteredLoss({}, 1, 0.95).mean.has_value());
}

TEST(LossTest, RareLossesAreCovered) {
  SplitMix64 random(46);
  constexpr int kRuns = 2'000;
  for (const double share : {0.002, 0.01, 0.05, 0.2}) {
    const double truth = share * (0.3 * 3 + 0.7 * 1) / 2;
    int covered = 0;
    for (int run = 0; run < kRuns; ++run) {
      const MeanEstimate loss =
          EstimateClusteredLoss(DrawLosses(100, share, random), 1, 0.95);
      EXPECT_GE(loss.interval.lo, 0);
      covered += loss.interval.lo <= truth && truth <= loss.interval.hi ? 1 : 0;
    }
    EXPECT_GT(covered, 0.93 * kRuns) << share;
  }
}

}  // namespace
}  // namespace couillon::stats
