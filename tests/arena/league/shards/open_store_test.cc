// Results of a plan are taken into a store that a run has begun: what is there
// is compared, what is missing is added, and the report is that of one process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/run/runner.h"
#include "arena/league/shards/merge_results.h"
#include "arena/league/store/league_store.h"
#include "arena/table/schedule/league_rules.h"
#include "arena/table/schedule/schedule.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/planned_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::AllForms;
using testing_support::AllShards;
using testing_support::LeagueOf;
using testing_support::MakeLinks;
using testing_support::OwnBots;
using testing_support::PlanOf;
using testing_support::PlayAsOne;
using testing_support::PlayShardsOf;
using testing_support::ResultPaths;
using testing_support::TemporaryFolder;

constexpr int kOpenNoAction = 63;

// Bots that take an action that is not legal in one of `often` deals, and
// otherwise the first or the last one.
OwnBots Bots(std::uint64_t often, bool last) {
  const auto decide = [often, last] {
    return [often, last](const CompiledRules&, const Observation& seen) {
      if (seen.random_seed % often == 0) return Action(kOpenNoAction);
      return seen.legal.Nth(last ? seen.legal.size() - 1 : 0);
    };
  };
  return {{"faulty", decide}, {"failing", decide}};
}

class OpenStoreTest : public testing::TestWithParam<bool> {
 protected:
  OpenStoreTest() {
    config_.set_record_deals(GetParam());
    config_.mutable_limits()->set_disqualify_after(2);
  }
  // Plays some of the units into a store, as a run that was stopped.
  std::unique_ptr<LeagueStore> Begun(const OwnBots& own) {
    auto store = LeagueStore::Create(folder_.path("league"), config_);
    EXPECT_TRUE(store.ok()) << store.status();
    const auto rules = CompileLeague(config_);
    const std::atomic<bool> stop = false;
    const auto progress = RunLeague(
        **store, *rules,
        {.workers = 3,
         .make_links = [&](int) { return MakeLinks(config_, *rules, own); },
         .leave_out =
             [](const Unit& unit) {
               return unit.number > 6 && unit.number % 3 != 0;
             },
         .on_progress = nullptr,
         .on_unit = nullptr},
        stop);
    EXPECT_TRUE(progress.ok()) << progress.status();
    return *std::move(store);
  }
  absl::StatusOr<MergedLeague> Merge(LeagueStore& store) {
    const OwnBots bots = Bots(40, false);
    PlayShardsOf(folder_.path("plan"), plan(), AllShards(plan()), 2, bots);
    return MergeIntoOpenStore(plan(), ResultPaths(folder_.path("plan"), plan()),
                              store);
  }
  [[nodiscard]] v1::LeaguePlan plan() const { return PlanOf(config_, 4); }

  TemporaryFolder folder_;
  v1::LeagueConfig config_ =
      LeagueOf({"faulty", "greedy", "failing", "random"}, {"basic-gerver"});
};

TEST_P(OpenStoreTest, WhatIsMissingIsAddedAndTheReportIsThatOfOneProcess) {
  PlayAsOne(config_, 4, folder_.path("one"), Bots(40, false));
  const std::string one = AllForms(folder_.path("one"));
  ASSERT_NE(one.find("illegal_action"), std::string::npos);
  {
    const std::unique_ptr<LeagueStore> store = Begun(Bots(40, false));
    const auto merged = Merge(*store);
    ASSERT_TRUE(merged.ok()) << merged.status();
    EXPECT_TRUE(merged->whole);
    EXPECT_EQ(merged->units, plan().units());
    EXPECT_GT(merged->saved, 0);
    EXPECT_LT(merged->saved, merged->units);
    const auto again = Merge(*store);
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->saved, 0);
  }
  EXPECT_EQ(AllForms(folder_.path("league")), one);
}

TEST_P(OpenStoreTest, AUnitThatIsStoredWithAnotherResultIsNamed) {
  const std::unique_ptr<LeagueStore> store = Begun(Bots(40, true));
  const auto merged = Merge(*store);
  EXPECT_TRUE(absl::IsDataLoss(merged.status())) << merged.status();
  EXPECT_THAT(std::string(merged.status().message()),
              AllOf(HasSubstr(folder_.path("league") + ": unit 0 is stored"),
                    HasSubstr("not deterministic: faulty, greedy")));
}

INSTANTIATE_TEST_SUITE_P(All, OpenStoreTest, testing::Bool(),
                         [](const auto& test) {
                           return test.param ? "Recorded" : "NotRecorded";
                         });

}  // namespace
}  // namespace couillon::arena
