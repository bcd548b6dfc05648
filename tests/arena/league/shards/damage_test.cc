// Results that are missing, damaged, of another plan or different: each is
// named, nothing is deleted, and only its shard is played again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "arena/league/shards/merge_results.h"
#include "arena/league/shards/plan.h"
#include "arena/league/shards/plan_status.h"
#include "arena/league/shards/play_shards.h"
#include "arena/league/shards/result_difference.h"
#include "arena/league/shards/result_file.h"
#include "arena/league/shards/saved_result.h"
#include "arena/table/referee/in_process_link.h"
#include "arena/table/schedule/league_rules.h"
#include "couillon/v1/league.pb.h"
#include "couillon/v1/plan.pb.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/planned_league.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using testing_support::AllForms;
using testing_support::AllShards;
using testing_support::LeagueOf;
using testing_support::MakeLinks;
using testing_support::OwnBots;
using testing_support::PlanOf;
using testing_support::PlayAsOne;
using testing_support::PlayShardsOf;
using testing_support::ReadFile;
using testing_support::ResultPaths;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

v1::LeagueConfig TwoBots() {
  return LeagueOf({"random", "greedy"}, {"basic-gerver"});
}

PlanStatus StatusOf(const std::string& folder, const v1::LeaguePlan& plan) {
  auto status = ReadPlanStatus(folder, plan);
  EXPECT_TRUE(status.ok()) << status.status();
  return *std::move(status);
}

// A plan of five shards that was played.
class DamageTest : public testing::Test {
 protected:
  void SetUp() override {
    PlayShardsOf(plan_folder(), plan_, AllShards(plan_), 2);
  }
  [[nodiscard]] std::string plan_folder() const { return folder_.path("plan"); }
  [[nodiscard]] std::string Path(std::int64_t shard) const {
    return ResultPath(plan_folder(), plan_, shard);
  }
  [[nodiscard]] PlanStatus Status() const {
    return StatusOf(plan_folder(), plan_);
  }

  TemporaryFolder folder_;
  v1::LeaguePlan plan_ = PlanOf(TwoBots(), 1);
};

TEST_F(DamageTest, WholePlanMissesNothing) {
  EXPECT_THAT(Status().whole, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(Status().missing, IsEmpty());
  EXPECT_THAT(Status().unusable, IsEmpty());
}

TEST_F(DamageTest, EveryFlippedBitIsFound) {
  const std::string whole = ReadFile(Path(1));
  for (std::size_t at = 0; at < whole.size(); at += 3) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    WriteFile(Path(1), damaged);
    EXPECT_FALSE(CheckShard(plan_folder(), plan_, 1).ok()) << at;
  }
  WriteFile(Path(1), whole);
  EXPECT_TRUE(CheckShard(plan_folder(), plan_, 1).ok());
}

TEST_F(DamageTest, EveryTruncationAndEveryAppendedByteIsFound) {
  const std::string whole = ReadFile(Path(1));
  for (std::size_t size = 0; size < whole.size(); size += 5) {
    WriteFile(Path(1), whole.substr(0, size));
    EXPECT_TRUE(absl::IsDataLoss(CheckShard(plan_folder(), plan_, 1))) << size;
  }
  WriteFile(Path(1), whole + "\n");
  EXPECT_TRUE(absl::IsDataLoss(CheckShard(plan_folder(), plan_, 1)));
}

