#include <gtest/gtest.h>

#include "bots/cpp/search/sampled_choice.h"
#include "bots/cpp/search/tracked_position.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

// Deals of these weights.
std::vector<BelievedDeal> Deals(const std::vector<std::int64_t>& weights) {
  static const CompiledRules kRules = tests::Rules("basic-gerver");
  static const DealSource kSource("tally");
  std::vector<BelievedDeal> deals;
  deals.reserve(weights.size());
  for (const std::int64_t weight : weights) {
    deals.push_back({.play = TrackedPosition(tests::DealAt(kRules, kSource, 0)),
                     .weight = weight});
  }
  return deals;
}

TEST(TallyTest, TheBestActionHasTheHighestWeighedMean) {
  const auto deals = Deals({1, 3});
  const std::vector<std::int32_t> values{9, 0,   // the first deal
                                         0, 4};  // the second, three times
  const Tally tally(deals, values, 2);
  EXPECT_EQ(tally.Best(0), 1);
  EXPECT_EQ(tally.Best(1), 1);
}

TEST(TallyTest, AmongEqualsThePreferredActionIsBest) {
  const auto deals = Deals({1, 1});
  const std::vector<std::int32_t> values{1, 2, 2,  //
                                         1, 2, 2};
  const Tally tally(deals, values, 3);
  EXPECT_EQ(tally.Best(2), 2);
  EXPECT_EQ(tally.Best(1), 1);
  EXPECT_EQ(tally.Best(0), 1);
}

TEST(TallyTest, AnActionThatNeverDiffersIsNoRival) {
  const auto deals = Deals({1, 1});
  const std::vector<std::int32_t> values{5, 5,  //
                                         7, 7};
  EXPECT_TRUE(Tally(deals, values, 2).IsClear(0));
}

// Leads of 3 and 1 have the mean 2 and the standard error 1 / sqrt(2), of which
// it is 2.8; four times as many deals double that.
TEST(TallyTest, ALeadIsClearFromFourStandardErrorsOn) {
  const std::vector<std::int32_t> few{3, 0,  //
                                      1, 0};
  EXPECT_FALSE(Tally(Deals({1, 1}), few, 2).IsClear(0));
  const std::vector<std::int32_t> many{3, 0, 1, 0, 3, 0, 1, 0,
                                       3, 0, 1, 0, 3, 0, 1, 0};
  const auto deals = Deals({1, 1, 1, 1, 1, 1, 1, 1});
  EXPECT_TRUE(Tally(deals, many, 2).IsClear(0));
}

TEST(TallyTest, EveryOtherActionHasToBeBehindClearly) {
  const auto deals = Deals({1, 1});
  const std::vector<std::int32_t> values{9, 0, 8,  //
                                         9, 0, 10};
  EXPECT_FALSE(Tally(deals, values, 3).IsClear(0));
}

}  // namespace
}  // namespace couillon::bots
