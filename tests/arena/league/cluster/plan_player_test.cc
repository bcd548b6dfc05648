// Playing shards of a plan: which are left, who may play them, and who is to
// blame for different results.
#include "arena/league/cluster/plan_player.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>

#include "absl/status/status.h"
#include "arena/league/cluster/plan_work.h"
#include "arena/league/setup/changed_bots.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/plan_status.h"
#include "couillon/v1/league.pb.h"
#include "engine/play/observation.h"
#include "tests/support/bundled_links.h"
#include "tests/support/planned_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::BundledBot;
using testing_support::LeagueOf;
using testing_support::PlanOf;
using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

// A league of a bundled bot and of one that is not deterministic if
// `is_flaky_`, in ten shards of a unit.
class PlanPlayerTest : public testing::Test {
 protected:
  void SetUp() override {
    v1::LeagueConfig config = LeagueOf({"greedy", "flaky"}, {"basic-gerver"});
    config.set_block_items(2);
    for (v1::BotEntry& bot : *config.mutable_bots()) {
      bot.set_builtin(bot.name());
    }
    const absl::StatusOr<BotTrials> trials = TryBots(config, Launch());
    ASSERT_TRUE(trials.ok()) << trials.status();
    ASSERT_TRUE(SetIdentities(*trials, config).ok());
    plan_ = PlanOf(config, 1);
    ASSERT_TRUE(WritePlan(folder(), plan_).ok());
  }
  [[nodiscard]] std::string folder() const { return folder_.path("plan"); }
  // Bots that this program does not bundle are random.
  LaunchOptions Launch() {
    LaunchOptions options;
    options.permission = AskedHere();
    options.bundled_sdk = "bots 1";
    options.bundled = [this](const std::string& name) -> DecideFunction {
      if (name == "greedy") return BundledBot(name);
      const std::uint64_t start = is_flaky_ ? starts_++ : 0;
      return [start](const CompiledRules&, const Observation& seen) {
        const auto legal = static_cast<std::uint64_t>(seen.legal.size());
        return seen.legal.Nth(
            static_cast<int>((seen.random_seed + start) % legal));
      };
    };
    return options;
  }
  absl::StatusOr<ShardsPlayed> Play(
      const std::vector<std::int64_t>& shards,
      const std::string& signature = "of this test") {
    PlanPlay play{.folder = folder(),
                  .again = true,
                  .engine = {.signature =
                                 [signature](const v1::LeagueConfig&) {
                                   return signature;
                                 }},
                  .launch = Launch(),
                  .on_conflict = [this](const std::string& text) {
                    conflicts_.push_back(text);
                  }};
    play.run.set_version("of this test");
    const std::atomic<bool> stop = false;
    return PlayPlan(plan_, shards, play, stop);
  }
  void Damage(std::int64_t shard) const {
    const std::string path = ResultPath(folder(), plan_, shard);
    WriteFile(path, ReadFile(path) + "more");
  }

  TemporaryFolder folder_;
  v1::LeaguePlan plan_;
  bool is_flaky_ = false;
  std::atomic<std::uint64_t> starts_ = 0;
  std::vector<std::string> conflicts_;
};

TEST_F(PlanPlayerTest, ShardsAreNamedByListsAndParts) {
  ASSERT_EQ(plan_.shards(), 10);
  EXPECT_EQ(NamedShards("", plan_)->size(), 10U);
  EXPECT_THAT(*NamedShards("3,7-8", plan_), ElementsAre(3, 7, 8));
  EXPECT_THAT(*NamedShards("4/5", plan_), ElementsAre(8, 9));
  EXPECT_FALSE(NamedShards("10", plan_).ok());
}

TEST_F(PlanPlayerTest, ShardsWithoutAWholeResultAreLeft) {
  ASSERT_TRUE(Play({0, 1}).ok());
  Damage(1);
  const ShardsToPlay left = WithoutResults(folder(), plan_, {0, 1, 2});
  EXPECT_THAT(left.shards, ElementsAre(1, 2));
  EXPECT_THAT(left.unusable, ElementsAre(HasSubstr("00001-of-00010.result")));
}

