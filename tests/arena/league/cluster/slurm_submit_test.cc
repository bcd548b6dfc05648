#include "arena/league/cluster/slurm_submit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "arena/league/cluster/slurm_queue.h"
#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::ReadFile;
using testing_support::TemporaryFolder;

constexpr char kWaits[] = " PENDING 0:00 Resources\n";
constexpr char kHeld[] = "PENDING 0:00 launch failed requeued held";

// A cluster that takes jobs and plays none.
class QueueOnly {
 public:
  absl::StatusOr<std::string> Run(const std::vector<std::string>& command) {
    commands_.push_back(command);
    if (command[0] == "squeue") return Listed();
    if (command[0] == "scancel") return "";
    if (fails_from_ >= 0 && jobs_ >= fails_from_) {
      return absl::FailedPreconditionError("sbatch: no");
    }
    ++jobs_;
    std::string name;
    std::int64_t last = -1;
    for (const std::string& word : command) {
      if (absl::StartsWith(word, "--job-name=")) name = word.substr(11);
      if (absl::StartsWith(word, "--array=0-"))
        last = std::stoll(word.substr(10));
    }
    for (std::int64_t i = 0; i <= last; ++i) {
      absl::StrAppend(&queue_, name, " ", jobs_, " ", i, kWaits);
    }
    if (last < 0) absl::StrAppend(&queue_, name, " ", jobs_, " N/A", kWaits);
    return absl::StrCat(jobs_, "\n");
  }
  CommandRunner runner() {
    return [this](const auto& command) { return Run(command); };
  }

  void EndAll() { queue_.clear(); }
  void End(const std::string& job) { Set(job, "ENDED"); }
  // Gives the job with this id, and the task if it is one, another state.
  void Set(const std::string& job, const std::string& state) {
    const std::size_t at = queue_.find(" " + job + kWaits);
    ASSERT_NE(at, std::string::npos) << queue_;
    queue_.replace(at + 1 + job.size(), std::string(kWaits).size(),
                   " " + state + "\n");
  }
  // What has not ended.
  [[nodiscard]] std::string Listed() const {
    std::string lines;
    for (const std::string& line : std::vector<std::string>(
             absl::StrSplit(queue_, '\n', absl::SkipEmpty()))) {
      if (!absl::EndsWith(line, "ENDED")) absl::StrAppend(&lines, line, "\n");
    }
    return lines;
  }
  void FailFrom(int job) { fails_from_ = job; }
  [[nodiscard]] int jobs() const { return jobs_; }
  [[nodiscard]] const std::vector<std::vector<std::string>>& commands() const {
    return commands_;
  }

 private:
  int jobs_ = 0;
  int fails_from_ = -1;
  std::string queue_;
  std::vector<std::vector<std::string>> commands_;
};

ShardGroup Numbers(std::int64_t count) {
  ShardGroup shards;
  for (std::int64_t i = 0; i < count; ++i) shards.push_back(i);
  return shards;
}

class SlurmSubmitTest : public testing::Test {
 protected:
  SlurmSubmitTest() { std::filesystem::create_directories(plan() + "/submit"); }
  [[nodiscard]] std::string plan() const { return folder_.path("plan"); }
  [[nodiscard]] SlurmRequest Request(ShardGroup missing) const {
    return {.program = "/usr/bin/couillon",
            .plan = plan(),
            .identity = "abc",
            .missing = std::move(missing),
            .out = folder_.path("league")};
  }
  SlurmSubmission Submit(const SlurmRequest& request) {
    absl::StatusOr<SlurmSubmission> done =
        SubmitToSlurm(request, slurm_.runner());
    EXPECT_TRUE(done.ok()) << done.status();
    return done.ok() ? *done : SlurmSubmission{};
  }

  TemporaryFolder folder_;
  QueueOnly slurm_;
};

TEST_F(SlurmSubmitTest, SubmitsAnArrayAndTheMergeAfterIt) {
  const SlurmSubmission done = Submit(Request({3, 4, 7}));
  EXPECT_EQ(done.shards, 3);
  EXPECT_THAT(done.arrays, ElementsAre("1"));
  EXPECT_EQ(done.merge, "2");
  EXPECT_EQ(ReadFile(plan() + "/submit/00001/groups"), "3\n4\n7\n");
  for (const char* script :
       {"/submit/00001/task.sh", "/submit/00001/merge.sh"}) {
    EXPECT_EQ(access((plan() + script).c_str(), X_OK), 0) << script;
  }
  EXPECT_THAT(slurm_.commands().back(),
              testing::Contains("--dependency=afterany:1,singleton"));
}

TEST_F(SlurmSubmitTest, SubmitsNothingThatIsQueued) {
  Submit(Request({0, 1, 2}));
  const SlurmSubmission again = Submit(Request({0, 1, 2}));
  EXPECT_EQ(again.shards, 0);
  EXPECT_EQ(again.left, 3);
  EXPECT_EQ(slurm_.jobs(), 2);
  EXPECT_FALSE(std::filesystem::exists(plan() + "/submit/00002"));
}

