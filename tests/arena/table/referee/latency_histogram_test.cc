// Latencies in buckets: their error is bounded, and they add up exactly.
#include "arena/table/referee/latency_histogram.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

namespace couillon::arena {
namespace {

using std::chrono::nanoseconds;

std::int64_t Nanoseconds(const LatencyHistogram& histogram, int percent) {
  const auto time = histogram.Percentile(percent);
  EXPECT_TRUE(time.has_value());
  return time ? std::chrono::duration_cast<nanoseconds>(*time).count() : -1;
}

TEST(LatencyHistogramTest, ATimeIsKnownWithinOnePartIn32) {
  for (std::int64_t time = 1; time < std::int64_t{1} << 46;
       time += time / 37 + 1) {
    LatencyHistogram histogram;
    histogram.Add(nanoseconds(time), 1);
    const std::int64_t found = Nanoseconds(histogram, 50);
    ASSERT_LE(std::abs(found - time) * 32, time) << time << " is " << found;
  }
}

TEST(LatencyHistogramTest, APercentileIsReachedByThatManyDecisions) {
  LatencyHistogram histogram;
  for (int i = 1; i <= 100; ++i) histogram.Add(nanoseconds(i < 100 ? 3 : 9), 1);
  EXPECT_EQ(histogram.size(), 100);
  EXPECT_EQ(Nanoseconds(histogram, 50), 3);
  EXPECT_EQ(Nanoseconds(histogram, 99), 3);
  EXPECT_EQ(Nanoseconds(histogram, 100), 9);
  histogram.Add(nanoseconds(9), 1);
  EXPECT_EQ(Nanoseconds(histogram, 99), 9);  // 100 of 101 are needed
}

TEST(LatencyHistogramTest, NoDecisionHasNoPercentile) {
  LatencyHistogram histogram;
  histogram.Add(nanoseconds(5), 0);
  EXPECT_EQ(histogram.Percentile(50), std::nullopt);
  EXPECT_EQ(histogram, LatencyHistogram());
}

TEST(LatencyHistogramTest, PartsAddUpToTheWhole) {
  LatencyHistogram whole;
  LatencyHistogram odd;
  LatencyHistogram even;
  for (std::int64_t i = 0; i < 1000; ++i) {
    const nanoseconds time(i * i * i);
    whole.Add(time, i % 7);
    (i % 2 == 0 ? even : odd).Add(time, i % 7);
  }
  LatencyHistogram sum = odd;
  sum += even;
  EXPECT_EQ(sum, whole);
  LatencyHistogram copy;
  for (const LatencyHistogram::Bucket& bucket : whole.Buckets()) {
    EXPECT_TRUE(copy.Add(bucket));
  }
  EXPECT_EQ(copy, whole);
}

TEST(LatencyHistogramTest, TimesBeyondTheBucketsCountAsTheNearest) {
  LatencyHistogram histogram;
  histogram.Add(nanoseconds(-5), 1);
  EXPECT_EQ(Nanoseconds(histogram, 100), 0);
  histogram.Add(std::chrono::hours(1000), 1);
  EXPECT_GT(Nanoseconds(histogram, 100),
            nanoseconds(std::chrono::hours(37)).count());
}

TEST(LatencyHistogramTest, ABucketThatDoesNotExistIsRefused) {
  LatencyHistogram histogram;
  EXPECT_FALSE(histogram.Add({.number = -1, .decisions = 1}));
  EXPECT_FALSE(histogram.Add({.number = 704, .decisions = 1}));
  EXPECT_FALSE(histogram.Add({.number = 3, .decisions = -1}));
  EXPECT_TRUE(histogram.Add({.number = 703, .decisions = 1}));
  EXPECT_EQ(histogram.size(), 1);
}

}  // namespace
}  // namespace couillon::arena
