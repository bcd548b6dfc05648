// What changed between two readings: which differences are significant, and in
// which order they stand.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "arena/measure/fairness/fairness_report.h"
#include "arena/measure/fairness/figures.h"
#include "arena/numbers/stats/sample/ratio.h"

namespace couillon::arena {
namespace {

constexpr std::int64_t kChangedDeals = 10'000;

stats::RatioEstimate WithError(double value, double error) {
  return {.deals = kChangedDeals,
          .counted = kChangedDeals,
          .count = kChangedDeals,
          .value = value,
          .standard_error = error,
          .interval = {.lo = value - 2 * error, .hi = value + 2 * error}};
}

// Of a figure with the value 0.5 in the first reading. A deal differs by
// `spread` from the mean.
ComparedFigure Changed(const std::string& name, double difference, double error,
                       double spread = 1) {
  ComparedFigure figure;
  figure.first.figure = {.name = name, .kind = FigureKind::kShare};
  figure.second.figure = figure.first.figure;
  figure.first.estimate = WithError(0.5, spread / 100);
  figure.second.estimate = WithError(0.5 + difference, spread / 200);
  figure.difference = WithError(difference, error);
  return figure;
}

std::vector<std::string> NamesOf(const ComparisonReport& comparison,
                                 const std::vector<std::size_t>& indices) {
  std::vector<std::string> names;
  for (const std::size_t i : indices) {
    names.push_back(comparison.figures[i].first.figure.name);
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(ChangedFiguresTest, SignificantChangesComeFirstTheLargestOfThemFirst) {
  ComparisonReport comparison;
  comparison.figures = {
      Changed("small", 0.02, 0.001), Changed("none", 0.001, 0.01),
      Changed("large", -0.2, 0.01), Changed("wide", 0.2, 0.01, 10)};
  FindChanges(comparison);
  EXPECT_EQ(NamesOf(comparison, comparison.changed),
            (Names{"large", "small", "wide"}));
  EXPECT_EQ(NamesOf(comparison, comparison.unchanged), Names{"none"});
  const ComparedFigure& large = comparison.figures[2];
  EXPECT_NEAR(*large.size, -0.2, 1e-9) << "in standard deviations of a deal";
  EXPECT_NEAR(large.size_interval.lo, -0.22, 1e-9);
  EXPECT_LT(*large.p_adjusted, 1e-9);
}

TEST(ChangedFiguresTest, ManyFiguresNeedASmallerP) {
  const ComparedFigure barely = Changed("barely", 0.022, 0.01);  // p = 0.028
  ComparisonReport alone;
  alone.figures = {barely};
  FindChanges(alone);
  EXPECT_EQ(alone.changed.size(), 1U);
  ComparisonReport among;
  among.figures = {barely, Changed("b", 0, 0.01)};
  FindChanges(among);
  EXPECT_TRUE(among.changed.empty());
  EXPECT_EQ(NamesOf(among, among.unchanged), (Names{"barely", "b"}));
}

TEST(ChangedFiguresTest, FiguresThatBothRulesetsFixAreLeftOut) {
  ComparisonReport comparison;
  comparison.figures = {Changed("fixed", 0, 0), Changed("b", 0.022, 0.01)};
  ComparedFigure& fixed = comparison.figures[0];
  for (FigureReport* each : {&fixed.first, &fixed.second}) {
    each->figure.varies = false;
    each->estimate = WithError(0, 0);
  }
  FindChanges(comparison);
  EXPECT_EQ(NamesOf(comparison, comparison.changed), Names{"b"})
      << "nor does it count in Holm's correction";
  EXPECT_TRUE(comparison.unchanged.empty());
}

TEST(ChangedFiguresTest, ADifferenceThatIsTheSameInEveryDealIsAChange) {
  ComparisonReport comparison;
  comparison.figures = {Changed("every", 1, 0, 0), Changed("large", 0.2, 0.01),
                        Changed("zero", 0, 0, 0)};
  FindChanges(comparison);
  EXPECT_EQ(NamesOf(comparison, comparison.changed), (Names{"every", "large"}));
  EXPECT_EQ(NamesOf(comparison, comparison.unchanged), Names{"zero"});
}

TEST(ChangedFiguresTest, AFigureWithoutCasesHasNoDifference) {
  ComparisonReport comparison;
  comparison.figures = {Changed("a", 0.2, 0.01)};
  comparison.figures[0].difference = {};
  FindChanges(comparison);
  EXPECT_TRUE(comparison.changed.empty());
  EXPECT_TRUE(comparison.unchanged.empty());
}

}  // namespace
}  // namespace couillon::arena