TEST_F(DamageTest, OnlyWhatIsMissingOrDamagedIsPlayedAgain) {
  std::filesystem::remove(Path(0));
  const std::string whole = ReadFile(Path(1));
  WriteFile(Path(1), whole.substr(0, whole.size() - 5));
  WriteFile(Path(3), ReadFile(Path(2)));  // the units of another shard
  const PlanStatus status = Status();
  EXPECT_THAT(status.missing, ElementsAre(0, 1, 3));
  EXPECT_THAT(status.unusable, ElementsAre(HasSubstr("00001-of-00005.result"),
                                           HasSubstr("00003-of-00005.result")));
  const ShardsPlayed played =
      PlayShardsOf(plan_folder(), plan_, AllShards(plan_), 1);
  std::vector<std::int64_t> shards;
  for (const PlayedShard& shard : played.shards) {
    shards.push_back(shard.shard);
    EXPECT_EQ(shard.saved.how, SavedResult::How::kNew);
  }
  EXPECT_THAT(shards, UnorderedElementsAre(0, 1, 3));
  EXPECT_EQ(ReadFile(Path(1)), whole);
  EXPECT_EQ(ReadFile(Path(1) + ".damaged-1"),
            whole.substr(0, whole.size() - 5));
  EXPECT_EQ(ReadFile(Path(3) + ".foreign-1"), ReadFile(Path(2)));
  EXPECT_THAT(Status().missing, IsEmpty());
  EXPECT_THAT(Status().unusable, IsEmpty());
}

TEST_F(DamageTest, ResultOfAnotherPlanIsNamedAndNeverMerged) {
  v1::LeagueConfig other = TwoBots();
  other.mutable_bots(0)->mutable_identity()->set_digest("another program");
  const v1::LeaguePlan plan = PlanOf(other, 1);
  ASSERT_NE(plan.identity(), plan_.identity());
  PlayShardsOf(folder_.path("other"), plan, {4}, 1);
  const std::string foreign =
      ReadFile(ResultPath(folder_.path("other"), plan, 4));
  WriteFile(Path(4), foreign);
  EXPECT_TRUE(absl::IsFailedPrecondition(CheckShard(plan_folder(), plan_, 4)));
  EXPECT_THAT(Status().missing, ElementsAre(4));
  const auto merged = MergeIntoStore(plan_, ResultPaths(plan_folder(), plan_),
                                     "", folder_.path("merged"));
  EXPECT_THAT(std::string(merged.status().message()), HasSubstr(Path(4)));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("merged")));
}

TEST_F(DamageTest, FileOfNoShardIsNamed) {
  WriteFile(ResultsFolder(plan_folder()) + "/00007-of-00009.result", "x");
  EXPECT_THAT(Status().unusable, ElementsAre(HasSubstr("00007-of-00009")));
  EXPECT_THAT(Status().missing, IsEmpty());
}

TEST_F(DamageTest, FilesWithOneUnitInCommonAreNotMerged) {
  const auto merged = MergeResults({Path(0), Path(1), Path(0)},
                                   plan_.identity(), folder_.path("union"));
  EXPECT_TRUE(absl::IsInvalidArgument(merged.status())) << merged.status();
  EXPECT_FALSE(std::filesystem::exists(folder_.path("union")));
}

TEST_F(DamageTest, PartOfALeagueHasNotItsIdentity) {
  const std::string part = folder_.path("part");
  const auto merged = MergeIntoStore(plan_, {Path(4), Path(0)}, "1-3", part);
  ASSERT_TRUE(merged.ok()) << merged.status();
  EXPECT_EQ(merged->units, 2);
  EXPECT_EQ(ReadMerged(part)->identity(), "");
  EXPECT_EQ(ReadMerged(part)->plan_identity(), plan_.identity());
  EXPECT_EQ(ReadMerged(part)->missing_shards(), "1-3");
  EXPECT_THAT(AllForms(part), HasSubstr("Unfinished: 2 of 5 units played"));
}

TEST_F(DamageTest, DirectoryThatHoldsSomethingIsNotOverwritten) {
  WriteFile(folder_.path("kept"), "");
  std::filesystem::create_directories(folder_.path("full"));
  WriteFile(folder_.path("full") + "/note", "mine");
  const auto merged = MergeIntoStore(plan_, ResultPaths(plan_folder(), plan_),
                                     "", folder_.path("full"));
  EXPECT_TRUE(absl::IsAlreadyExists(merged.status())) << merged.status();
  EXPECT_EQ(ReadFile(folder_.path("full") + "/note"), "mine");
}

