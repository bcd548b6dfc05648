#include "arena/measure/fairness/card_control.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "arena/numbers/stats/law/splitmix.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

// Deals whose results are the value of the cards, other luck and skill.
struct Played {
  SolvedDeals solved;
  std::vector<SeatingLeads> leads;
};

// A number in -k..k.
std::int32_t Draw(int k, stats::SplitMix64& random) {
  return static_cast<std::int32_t>(
             random.NextBelow(static_cast<std::uint64_t>(2 * k + 1))) -
         k;
}

constexpr std::int32_t kSkill = 1;

// Values in -2..2, of variance 2, plus an advantage of eldest hand; other luck
// in -luck..luck, its own in each seating.
Played Play(const CompiledRules& rules, std::size_t deals, int luck,
            std::uint64_t seed) {
  constexpr std::int32_t kEldest = 3;
  stats::SplitMix64 random(seed);
  Played played;
  for (std::size_t deal = 0; deal < deals; ++deal) {
    const std::int32_t eldest = kEldest + Draw(2, random);
    played.solved.leads.push_back(eldest);
    const std::int32_t first = EldestSide(rules, deal) == 0 ? eldest : -eldest;
    played.leads.push_back({first + kSkill + Draw(luck, random),
                            -first + kSkill + Draw(luck, random)});
  }
  return played;
}

TEST(CardControlTest, SeatingsChangeAfterEveryRoundOfDealers) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  SolvedDeals solved;
  solved.leads = std::vector<std::int32_t>(8, 5);
  const std::vector<SeatingLeads> leads(8, {10, 20});
  const auto sums = [&](std::size_t first, std::size_t end) {
    return UnpairedSums(rules, solved, leads, first, end);
  };
  EXPECT_EQ(sums(0, 4).results, 4 * 10);
  EXPECT_EQ(sums(4, 8).results, 4 * 20);
  // Eldest hand, with a value of 5, is on side 1 in deal 0.
  EXPECT_EQ(sums(0, 1).values, -5);
  EXPECT_EQ(sums(1, 2).values, 5);
  EXPECT_EQ(sums(4, 5).values, 5);
  EXPECT_EQ(sums(0, 8).values, 0);
}

TEST(CardControlTest, CardsExplainUnpairedDealsAndNoMirroredPairs) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const Played played = Play(rules, 4000, 3, 11);
  const auto report = ReportCardControl(rules, played.solved, played.leads);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->deals, 4000);
  // 9 + 2 of the cards (eldest's 3 with either sign), 4 of other luck.
  const double r2 = 11.0 / 15;
  EXPECT_NEAR(*report->r_squared, r2, 0.02);
  EXPECT_LT(report->r_squared_interval.lo, *report->r_squared);
  EXPECT_GT(report->r_squared_interval.hi, *report->r_squared);
  EXPECT_LT(report->r_squared_interval.hi - report->r_squared_interval.lo,
            0.05);
  EXPECT_DOUBLE_EQ(*report->gain, 1 / (1 - *report->r_squared));
  EXPECT_LT(*report->mirrored_r_squared, 0.004);
  EXPECT_EQ(report->mirrored_r_squared_interval.lo, 0);
  EXPECT_NEAR(*report->beta, 1, 0.03);
}

TEST(CardControlTest, ControlKeepsTheMeanAndNarrowsItsInterval) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const Played played = Play(rules, 4000, 3, 12);
  const auto report = ReportCardControl(rules, played.solved, played.leads);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->controlled.pairs, 2000);
  EXPECT_EQ(report->unpaired.pairs, 2000);
  EXPECT_LT(report->controlled.interval.lo, kSkill);
  EXPECT_GT(report->controlled.interval.hi, kSkill);
  const double gain = *report->unpaired.variance / *report->controlled.variance;
  EXPECT_NEAR(gain, *report->gain, 0.4);
  // Beta is of the first half, the means are of the second.
  const auto half = [&](std::size_t first, std::size_t end) {
    return UnpairedSums(rules, played.solved, played.leads, first, end);
  };
  EXPECT_EQ(report->beta, stats::ControlSlope(half(0, 2000)));
  EXPECT_EQ(
      report->controlled.mean,
      stats::ControlledMean(half(2000, 4000), *report->beta, {}, 0.95).mean);
}

// 4,003 deals: the second half has whole rounds in both seatings.
TEST(CardControlTest, EveryDealerHasBothSeatingsInTheSecondHalf) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Played played = Play(rules, 4003, 3, 13);
  for (std::int32_t& lead : played.solved.leads) lead = 7;
  const auto report = ReportCardControl(rules, played.solved, played.leads);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->controlled.pairs, 2000);
  EXPECT_EQ(report->controlled.mean, report->unpaired.mean);
}

TEST(CardControlTest, IntervalsOfTheShareCoverIt) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  constexpr int kRuns = 200;
  int covered = 0;
  for (int run = 0; run < kRuns; ++run) {
    const Played played = Play(rules, 160, 3, 1000 + run);
    const auto report = ReportCardControl(rules, played.solved, played.leads);
    const stats::Interval& interval = report->r_squared_interval;
    covered += interval.lo <= 11.0 / 15 && 11.0 / 15 <= interval.hi ? 1 : 0;
  }
  // 95% less three standard errors and the error of a bootstrap of 160 deals.
  EXPECT_GE(covered, kRuns * 0.90);
}

TEST(CardControlTest, FewDealsGiveNoInterval) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const Played played = Play(rules, 19, 3, 14);
  const auto report = ReportCardControl(rules, played.solved, played.leads);
  ASSERT_TRUE(report.has_value());
  EXPECT_TRUE(report->r_squared.has_value());
  EXPECT_EQ(report->r_squared_interval, stats::Interval{});
  const Played one = Play(rules, 1, 3, 14);
  const auto single = ReportCardControl(rules, one.solved, one.leads);
  ASSERT_TRUE(single.has_value());
  EXPECT_FALSE(single->r_squared.has_value());
  EXPECT_FALSE(single->gain.has_value());
  EXPECT_FALSE(single->beta.has_value());
  EXPECT_FALSE(single->controlled.mean.has_value());
}

TEST(CardControlTest, OnlyDealsBothSolvedAndPlayedCount) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  Played played = Play(rules, 100, 3, 15);
  EXPECT_FALSE(ReportCardControl(rules, {}, played.leads).has_value());
  EXPECT_FALSE(ReportCardControl(rules, played.solved, {}).has_value());
  played.solved.leads.resize(60);
  EXPECT_EQ(ReportCardControl(rules, played.solved, played.leads)->deals, 60);
}

}  // namespace
}  // namespace couillon::arena
