#include "arena/measure/fairness/fairness_collector.h"

#include <gtest/gtest.h>

#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/bundled_links.h"
#include "tests/support/played_units.h"

namespace couillon::arena {
namespace {

constexpr std::uint32_t kDealsOfABlock = 16;  // deals

// Units of the second bot against the first, one per block.
class FairnessCollectorTest : public ::testing::Test {
 protected:
  FairnessCollectorTest() {
    const UnitDeals deals("collected");
    const RefereeConfig referee = {
        .rules = {&rules_}, .deals = &deals, .record_deals = true};
    testing_support::PlayUnits(
        referee,
        testing_support::BundledLinks({"heuristic", "random"}, referee.rules),
        Schedule::RoundRobin(/*bots=*/2, /*rulesets=*/1,
                             /*items=*/std::uint64_t{4} * kDealsOfABlock,
                             kDealsOfABlock),
        units_);
    for (UnitResult& result : units_) {
      result.unit.teams = {.first = {BotIndex(1)}, .second = {BotIndex(0)}};
    }
  }

  // The play of these units, of which 40 deals may be solved.
  [[nodiscard]] CollectedPlay Play() const {
    return {.rules = {&rules_}, .bots = 2, .solved_deals = 40};
  }

  const CompiledRules rules_ = tests::Rules("basic-gerver");
  const DealSource deals_ = DealSource("collected");
  std::vector<UnitResult> units_;
};

TEST_F(FairnessCollectorTest, UnitsOfAnyOrderAreAddedInTheOrderOfTheDeals) {
  FairnessCollector in_order(Play(), deals_, {1, 1, 1, 1});
  for (const UnitResult& result : units_) in_order.Add(result);
  FairnessCollector mixed(Play(), deals_, {1, 1, 1, 1});
  for (const std::size_t at : {2, 0, 3, 1}) mixed.Add(units_[at]);
  const LadderSums& expected = in_order.sums().rulesets[0].ladder[0];
  const LadderSums& found = mixed.sums().rulesets[0].ladder[0];
  EXPECT_EQ(expected.blocks.size(), 4U);
  EXPECT_EQ(found.blocks, expected.blocks);
  EXPECT_EQ(expected.leads.size(), 40U);
  EXPECT_EQ(found.leads, expected.leads);
  EXPECT_EQ(found.score, expected.score);
  EXPECT_EQ(found.game_points, expected.game_points);
}

TEST_F(FairnessCollectorTest, WhatFollowsAMissingBlockDoesNotCount) {
  FairnessCollector collector(Play(), deals_, {1, 1, 1, 1});
  const auto pairs = [&collector] {
    return collector.sums().rulesets[0].ladder[0].game_points.pairs;
  };
  collector.Add(units_[1]);
  collector.Add(units_[2]);
  EXPECT_EQ(collector.whole_items(), 0U);
  EXPECT_EQ(pairs(), 0);
  collector.Add(units_[0]);
  EXPECT_EQ(collector.whole_items(), 3 * kDealsOfABlock);
  EXPECT_EQ(pairs(), 3 * kDealsOfABlock);
}

}  // namespace
}  // namespace couillon::arena
