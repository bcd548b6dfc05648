#include "arena/measure/selftest/self_check.h"

#include <gtest/gtest.h>

#include <cmath>

namespace couillon::arena {
namespace {

TEST(SelfCheckTest, PassesInsideItsBandOnly) {
  SelfCheck check{.found = 2, .band = {1, 2}};
  EXPECT_TRUE(check.passed());
  check.found = 2.001;
  EXPECT_FALSE(check.passed());
  check.found = 0.999;
  EXPECT_FALSE(check.passed());
  check.found = std::nan("");
  EXPECT_FALSE(check.passed());
}

TEST(SelfCheckTest, ABandIsThreeStandardErrorsWider) {
  const stats::Interval band = ShareBand(0.94, 0.96, 1000);
  EXPECT_NEAR(band.lo, 0.94 - 3 * std::sqrt(0.94 * 0.06 / 1000), 1e-12);
  EXPECT_NEAR(band.hi, 0.96 + 3 * std::sqrt(0.96 * 0.04 / 1000), 1e-12);
  EXPECT_EQ(ShareBand(0, 1, 10).lo, 0);
  EXPECT_EQ(ShareBand(0.5, 0.99, 10).hi, 1);
}

// Every run draws once and counts what is below 1/2; row `i` has its own
// claims.
CheckRow DrawRow(std::vector<CheckClaim> claims, const CheckRuns& runs) {
  return {
      .claims = std::move(claims), .runs = runs, .simulate = [](CheckRun& run) {
        run.Count(0, run.random.NextUnit() < 0.5);
        run.Add(1, static_cast<double>(run.index));
      }};
}

TEST(RunSeriesTest, ClaimsAreListedByGroupInTheOrderInWhichGroupsBegin) {
  const auto checks =
      RunSeries({.rows = {DrawRow({{"b", "1"}, {"a", "2"}}, {.fixed = 3}),
                          DrawRow({{"b", "3"}, {"a", "4"}}, {.fixed = 1})}},
                {});
  std::string names;
  for (const SelfCheck& check : checks) names += check.group + check.name + " ";
  EXPECT_EQ(names, "b1 b3 a2 a4 ");
  EXPECT_EQ(checks[2].found, 0 + 1 + 2);
  EXPECT_EQ(checks[2].runs, 3);
}

TEST(RunSeriesTest, RowsScaleTheRunsOfThePlan) {
  const auto checks = RunSeries(
      {.rows = {DrawRow({{"a", "1"}}, {.times = 3, .over = 2}),
                DrawRow({{"a", "2"}}, {.over = 100}),
                {.claims = {{"a", "3"}},
                 .runs = {.times = 2},
                 .simulate = [](CheckRun& run) { run.Count(0, true); },
                 .at_once = true}}},
      {.runs = 11});
  EXPECT_EQ(checks[0].runs, 16);
  EXPECT_EQ(checks[1].runs, 1);
  EXPECT_EQ(checks[2].runs, 22);
  EXPECT_EQ(checks[2].found, 1);
}

TEST(RunSeriesTest, RowsShareAStreamUnlessEachBeginsItAnew) {
  CheckSeries series{
      .rows = {DrawRow({{"a", "1", Share(0, 1)}}, {.fixed = 99}),
               DrawRow({{"a", "2", Share(0, 1)}}, {.fixed = 99})}};
  const auto shared = RunSeries(series, {});
  EXPECT_NE(shared[0].found, shared[1].found);
  series.same_draws = true;
  const auto anew = RunSeries(series, {});
  EXPECT_EQ(anew[0].found, shared[0].found);
  EXPECT_EQ(anew[1].found, shared[0].found);
  series.stream = 1;
  EXPECT_NE(RunSeries(series, {})[0].found, shared[0].found);
}

// Four runs with a mean of 1.5 and a total of 6.
SelfCheck CheckOfFour(const CheckClaim& claim) {
  return RunSeries({.rows = {{.claims = {claim},
                              .runs = {.fixed = 4},
                              .simulate =
                                  [](CheckRun& run) {
                                    run.Add(0, static_cast<double>(run.index));
                                    run.found[0].error = 4;
                                  }}}},
                   {})[0];
}

TEST(RunSeriesTest, ABandSaysWhichFigureMustLieWhere) {
  using Kind = CheckBand::Kind;
  const SelfCheck total = CheckOfFour({.band = kNever});
  EXPECT_EQ(total.found, 6);
  EXPECT_EQ(total.band, (stats::Interval{0, 0}));
  EXPECT_EQ(CheckOfFour({.band = {Kind::kMean, 1, 2}}).found, 1.5);
  EXPECT_EQ(CheckOfFour({.band = {Kind::kMean, 1, 2}}).band,
            (stats::Interval{1, 2}));
  EXPECT_EQ(CheckOfFour({.band = Share(0.5, 1), .complement = true}).found,
            -0.5);
  EXPECT_EQ(CheckOfFour({.band = Share(0.5, 1)}).band, ShareBand(0.5, 1, 4));
  EXPECT_NEAR(CheckOfFour({.band = {Kind::kWorstShare, 0.9, 1}}).band.lo,
              0.9 - 4 * 0.15, 1e-12);
  const SelfCheck length =
      CheckOfFour({.band = {.kind = Kind::kLength, .hi = 0.05}, .unit = 3});
  EXPECT_EQ(length.found, 0.5);
  EXPECT_NEAR(length.band.hi, 1 + 0.05 + 2.5 / 2, 1e-12);
  const SelfCheck known = CheckOfFour({.band = {Kind::kKnown, 7, 3}});
  EXPECT_EQ(known.found, 1.5);
  EXPECT_EQ(known.band, (stats::Interval{7 - 15, 7 + 15}));
}

TEST(SelfCheckTest, AFailureIsShownInBothForms) {
  const std::vector<SelfCheck> checks = {{.group = "shares",
                                          .name = "one",
                                          .runs = 10,
                                          .found = 1,
                                          .band = {1, 1}},
                                         {.group = "shares",
                                          .name = "two",
                                          .runs = 10,
                                          .found = 3,
                                          .band = {1, 2}}};
  const std::string text = SelfCheckText(checks);
  EXPECT_NE(text.find("FAILED"), std::string::npos) << text;
  EXPECT_NE(text.find("1 of 2 checks FAILED"), std::string::npos) << text;
  EXPECT_NE(SelfCheckJson({}, checks).find("\"passed\": false"),
            std::string::npos);
  EXPECT_EQ(SelfCheckText({checks[0]}).find("FAILED"), std::string::npos);
}

}  // namespace
}  // namespace couillon::arena