TEST_F(SlurmSubmitTest, SubmitsWhatIsMissingWhenItsJobsHaveEnded) {
  Submit(Request({0, 1, 2}));
  slurm_.EndAll();
  EXPECT_EQ(Submit(Request({1})).shards, 1);
  EXPECT_EQ(ReadFile(plan() + "/submit/00002/groups"), "1\n");
}

TEST_F(SlurmSubmitTest, SubmitsWhatIsMissingBesideWhatIsQueued) {
  Submit(Request({0, 1}));
  const SlurmSubmission more = Submit(Request({0, 1, 2}));
  EXPECT_EQ(more.shards, 1);
  EXPECT_EQ(more.left, 2);
  EXPECT_THAT(slurm_.commands().back(),
              testing::Contains("--dependency=afterany:1:3,singleton"));
}

TEST_F(SlurmSubmitTest, MergesWhatIsCompleteUnlessItIsMerged) {
  SlurmRequest request = Request({});
  EXPECT_FALSE(Submit(request).merge.empty());
  EXPECT_TRUE(Submit(request).merge.empty());  // queued
  slurm_.EndAll();
  EXPECT_FALSE(Submit(request).merge.empty());  // it was lost
  slurm_.EndAll();
  request.merged = true;
  EXPECT_TRUE(Submit(request).merge.empty());
}

TEST_F(SlurmSubmitTest, CancelsWhatSlurmHoldsAndSubmitsItsGroupsAgain) {
  Submit(Request({0, 1, 2}));
  slurm_.Set("1 1", kHeld);
  const SlurmSubmission repair = Submit(Request({0, 1, 2}));
  EXPECT_EQ(repair.held, 1);
  EXPECT_EQ(repair.shards, 1);
  EXPECT_EQ(repair.left, 2);
  EXPECT_EQ(ReadFile(plan() + "/submit/00002/groups"), "1\n");
  EXPECT_THAT(slurm_.commands(),
              testing::Contains(ElementsAre("scancel", "--quiet", "1_1")));
  EXPECT_THAT(slurm_.commands().back(),
              testing::Contains("--dependency=afterany:1:3,singleton"));
}

TEST_F(SlurmSubmitTest, LetsTheMergeGoWhenNothingButAHeldTaskIsLeft) {
  Submit(Request({0}));
  slurm_.Set("1 0", kHeld);
  const SlurmSubmission repair = Submit(Request({}));
  EXPECT_EQ(repair.held, 1);
  EXPECT_EQ(slurm_.jobs(), 2);  // the merge waits only for the cancelled one
}

TEST_F(SlurmSubmitTest, AHeldMergeIsCancelledAndSubmittedAgain) {
  Submit(Request({0}));
  slurm_.Set("2 N/A", kHeld);
  const SlurmSubmission repair = Submit(Request({0}));
  EXPECT_EQ(repair.held, 1);
  EXPECT_FALSE(repair.merge.empty());
}

TEST_F(SlurmSubmitTest, WhatAPersonHoldsIsQueued) {
  Submit(Request({0, 1}));
  slurm_.Set("1 0", "PENDING 0:00 JobHeldUser");
  slurm_.Set("1 1", "RUNNING 0:01 launch failed requeued held");
  const SlurmSubmission again = Submit(Request({0, 1}));
  EXPECT_EQ(again.held, 0);
  EXPECT_EQ(again.left, 2);
}

TEST_F(SlurmSubmitTest, DryRunCancelsNothing) {
  Submit(Request({0}));
  slurm_.Set("1 0", kHeld);
  SlurmRequest request = Request({0});
  request.dry_run = true;
  EXPECT_THAT(Submit(request).text, HasSubstr("scancel --quiet 1_0\n"));
  for (const std::vector<std::string>& command : slurm_.commands()) {
    EXPECT_NE(command[0], "scancel");
  }
}

// Three tasks of a shard each, of which one runs; a shard takes ten seconds.
class SpeculationTest : public SlurmSubmitTest {
 protected:
  SpeculationTest() {
    Submit(Request({0, 1, 2}));
    for (const char* job : {"1 1", "1 2"}) slurm_.End(job);
    std::filesystem::create_directories(plan() + "/runs");
    Note("10");
  }
  void Note(const std::string& seconds) {
    testing_support::WriteFile(
        plan() + "/runs/note.json",
        R"({"seconds": )" + seconds + R"(, "shards": [{"shard": "1"}]})");
  }
  SlurmSubmission Speculate(const ShardGroup& missing = {0}) {
    SlurmRequest request = Request(missing);
    request.speculate = true;
    return Submit(request);
  }
};