TEST_F(PlanPlayerTest, RunsAreRecordedAndTheSameResultsAreCounted) {
  ASSERT_TRUE(Play({0}).ok());
  const absl::StatusOr<ShardsPlayed> again = Play({0, 1});
  ASSERT_TRUE(again.ok()) << again.status();
  const ShardCounts counts = CountShards(*again);
  EXPECT_EQ(counts.fresh, 1);
  EXPECT_EQ(counts.same, 1);
  EXPECT_EQ(counts.differ, 0);
  EXPECT_THAT(conflicts_, IsEmpty());
  int runs = 0;
  for (const auto& run :
       std::filesystem::directory_iterator(folder() + "/runs")) {
    EXPECT_THAT(ReadFile(run.path().string()),
                AllOf(HasSubstr("of this test"), HasSubstr("workers")));
    ++runs;
  }
  EXPECT_EQ(runs, 2);
}

TEST_F(PlanPlayerTest, TheBotThatDoesNotRepeatItselfIsNamed) {
  is_flaky_ = true;
  ASSERT_TRUE(Play({0}).ok());
  const absl::StatusOr<ShardsPlayed> again = Play({0});
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(CountShards(*again).differ, 1);
  EXPECT_THAT(conflicts_,
              ElementsAre(HasSubstr("shard 0 was played twice"),
                          HasSubstr("that is not deterministic: flaky")));
}

TEST_F(PlanPlayerTest, AnotherProgramOrBotIsRefused) {
  EXPECT_EQ(Play({0}, "of another program").status().code(),
            absl::StatusCode::kFailedPrecondition);
  plan_.mutable_config()->mutable_bots(0)->mutable_identity()->set_sdk(
      "bots 2");
  const absl::Status refused = Play({0}).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(refused.message()),
              AllOf(HasSubstr("greedy"), HasSubstr("; its plan is in ")));
}

TEST_F(PlanPlayerTest, WhatIsLeftIsFoundForTasks) {
  ASSERT_TRUE(Play({0, 1, 2}).ok());
  std::filesystem::create_symlink(folder(), folder_.path("link"));
  const absl::StatusOr<PlanWork> work =
      ReadPlanWork(folder_.path("link"), AskedHere());
  ASSERT_TRUE(work.ok()) << work.status();
  EXPECT_EQ(work->folder, std::filesystem::canonical(folder()).string());
  EXPECT_EQ(work->status.missing.size(), 7U);
  const std::vector<std::vector<std::string>> commands =
      CommandsOf(*work, {.program = "couillon", .group = 4});
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_THAT(commands[0], testing::Contains("3-6"));
}

// Which shards of a plan are merged, played and submitted.
TEST(PlanStatusTest, DisputedShardsAreWantedAndNotUsed) {
  const PlanStatus status{.whole = {0, 1, 3}, .missing = {2}, .disputed = {1}};
  EXPECT_THAT(status.Usable(), ElementsAre(0, 3));
  EXPECT_THAT(status.Wanted(), ElementsAre(1, 2));
}

TEST(PlanStatusTest, AfterItsDecisionATestNeedsNoShard) {
  PlanStatus status{.whole = {0, 1, 3}, .missing = {}, .disputed = {3}};
  status.test = {.decision = stats::SequentialDecision::kAcceptH1, .shards = 1};
  EXPECT_THAT(status.Usable(), ElementsAre(0));
  EXPECT_THAT(status.Wanted(), IsEmpty());
}

TEST(PlanStatusTest, ATestIsPlayedAFewShardsAhead) {
  PlanStatus status{.whole = {0, 1}, .missing = {2, 3, 4, 5}};
  KeepNextShards(2, status);
  EXPECT_EQ(status.missing.size(), 4U) << "no test";
  status.test = {.shards = 2};
  KeepNextShards(0, status);
  EXPECT_EQ(status.missing.size(), 4U);
  KeepNextShards(2, status);
  EXPECT_THAT(status.missing, ElementsAre(2, 3));
}

}  // namespace
}  // namespace couillon::arena
