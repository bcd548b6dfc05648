#include "arena/numbers/stats/sample/ratio.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {
namespace {

using RatioDeals = std::vector<std::pair<std::int64_t, std::int64_t>>;

RatioSums SumsOfDeals(const RatioDeals& deals) {
  RatioSums sums;
  for (const auto& [s, n] : deals) sums.Add(s, n);
  return sums;
}

RatioDeals RandomDeals(std::uint64_t seed, int deals) {
  SplitMix64 random(seed);
  RatioDeals result;
  for (int i = 0; i < deals; ++i) {
    const auto n = 1 + static_cast<std::int64_t>(random.NextBelow(3));
    const auto s = static_cast<std::int64_t>(
        random.NextBelow(static_cast<std::uint64_t>(n) + 1));
    result.emplace_back(s, n);
  }
  return result;
}

TEST(RatioTest, UnequalDealsGiveTheClusteredMean) {
  const RatioDeals deals = RandomDeals(1, 200);
  std::vector<Cluster> clusters;
  for (const auto& [s, n] : deals) {
    clusters.push_back({.size = n, .total = static_cast<double>(s)});
  }
  const RatioEstimate ratio = EstimateRatio(SumsOfDeals(deals), 0.95);
  const MeanEstimate mean = EstimateClusteredMean(clusters, 0.95);
  EXPECT_NEAR(*ratio.value, *mean.mean, 1e-12);
  EXPECT_NEAR(*ratio.standard_error, *mean.standard_error, 1e-12);
  EXPECT_NEAR(ratio.interval.lo, mean.interval.lo, 1e-9);
}

TEST(RatioTest, EqualDealsGiveTheMeanOverPairs) {
  PairSums pairs{.denominator = 1};
  RatioSums sums;
  for (const int x : {3, -1, 4, 1, -5, 9}) {
    pairs.Add(x);
    sums.Add(x, 1);
  }
  const RatioEstimate ratio = EstimateRatio(sums, 0.95);
  const MeanEstimate mean = EstimateMean(pairs, 0.95);
  EXPECT_NEAR(*ratio.value, *mean.mean, 1e-12);
  EXPECT_NEAR(*ratio.standard_error, *mean.standard_error, 1e-12);
}

TEST(RatioTest, OrderOfDealsDoesNotMatter) {
  const RatioDeals deals = RandomDeals(2, 100);
  const RatioSums first = SumsOfDeals({deals.begin(), deals.begin() + 30});
  RatioSums second = SumsOfDeals({deals.begin() + 30, deals.end()});
  second.Merge(first);
  EXPECT_EQ(second, SumsOfDeals(deals));
}

TEST(RatioTest, NothingCountedIsNoFigure) {
  EXPECT_FALSE(EstimateRatio(RatioSums{}, 0.95).value.has_value());
  const RatioEstimate never =
      EstimateRatio(SumsOfDeals({{0, 0}, {0, 0}}), 0.95);
  EXPECT_FALSE(never.value.has_value());
  EXPECT_FALSE(never.standard_error.has_value());
}

// A deal in which nothing was counted says nothing of the spread.
TEST(RatioTest, DealsThatDoNotCountDoNotMakeTheIntervalShorter) {
  const RatioDeals taken = {{-2, 1}, {4, 2}, {1, 1}, {-3, 2}, {2, 1}};
  RatioDeals all = taken;
  all.resize(400);
  const RatioEstimate few = EstimateRatio(SumsOfDeals(taken), 0.95);
  const RatioEstimate many = EstimateRatio(SumsOfDeals(all), 0.95);
  EXPECT_EQ(many.deals, 400);
  EXPECT_EQ(many.counted, 5);
  EXPECT_EQ(many.standard_error, few.standard_error);
  EXPECT_EQ(many.interval, few.interval);
  const RatioEstimate share =
      EstimateShare(SumsOfDeals({{0, 0}, {0, 0}, {1, 1}}), 0.95);
  EXPECT_LT(share.interval.lo, 0.3) << "one case";
}

// Game points of a seat that makes trumps in five of 400 deals on average: the
// share of runs whose interval has the true mean of 0. With all 400 deals as
// clusters it would be far lower (docs/statistics.md).
TEST(RatioTest, IntervalsOfRareCasesCover) {
  constexpr int kRuns = 4000;
  SplitMix64 random(7);
  int covered = 0;
  int measured = 0;
  for (int run = 0; run < kRuns; ++run) {
    RatioSums sums;
    for (int deal = 0; deal < 400; ++deal) {
      const bool takes = random.NextBelow(80) == 0;
      const std::int64_t gain = random.NextBelow(3) == 0 ? -2 : 1;
      sums.Add(takes ? gain : 0, takes ? 1 : 0);
    }
    const RatioEstimate ratio = EstimateRatio(sums, 0.95);
    if (!ratio.standard_error) continue;
    ++measured;
    if (ratio.interval.lo <= 0 && ratio.interval.hi >= 0) ++covered;
  }
  EXPECT_GT(measured, kRuns * 9 / 10);
  RecordProperty("covered", covered);
  RecordProperty("measured", measured);
  EXPECT_GT(covered, measured * 9 / 10);
}

TEST(RatioTest, EqualDealsHaveNoInterval) {
  EXPECT_EQ(EstimateRatio(SumsOfDeals(RatioDeals(400, {-2, 1})), 0.95).interval,
            Interval{});
}

TEST(RatioTest, SharesStayInRangeAndAreNeverAPoint) {
  const RatioEstimate none =
      EstimateShare(SumsOfDeals(RatioDeals(50, {0, 1})), 0.95);
  EXPECT_EQ(none.interval.lo, 0);
  EXPECT_GT(none.interval.hi, 0.05);
  const RatioEstimate all =
      EstimateShare(SumsOfDeals(RatioDeals(50, {2, 2})), 0.95);
  EXPECT_EQ(all.interval.hi, 1);
  // Fifty deals seen twice are fifty cases, not a hundred.
  EXPECT_NEAR(all.interval.lo, 1 - none.interval.hi, 1e-12);
}

TEST(RatioTest, HandsOfADealThatAgreeCountOnce) {
  RatioDeals twice;
  RatioDeals once;
  for (int i = 0; i < 400; ++i) {
    twice.emplace_back(i % 4 == 0 ? 2 : 0, 2);
    once.emplace_back(i % 4 == 0 ? 1 : 0, 1);
  }
  const RatioEstimate a = EstimateShare(SumsOfDeals(twice), 0.95);
  const RatioEstimate b = EstimateShare(SumsOfDeals(once), 0.95);
  EXPECT_NEAR(a.interval.lo, b.interval.lo, 1e-9);
  EXPECT_NEAR(a.interval.hi, b.interval.hi, 1e-9);
}

RatioCross Cross(const RatioDeals& a, const RatioDeals& b) {
  RatioCross cross;
  for (std::size_t i = 0; i < a.size(); ++i) {
    cross.Add(a[i].first, a[i].second, b[i].first, b[i].second);
  }
  return cross;
}

TEST(RatioTest, AFigureDoesNotDifferFromItself) {
  const RatioDeals deals = RandomDeals(3, 500);
  const RatioEstimate difference = EstimateDifference(
      SumsOfDeals(deals), SumsOfDeals(deals), Cross(deals, deals), 0.95);
  EXPECT_EQ(*difference.value, 0);
  EXPECT_EQ(*difference.standard_error, 0);
}

TEST(RatioTest, SharedDealsMakeTheDifferenceSharper) {
  const RatioDeals a = RandomDeals(4, 1000);
  RatioDeals b = a;
  for (std::size_t i = 0; i < b.size(); i += 10) b[i].first = 0;
  const RatioSums sums_a = SumsOfDeals(a);
  const RatioSums sums_b = SumsOfDeals(b);
  const RatioEstimate same =
      EstimateDifference(sums_a, sums_b, Cross(a, b), 0.95);
  // As if on deals of their own: the products are those of the means.
  const auto deals = static_cast<std::int64_t>(a.size());
  const RatioEstimate apart =
      EstimateDifference(sums_a, sums_b,
                         {.ss = sums_a.s * sums_b.s / deals,
                          .sn = sums_a.s * sums_b.n / deals,
                          .ns = sums_a.n * sums_b.s / deals,
                          .nn = sums_a.n * sums_b.n / deals},
                         0.95);
  EXPECT_NEAR(*same.value, *apart.value, 1e-12);
  EXPECT_LT(3 * *same.standard_error, *apart.standard_error);
}

}  // namespace
}  // namespace couillon::stats