TEST_F(SpeculationTest, ASlowTaskGetsASecondCopyAndNoThird) {
  slurm_.Set("1 0", "RUNNING 0:21 None");
  const SlurmSubmission copy = Speculate();
  EXPECT_THAT(copy.slow, ElementsAre("1_0"));
  EXPECT_EQ(copy.shards, 1);
  EXPECT_TRUE(copy.merge.empty());  // the first one waits for the slow task
  EXPECT_EQ(ReadFile(plan() + "/submit/00002/groups"), "0\n");
  EXPECT_EQ(ReadFile(plan() + "/submit/00002/slow"), "1_0\n");
  slurm_.Set("3 0", "RUNNING 9:00 None");
  EXPECT_EQ(Speculate().shards, 0);
}

TEST_F(SpeculationTest, OnlyWhoTakesOverTwiceAsLongIsSlow) {
  slurm_.Set("1 0", "RUNNING 0:20 None");
  EXPECT_EQ(Speculate().shards, 0);
  Note("9");
  EXPECT_EQ(Speculate().shards, 1);
}

TEST_F(SpeculationTest, OnlyIfItIsAskedFor) {
  slurm_.Set("1 0", "RUNNING 0:21 None");
  EXPECT_EQ(Submit(Request({0})).shards, 0);
}

TEST_F(SpeculationTest, NotWhileATaskWaits) {
  Speculate({0, 3});
  slurm_.Set("1 0", "RUNNING 0:21 None");
  EXPECT_EQ(Speculate({0, 3}).shards, 0);
}

TEST_F(SpeculationTest, NotWithoutAMeasure) {
  slurm_.Set("1 0", "RUNNING 0:21 None");
  Note("no number");
  EXPECT_EQ(Speculate().shards, 0);
}

TEST(SlurmQueueTest, ReadsDurations) {
  EXPECT_EQ(ReadSlurmSeconds("0:00"), 0);
  EXPECT_EQ(ReadSlurmSeconds("12:34"), 754);
  EXPECT_EQ(ReadSlurmSeconds("1:00:01"), 3601);
  EXPECT_EQ(ReadSlurmSeconds("2-00:00:03"), 172803);
  EXPECT_EQ(ReadSlurmSeconds("INVALID"), -1);
}

TEST_F(SlurmSubmitTest, CutsManyTasksIntoArrays) {
  SlurmRequest request = Request(Numbers(4002));
  request.group = 2;
  const SlurmSubmission done = Submit(request);
  EXPECT_EQ(done.shards, 4002);
  EXPECT_THAT(done.arrays, ElementsAre("1", "2", "3"));
  EXPECT_THAT(slurm_.commands()[2], testing::Contains("--array=0-0"));
  EXPECT_EQ(slurm_.commands()[2].back(), "2000");
  EXPECT_EQ(Submit(request).left, 4002);
}

TEST_F(SlurmSubmitTest, GoesOnWhereItFailed) {
  SlurmRequest request = Request(Numbers(1500));
  slurm_.FailFrom(1);
  const auto failed = SubmitToSlurm(request, slurm_.runner());
  EXPECT_THAT(std::string(failed.status().message()),
              HasSubstr("1000 shards have been submitted"));
  slurm_.FailFrom(-1);
  EXPECT_EQ(Submit(request).shards, 500);
}

TEST_F(SlurmSubmitTest, ACopyOfThePlanIsAnotherPlan) {
  Submit(Request({0}));
  SlurmRequest copy = Request({0});
  copy.plan = folder_.path("copy");
  std::filesystem::copy(plan(), copy.plan,
                        std::filesystem::copy_options::recursive);
  EXPECT_EQ(Submit(copy).shards, 1);
}

TEST_F(SlurmSubmitTest, DryRunSaysWhatItWouldDo) {
  SlurmRequest request = Request({5, 6});
  request.dry_run = true;
  request.options.lines = {"--mem=2G"};
  const std::string text = Submit(request).text;
  EXPECT_THAT(text, HasSubstr("set -euo pipefail"));
  EXPECT_THAT(text, HasSubstr("#SBATCH --mem=2G\n"));
  EXPECT_THAT(text, HasSubstr("--array=0-1"));
  EXPECT_THAT(text, HasSubstr("afterany:JOB1"));
  EXPECT_TRUE(std::filesystem::is_empty(plan() + "/submit"));
  EXPECT_EQ(slurm_.jobs(), 0);
}

TEST(SlurmQueueTest, RefusesWhatSqueueDoesNotWrite) {
  EXPECT_EQ(ReadQueue("couillon-x-00001-0 7\n", "x").status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(
      ReadQueue("couillon-x-other 7 1 PENDING 0:00 x\n", "x").status().code(),
      absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(ReadJobId("Submitted batch job 7").ok());
  EXPECT_EQ(*ReadJobId("7;cluster\n"), "7");
}

}  // namespace
}  // namespace couillon::arena
