// A sequential test that is played in shards ends where it ends on one machine,
// with the same report, and no shard after its decision is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "arena/league/shards/merge_results.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/plan_status.h"
#include "arena/league/shards/planned_test.h"
#include "arena/league/shards/play_shards.h"
#include "arena/league/shards/shard_cut.h"
#include "arena/numbers/stats/sequential/sprt.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/cards/action.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/planned_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using stats::SequentialDecision;
using testing_support::AllForms;
using testing_support::AllShards;
using testing_support::LeagueOf;
using testing_support::OwnBots;
using testing_support::PlanOf;
using testing_support::PlayAsOne;
using testing_support::PlayShardsOf;
using testing_support::ResultPaths;
using testing_support::TemporaryFolder;

constexpr int kPlanNoAction = 63;

// A bot that takes an action that is not legal in one of 40 deals, as the
// random seed says.
OwnBots Faulty() {
  return {{"faulty", [] {
             return [](const CompiledRules&, const Observation& seen) {
               return seen.random_seed % 40 == 0 ? Action(kPlanNoAction)
                                                 : seen.legal.Nth(0);
             };
           }}};
}

v1::LeagueConfig TestOf(const std::string& first, const std::string& second,
                        double elo1, v1::ResultScale scale) {
  v1::LeagueConfig config = LeagueOf({first, second}, {"basic-gerver"});
  config.set_items(4000);
  v1::SequentialTest& sprt = *config.mutable_sprt();
  sprt.set_elo1(elo1);
  sprt.set_alpha(0.05);
  sprt.set_beta(0.05);
  sprt.set_scale(scale);
  return config;
}

struct PlanCase {
  const char* name;
  SequentialDecision decision;
  std::function<v1::LeagueConfig()> config;
};

std::ostream& operator<<(std::ostream& out, const PlanCase& one) {
  return out << one.name;
}

std::vector<PlanCase> PlanCases() {
  constexpr v1::ResultScale kPoints = v1::RESULT_SCALE_POINTS;
  constexpr v1::ResultScale kScore = v1::RESULT_SCALE_SCORE;
  return {
      {"Points", SequentialDecision::kAcceptH1,
       [] { return TestOf("heuristic", "random", 40, kPoints); }},
      {"Score", SequentialDecision::kAcceptH0,
       [] { return TestOf("random", "heuristic", 40, kScore); }},
      {"RecordedMatches", SequentialDecision::kAcceptH1,
       [] {
         v1::LeagueConfig config = TestOf("heuristic", "random", 60, kScore);
         config.set_mode(v1::LEAGUE_MODE_MATCHES);
         config.set_items(400);
         config.set_block_items(1);
         config.set_record_deals(true);
         return config;
       }},
      {"UndecidedAtTheCap", SequentialDecision::kUndecided,
       [] {
         v1::LeagueConfig config = TestOf("greedy", "random", 1, kPoints);
         config.set_items(90);
         return config;
       }},
      {"Disqualified", SequentialDecision::kAcceptH0,
       [] {
         v1::LeagueConfig config = TestOf("faulty", "first-legal", 4, kPoints);
         config.mutable_limits()->set_disqualify_after(2);
         // Not before the bot is disqualified.
         config.mutable_sprt()->set_alpha(1e-12);
         config.mutable_sprt()->set_beta(1e-12);
         return config;
       }},
  };
}

class SequentialPlanTest : public testing::TestWithParam<PlanCase> {
 protected:
  // The report of one process.
  std::string AsOne(int workers) {
    const std::string directory = folder_.path(absl::StrCat("one", workers));
    PlayAsOne(config_, workers, directory, Faulty());
    return AllForms(directory);
  }
  PlanStatus Status(const std::string& name, const v1::LeaguePlan& plan) {
    auto status = ReadPlanStatus(folder_.path(name), plan);
    EXPECT_TRUE(status.ok()) << status.status();
    return *std::move(status);
  }
  std::string Merged(const std::string& name, const v1::LeaguePlan& plan,
                     std::int64_t shards) {
    std::vector<std::string> paths = ResultPaths(folder_.path(name), plan);
    paths.resize(static_cast<std::size_t>(shards));
    const std::string merged = folder_.path(name + "-merged");
    const auto league = MergeIntoStore(plan, paths, "", merged);
    EXPECT_TRUE(league.ok()) << league.status();
    EXPECT_TRUE(league->whole);
    EXPECT_EQ(league->units, Status(name, plan).test->units);
    EXPECT_EQ(ReadMerged(merged)->identity(), plan.identity());
    return AllForms(merged);
  }