TEST_F(DamageTest, StoppedRunLeavesWholeShardsOnly) {
  const std::string folder = folder_.path("stopped");
  ASSERT_TRUE(WritePlan(folder, plan_).ok());
  const auto rules = CompileLeague(plan_.config());
  // The first decision lasts until play was told to end.
  std::atomic<bool> stop = false;
  std::atomic<bool> ending = false;
  const OwnBots slow = {{"greedy", [&ending] {
                           return [&ending](const CompiledRules&,
                                            const Observation& seen) {
                             ending.wait(false);
                             return seen.legal.Nth(0);
                           };
                         }}};
  const auto played = PlayShards(
      folder, plan_, *rules, AllShards(plan_),
      {.workers = 1,
       .make_links =
           [&](int) { return MakeLinks(plan_.config(), *rules, slow); },
       .on_progress =
           [&](const ShardProgress&) {
             if (stop.exchange(true)) {
               ending = true;
               ending.notify_all();
             }
           },
       .on_shard = nullptr,
       .on_unit = nullptr},
      stop);
  ASSERT_TRUE(played.ok()) << played.status();
  EXPECT_TRUE(played->stopped);
  const PlanStatus status = StatusOf(folder, plan_);
  EXPECT_EQ(status.whole.size(), played->shards.size());
  EXPECT_FALSE(status.missing.empty());
  EXPECT_THAT(status.unusable, IsEmpty());
}

// A bot that decides by chance of its own. Requires: one worker.
OwnBots Chance() {
  const auto random = std::make_shared<std::mt19937>(5);
  return {{"chance", [random] {
             return [random](const CompiledRules&, const Observation& seen) {
               const auto legal = static_cast<unsigned>(seen.legal.size());
               return seen.legal.Nth(static_cast<int>((*random)() % legal));
             };
           }}};
}

// Plays one shard twice with a bot that does not repeat itself.
ResultDifference DifferenceOfChance(v1::LeagueConfig config,
                                    const std::string& folder) {
  const v1::LeaguePlan plan = PlanOf(config, 1000);
  const OwnBots bots = Chance();
  PlayShardsOf(folder, plan, {0}, 1, bots);
  const std::string first = ReadFile(ResultPath(folder, plan, 0));
  const ShardsPlayed again = PlayShardsOf(folder, plan, {0}, 1, bots, true);
  EXPECT_EQ(again.shards.size(), 1U);
  const SavedResult& saved = again.shards.front().saved;
  EXPECT_EQ(saved.how, SavedResult::How::kDiffers);
  EXPECT_EQ(ReadFile(saved.path), first);
  EXPECT_NE(ReadFile(saved.conflict), first);
  EXPECT_THAT(StatusOf(folder, plan).conflicts, ElementsAre(saved.conflict));
  EXPECT_THAT(StatusOf(folder, plan).disputed, ElementsAre(0));
  auto difference = CompareResults(plan, saved.path, saved.conflict);
  EXPECT_TRUE(difference.ok()) << difference.status();
  EXPECT_GT(difference->different, 0);
  return *std::move(difference);
}

TEST(ConflictTest, BotOfAllUnitsThatDifferIsNamed) {
  const TemporaryFolder folder;
  const ResultDifference difference = DifferenceOfChance(
      LeagueOf({"greedy", "chance", "heuristic"}, {"basic-gerver"}),
      folder.path("plan"));
  EXPECT_FALSE(difference.from_decisions);
  EXPECT_THAT(difference.suspects, ElementsAre(BotIndex(1)));
}

TEST(ConflictTest, RecordsNameTheBotOfTheFirstDecisionThatDiffers) {
  const TemporaryFolder folder;
  v1::LeagueConfig config = LeagueOf({"greedy", "chance"}, {"basic-gerver"});
  config.set_record_deals(true);
  const ResultDifference difference =
      DifferenceOfChance(config, folder.path("plan"));
  EXPECT_TRUE(difference.from_decisions);
  EXPECT_THAT(difference.suspects, ElementsAre(BotIndex(1)));
  EXPECT_THAT(difference.where, HasSubstr("unit 0 (basic-gerver, greedy - "
                                          "chance): deal 0, seating "));
}

}  // namespace
}  // namespace couillon::arena
