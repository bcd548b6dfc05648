// Whether a bot is disqualified depends on units of other shards. A shard plays
// all its units, and the merge applies the rule in the order of the schedule.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "arena/league/shards/merge_results.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/play_shards.h"
#include "arena/league/shards/saved_result.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/unit_bytes.h"
#include "arena/table/referee/in_process_link.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/planned_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::AllForms;
using testing_support::AllShards;
using testing_support::LeagueOf;
using testing_support::OwnBots;
using testing_support::PlanOf;
using testing_support::PlayAsOne;
using testing_support::PlayShardsOf;
using testing_support::ResultPaths;
using testing_support::TemporaryFolder;

constexpr int kNoAction = 63;

// A bot that takes an action that is not legal in one of `often` deals, as the
// random seed says.
OwnBots Faulty(std::uint64_t often) {
  return {{"faulty", [often] {
             return [often](const CompiledRules&, const Observation& seen) {
               return seen.random_seed % often == 0 ? Action(kNoAction)
                                                    : seen.legal.Nth(0);
             };
           }}};
}

class DisqualifiedTest : public testing::TestWithParam<bool> {};

TEST_P(DisqualifiedTest, MergeGivesTheReportOfOneProcess) {
  const TemporaryFolder folder;
  v1::LeagueConfig config =
      LeagueOf({"greedy", "faulty", "random"}, {"basic-gerver"});
  config.set_record_deals(GetParam());
  config.mutable_limits()->set_disqualify_after(2);
  const OwnBots bots = Faulty(40);
  PlayAsOne(config, 1, folder.path("one"), bots);
  const std::string one = AllForms(folder.path("one"));
  ASSERT_NE(one.find("illegal_action"), std::string::npos) << one;
  for (const std::int64_t shard_units : {1, 4}) {
    const v1::LeaguePlan plan = PlanOf(config, shard_units);
    const std::string name = std::to_string(shard_units);
    PlayShardsOf(folder.path(name), plan, AllShards(plan), 2, bots);
    const std::string merged = folder.path(name + "-merged");
    const auto league =
        MergeIntoStore(plan, ResultPaths(folder.path(name), plan), "", merged);
    ASSERT_TRUE(league.ok()) << league.status();
    EXPECT_EQ(AllForms(merged), one);
    // The rule took units: those have no fault.
    const auto store = LeagueStore::OpenToRead(merged);
    int by_rule = 0;
    ASSERT_TRUE((*store)
                    ->ForEachUnit([&](const StoredUnit& unit) {
                      if (unit.outcome.lost_by && unit.faults == 0) ++by_rule;
                    })
                    .ok());
    EXPECT_GT(by_rule, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(All, DisqualifiedTest, testing::Bool(),
                         [](const auto& test) {
                           return test.param ? "Recorded" : "NotRecorded";
                         });

// A unit that the first bot lost in play, with what it wrote to stderr.
UnitResult LostUnit(const std::string& last_stderr, std::uint64_t item) {
  UnitResult result{.unit = {.items = 1}};
  result.outcome.scores = PairScores(1, PairScore::OfTwo(0, 0));
  result.outcome.lost_by = BotIndex(0);
  result.faults.push_back({.verdict = Verdict::kCrash,
                           .bot = BotIndex(0),
                           .item = item,
                           .forfeits = true,
                           .last_stderr = last_stderr});
  return result;
}

TEST(UnitBytesTest, OrderInWhichDealsFailedIsNoResult) {
  UnitResult one = LostUnit("", 3);
  one.outcome.lost_by.reset();
  one.faults.push_back(LostUnit("", 5).faults.front());
  UnitResult other = one;
  std::swap(other.faults[0], other.faults[1]);
  EXPECT_EQ(ToBytes(one, false).result, ToBytes(other, false).result);
  other.faults.pop_back();
  EXPECT_NE(ToBytes(one, false).result, ToBytes(other, false).result);
}

TEST(UnitBytesTest, WhatABotWritesAndWhichDealItFailedFirstIsNoResult) {
  const UnitBytes morning = ToBytes(LostUnit("at 8:00", 3), false);
  const UnitBytes evening = ToBytes(LostUnit("at 20:00", 5), false);
  EXPECT_EQ(morning.result, evening.result);
  EXPECT_NE(morning.faults, evening.faults);
  UnitResult other = LostUnit("at 8:00", 3);
  other.faults.front().verdict = Verdict::kTimeout;
  EXPECT_NE(ToBytes(other, false).result, morning.result);
  const auto read = FromBytes(evening, {.items = 1});
  ASSERT_TRUE(read.ok()) << read.status();
  ASSERT_EQ(read->faults.size(), 1U);
  EXPECT_EQ(read->faults.front().last_stderr, "at 20:00");
  EXPECT_EQ(read->faults.front().item, 5U);
  EXPECT_EQ(read->outcome, LostUnit("", 0).outcome);
}

}  // namespace
}  // namespace couillon::arena
