#include "arena/numbers/stats/pairs/control_variate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "tests/arena/numbers/stats/expected_estimate.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

constexpr double kLevel = 0.95;

ControlSums SumsOf(const std::vector<std::int64_t>& results,
                   const std::vector<std::int64_t>& values) {
  ControlSums sums;
  for (std::size_t i = 0; i < results.size(); ++i) {
    sums.Add(results[i], values[i]);
  }
  return sums;
}

ControlSums VectorSums(const Json& file) {
  return SumsOf(file["paired_mean"]["y1"].Integers(),
                file["paired_mean"]["value"].Integers());
}

TEST(ControlVariateTest, FixedBetaMatchesTheVector) {
  const Json file = VectorFile("mean_boot.json");
  const ControlSums sums = VectorSums(file);
  const Json expected = file["control_variate_unpaired"];
  const ExpectedValue known = {.mean =
                                   expected["known_mean_of_value"].Number()};
  ExpectEstimate(ControlledMean(sums, 0, known, kLevel), expected["plain"]);
  ExpectEstimate(ControlledMean(sums, 1, known, kLevel),
                 expected["beta1_fixed"]);
}

TEST(ControlVariateTest, LeastSquaresMatchesTheVector) {
  const Json file = VectorFile("mean_boot.json");
  const ControlSums sums = VectorSums(file);
  const Json expected = file["control_variate_unpaired"]["ols"];
  ExpectClose(ControlSlope(sums), expected["beta"].Number());
  const double r2 = expected["r2"].Number();
  ExpectClose(ValueCorrelation(sums), std::sqrt(r2));
  ExpectClose(ControlGain(r2), 1 / (1 - r2));
  ExpectClose(ControlledMean(sums, *ControlSlope(sums), {}, kLevel).mean,
              expected["est"].Number());
}

// Values have mean 1; residuals of beta 1.5 are 0, 0.5, 0.5, -1.5 and 0.5.
TEST(ControlVariateTest, ErrorOfTheExpectedValueIsAdded) {
  const ControlSums sums = SumsOf({3, -1, 2, 0, -4}, {3, 0, 2, 2, -2});
  EXPECT_DOUBLE_EQ(*ControlSlope(sums), 21.0 / 16);
  EXPECT_DOUBLE_EQ(*ValueCorrelation(sums), 21 / std::sqrt(16.0 * 30));
  const ExpectedValue sampled = {
      .mean = 0.5, .standard_error = 0.1, .degrees_of_freedom = 9};
  const MeanEstimate estimate = ControlledMean(sums, 1.5, sampled, kLevel);
  EXPECT_DOUBLE_EQ(*estimate.mean, -0.75);
  EXPECT_DOUBLE_EQ(*estimate.variance, 0.75);
  const double error = std::sqrt(0.15 + 0.0225);
  EXPECT_DOUBLE_EQ(*estimate.standard_error, error);
  const double a = 0.15 / 0.1725;
  const double b = 0.0225 / 0.1725;
  const double degrees = 1 / (a * a / 4 + b * b / 9);
  EXPECT_NEAR(estimate.degrees_of_freedom, degrees, 1e-9);
  EXPECT_NEAR(estimate.interval.hi - estimate.interval.lo,
              2 * TwoSidedStudent(kLevel, degrees) * error, 1e-9);
}

TEST(ControlVariateTest, OtherSideHasTheOppositeMean) {
  const ControlSums ours = SumsOf({3, -1, 2, 0, -4}, {3, 0, 2, 2, -2});
  const ControlSums theirs = SumsOf({-3, 1, -2, 0, 4}, {-3, 0, -2, -2, 2});
  const MeanEstimate a = ControlledMean(ours, 0.7, {.mean = 0.5}, kLevel);
  const MeanEstimate b = ControlledMean(theirs, 0.7, {.mean = -0.5}, kLevel);
  EXPECT_EQ(*a.mean, -*b.mean);
  EXPECT_EQ(a.interval.lo, -b.interval.hi);
  EXPECT_EQ(ControlSlope(ours), ControlSlope(theirs));
  EXPECT_EQ(ValueCorrelation(ours), ValueCorrelation(theirs));
}

TEST(ControlVariateTest, PartsMergeToTheWhole) {
  ControlSums sums = SumsOf({3, -1}, {3, 0});
  sums.Merge(SumsOf({2, 0, -4}, {2, 2, -2}));
  EXPECT_EQ(sums, SumsOf({3, -1, 2, 0, -4}, {3, 0, 2, 2, -2}));
}