  TemporaryFolder folder_;
  v1::LeagueConfig config_ = GetParam().config();
};

TEST_P(SequentialPlanTest, OneMachineReportsTheSameWithAnyNumberOfWorkers) {
  EXPECT_EQ(AsOne(1), AsOne(8));
}

TEST_P(SequentialPlanTest, PlayInOrderEndsWithTheDecision) {
  for (const std::int64_t shard_units : {1, 7}) {
    const v1::LeaguePlan plan = PlanOf(config_, shard_units);
    const std::string name = absl::StrCat("plan", shard_units);
    const ShardsPlayed played =
        PlayShardsOf(folder_.path(name), plan, AllShards(plan), 3, Faulty());
    EXPECT_FALSE(played.stopped);
    ASSERT_TRUE(played.test.has_value());
    EXPECT_EQ(played.test->decision, GetParam().decision);
    const PlanStatus status = Status(name, plan);
    EXPECT_EQ(status.missing, std::vector<std::int64_t>());
    ASSERT_TRUE(status.test.has_value());
    EXPECT_EQ(status.test->decision, GetParam().decision);
    EXPECT_EQ(status.test->pairs, played.test->pairs);
    if (GetParam().decision != SequentialDecision::kUndecided) {
      EXPECT_LT(status.test->shards, plan.shards());
    }
    // Once more: nothing is played.
    EXPECT_TRUE(
        PlayShardsOf(folder_.path(name), plan, AllShards(plan), 3, Faulty())
            .shards.empty());
    EXPECT_EQ(Merged(name, plan, status.test->shards), AsOne(2));
    std::filesystem::remove_all(folder_.path("one2"));
  }
}

TEST_P(SequentialPlanTest, ShardsInAnyOrderDecideByTheFirstWithoutAGap) {
  const v1::LeaguePlan plan = PlanOf(config_, 5);
  PlayShardsOf(folder_.path("needed"), plan, AllShards(plan), 2, Faulty());
  const std::int64_t needed = Status("needed", plan).test->shards;
  std::vector<std::int64_t> shards = AllShards(plan);
  // Some that are not needed, too.
  shards.resize(std::min(shards.size(), static_cast<std::size_t>(needed) + 3));
  std::mt19937 random(5);
  std::ranges::shuffle(shards, random);
  std::erase(shards, 0);
  for (const std::int64_t shard : shards) {
    PlayShardsOf(folder_.path("plan"), plan, {shard}, 2, Faulty());
  }
  PlanStatus status = Status("plan", plan);
  EXPECT_FALSE(status.test->ended());
  EXPECT_EQ(status.test->pairs, 0);
  ASSERT_FALSE(status.missing.empty());
  EXPECT_EQ(status.missing.front(), 0);
  PlayShardsOf(folder_.path("plan"), plan, {0}, 2, Faulty());
  status = Status("plan", plan);
  EXPECT_EQ(status.test->shards, needed);
  EXPECT_EQ(status.test->decision, GetParam().decision);
  EXPECT_EQ(Merged("plan", plan, needed), AsOne(3));
  // Files after the decision change nothing either.
  std::filesystem::remove_all(folder_.path("plan-merged"));
  EXPECT_EQ(Merged("plan", plan, std::ssize(shards) + 1), AsOne(4));
}

INSTANTIATE_TEST_SUITE_P(All, SequentialPlanTest,
                         testing::ValuesIn(PlanCases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace couillon::arena
