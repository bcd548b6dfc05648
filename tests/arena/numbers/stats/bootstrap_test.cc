#include "arena/numbers/stats/sample/bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

// The bootstrap of the mean of one value per deal.
std::optional<BootstrapResult> BootstrapMean(std::span<const double> values,
                                             const BootstrapOptions& options) {
  const auto mean = [values](std::span<const std::size_t> sample) {
    double sum = 0;
    for (const std::size_t deal : sample) sum += values[deal];
    return sum / static_cast<double>(sample.size());
  };
  return Bootstrap(values.size(), mean, options);
}

TEST(BootstrapTest, MeansMatchTheVectors) {
  for (const Json& row : VectorFile("mean_boot.json")["bootstrap"].Elements()) {
    const std::vector<double> x = row["x"].Numbers();
    const std::optional<BootstrapResult> b = BootstrapMean(
        x, {.resamples = static_cast<int>(row["B"].Integer()),
            .level = 0.95,
            .seed = static_cast<std::uint64_t>(row["seed"].Integer())});
    ASSERT_TRUE(b.has_value());
    ExpectClose(b->mean, row["boot_mean"].Number());
    ExpectClose(b->standard_deviation, row["boot_sd"].Number());
    const auto expect_interval = [&](const Interval& ours, const char* name) {
      const std::vector<double> ends = row[name].Numbers();
      ExpectClose(ours, ends[0], ends[1]);
    };
    expect_interval(b->percentile, "percentile");
    expect_interval(b->basic, "basic");
    expect_interval(b->bca, "bca");
    ExpectClose(b->bias_correction, row["z0"].Number());
    ExpectClose(b->acceleration, row["accel"].Number());
  }
}

TEST(BootstrapTest, FirstResamplesMatchTheVectors) {
  for (const Json& row : VectorFile("mean_boot.json")["bootstrap"].Elements()) {
    const std::vector<double> x = row["x"].Numbers();
    SplitMix64 random(static_cast<std::uint64_t>(row["seed"].Integer()));
    for (const double expected : row["first_five_means"].Numbers()) {
      double sum = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        sum += x[random.NextBelow(x.size())];
      }
      EXPECT_NEAR(sum / static_cast<double>(x.size()), expected, 1e-12);
    }
  }
}

TEST(BootstrapTest, ClosedFormIntervalsOfTheSameDataMatchTheVectors) {
  for (const Json& row : VectorFile("mean_boot.json")["bootstrap"].Elements()) {
    std::vector<Cluster> deals;
    for (const double x : row["x"].Numbers()) deals.push_back({1, x});
    const MeanEstimate estimate = EstimateClusteredMean(deals, 0.95);
    const Json expected = row["t_interval"];
    ExpectClose(estimate.mean, expected["mean"].Number());
    ExpectClose(estimate.variance, expected["var"].Number());
    ExpectClose(estimate.standard_error, expected["se"].Number());
    ExpectClose(estimate.interval, expected["lo"].Number(),
                expected["hi"].Number(), kStudentRows);
  }
}

TEST(BootstrapTest, SameSeedGivesTheSameBits) {
  const std::vector<double> x = {1, 2, 4, 8, 16};
  const BootstrapOptions options = {.resamples = 200, .level = 0.9, .seed = 5};
  const auto a = BootstrapMean(x, options);
  const auto b = BootstrapMean(x, options);
  EXPECT_EQ(a->bca, b->bca);
  EXPECT_EQ(a->mean, b->mean);
}

TEST(BootstrapTest, TooLittleDataIsRefused) {
  const std::vector<double> one = {1};
  const BootstrapOptions options = {.resamples = 200, .level = 0.9, .seed = 5};
  EXPECT_FALSE(BootstrapMean({}, options).has_value());
  EXPECT_FALSE(BootstrapMean(one, options).has_value());
}

TEST(BootstrapTest, ConstantDataCollapseWithoutNan) {
  const std::vector<double> x(10, 2.5);
  const auto b = BootstrapMean(x, {.resamples = 50, .level = 0.95, .seed = 1});
  ASSERT_TRUE(b.has_value());
  EXPECT_EQ(b->bca, (Interval{2.5, 2.5}));
  EXPECT_EQ(b->acceleration, 0);
}

TEST(BootstrapTest, StatisticsThatAreNotNumbersAreRefused) {
  const auto bad = [](std::span<const std::size_t>) { return std::nan(""); };
  EXPECT_FALSE(Bootstrap(5, bad, {.resamples = 50, .level = 0.95, .seed = 1}));
}

}  // namespace
}  // namespace couillon::stats