TEST(ControlVariateTest, DataThatDoNotVaryHaveNoSlope) {
  const ControlSums constant_values = SumsOf({1, 2, 4}, {1, 1, 1});
  EXPECT_FALSE(ControlSlope(constant_values).has_value());
  EXPECT_FALSE(ValueCorrelation(constant_values).has_value());
  const ControlSums constant_results = SumsOf({1, 1, 1}, {1, 2, 4});
  EXPECT_EQ(ControlSlope(constant_results), 0.0);
  EXPECT_FALSE(ValueCorrelation(constant_results).has_value());
  EXPECT_FALSE(ControlSlope({}).has_value());
  EXPECT_FALSE(ControlGain(1).has_value());
  EXPECT_EQ(ControlGain(0), 1.0);
  EXPECT_EQ(ControlGain(0.75), 4.0);
}

TEST(ControlVariateTest, FewDealsGiveAnUnboundedInterval) {
  EXPECT_FALSE(ControlledMean({}, 1, {}, kLevel).mean.has_value());
  const MeanEstimate one = ControlledMean(SumsOf({3}, {1}), 1, {}, kLevel);
  EXPECT_EQ(one.mean, 2.0);
  EXPECT_FALSE(one.standard_error.has_value());
  EXPECT_EQ(one.interval.hi, std::numeric_limits<double>::infinity());
}

TEST(ControlVariateTest, ResultsThatAreTheValuesHaveNoVariance) {
  const ControlSums sums = SumsOf({1, 5, -2, 7}, {1, 5, -2, 7});
  const MeanEstimate estimate = ControlledMean(sums, 1, {}, kLevel);
  EXPECT_EQ(estimate.mean, 0.0);
  EXPECT_EQ(estimate.standard_error, 0.0);
  EXPECT_EQ(ValueCorrelation(sums), 1.0);
}

// Cards of mean 0.3, and a result that they determine up to other luck. The
// mean result is 1.3.
class Deals {
 public:
  explicit Deals(std::uint64_t seed) : random_(seed) {}
  std::int64_t DrawValue() {
    std::int64_t value = -3;
    for (const double chance : {0.9, 0.8, 0.7, 0.5, 0.3, 0.1}) {
      value += random_.NextUnit() < chance ? 1 : 0;
    }
    return value;
  }
  ControlSums Draw(int deals) {
    ControlSums sums;
    for (int i = 0; i < deals; ++i) {
      const std::int64_t value = DrawValue();
      const auto luck = static_cast<std::int64_t>(random_.NextBelow(3)) - 1;
      sums.Add(value + 1 + luck, value);
    }
    return sums;
  }

 private:
  SplitMix64 random_;
};

struct Coverage {
  double with_error = 0;     // of E v, in the interval
  double without_error = 0;  // as if E v were known
};

// Beta from 50 earlier deals, 100 deals, and E v from as many others.
Coverage SimulateCoverage(int runs) {
  Deals deals(7);
  Coverage coverage;
  for (int run = 0; run < runs; ++run) {
    const double beta = ControlSlope(deals.Draw(50)).value_or(0);
    const ControlSums data = deals.Draw(100);
    const ControlSums offline = deals.Draw(100);
    // Slope 0 leaves the plain mean, here of the values.
    ControlSums values;
    values.deals = offline.deals;
    values.results = offline.values;
    values.result_squares = offline.value_squares;
    const MeanEstimate mean = ControlledMean(values, 0, {}, kLevel);
    const ExpectedValue known = {.mean = *mean.mean};
    const ExpectedValue sampled = {
        .mean = *mean.mean,
        .standard_error = *mean.standard_error,
        .degrees_of_freedom = mean.degrees_of_freedom};
    const auto covers = [&](const ExpectedValue& expected) {
      const Interval interval =
          ControlledMean(data, beta, expected, kLevel).interval;
      return interval.lo <= 1.3 && 1.3 <= interval.hi ? 1.0 / runs : 0.0;
    };
    coverage.with_error += covers(sampled);
    coverage.without_error += covers(known);
  }
  return coverage;
}

TEST(ControlVariateTest, IntervalsWithASampledExpectationCoverTheMean) {
  const Coverage coverage = SimulateCoverage(4000);
  EXPECT_NEAR(coverage.with_error, 0.95, 0.011);  // three standard errors
  EXPECT_LT(coverage.without_error, 0.9);
}

}  // namespace
}  // namespace couillon::stats
