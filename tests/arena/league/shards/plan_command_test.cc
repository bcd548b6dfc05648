// Plans through the program, with bots in processes: what scripts rely on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/bot_languages.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing_support::BotLanguage;
using testing_support::BotLanguages;
using testing_support::CommandOf;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WhyNotBuilt;
using testing_support::WriteFile;

using testing_support::kBroken;
using testing_support::kCouillon;
constexpr int kUsage = 2;
constexpr int kData = 65;
constexpr int kTryAgain = 75;

using Words = std::vector<std::string>;

ProgramResult Couillon(const Words& words) {
  Words command = {kCouillon};
  command.insert(command.end(), words.begin(), words.end());
  return RunProgram(command);
}

// The command line of a league of a few seconds, without the folder.
Words League(const std::string& command, const Words& bots) {
  Words words = {"league", command, "--bots"};
  words.insert(words.end(), bots.begin(), bots.end());
  const Words rest = {
      "--ruleset", "basic-gerver", "--deals", "32",       "--block",
      "8",         "--seed",       "plan",    "--quiet",  "--limit",
      "move:250",  "--isolation",  "none",    "--record", "deals"};
  words.insert(words.end(), rest.begin(), rest.end());
  return words;
}

ProgramResult Plan(const Words& bots, const std::string& folder) {
  Words words = League("plan", bots);
  words.insert(words.end(), {"--shard-deals", "8", "--out", folder});
  return Couillon(words);
}

std::string ReportOf(const std::string& league,
                     const std::string& format = "json") {
  const ProgramResult report = Couillon({"report", league, "--format", format});
  EXPECT_EQ(report.exit_code, 0) << report.err;
  return report.out;
}

std::string Result(const std::string& plan, const std::string& shard) {
  return plan + "/results/0000" + shard + "-of-00004.result";
}

class PlanCommandTest : public testing::Test {
 protected:
  PlanCommandTest() : plan_(folder_.path("plan")) {}

  // A plan of four shards of two bundled bots.
  void PlanBundled() {
    const ProgramResult made = Plan({"greedy", "random"}, plan_);
    ASSERT_EQ(made.exit_code, 0) << made.err;
    EXPECT_THAT(made.out, HasSubstr("in 4 shards"));
  }
  ProgramResult RunShards(Words which) {
    Words words = {"league", "run",     "--plan",      plan_, "--concurrency",
                   "2",      "--quiet", "--isolation", "none"};
    words.insert(words.end(), which.begin(), which.end());
    return Couillon(words);
  }
  ProgramResult Status(const Words& more = {}) {
    Words words = {"league", "status", "--plan", plan_};
    words.insert(words.end(), more.begin(), more.end());
    return Couillon(words);
  }
  ProgramResult Merge(const std::string& out, const Words& more = {}) {
    Words words = {"league", "merge", "--plan", plan_, "--out", out};
    words.insert(words.end(), more.begin(), more.end());
    return Couillon(words);
  }

  TemporaryFolder folder_;
  std::string plan_;
};

TEST_F(PlanCommandTest, ShardsArePlayedMergedAndReportedLikeOneProcess) {
  PlanBundled();
  EXPECT_EQ(Status({"--format", "missing"}).out, "0-3\n");
  EXPECT_EQ(Status().exit_code, kTryAgain);
  EXPECT_EQ(RunShards({"--shards", "2"}).exit_code, 0);
  EXPECT_EQ(RunShards({"--shards", "2,3"}).exit_code, 0);
  EXPECT_EQ(Status({"--format", "missing"}).out, "0-1\n");
  const std::string league = folder_.path("league");
  const ProgramResult early = Merge(league);
  EXPECT_EQ(early.exit_code, kTryAgain);
  EXPECT_THAT(early.err, HasSubstr("shards 0-1 are missing"));
  EXPECT_FALSE(std::filesystem::exists(league));
  EXPECT_EQ(RunShards({"--shards", "0/2"}).exit_code, 0);
  EXPECT_EQ(Status().exit_code, 0);
  EXPECT_EQ(Status({"--format", "missing"}).out, "");
  const ProgramResult merged = Merge(league);
  EXPECT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_EQ(Merge(league).exit_code, 0);  // once more: nothing to do
  Words one = League("run", {"greedy", "random"});
  one.insert(one.end(), {"--out", folder_.path("one")});
  ASSERT_EQ(Couillon(one).exit_code, 0);
  EXPECT_EQ(ReportOf(league), ReportOf(folder_.path("one")));
  EXPECT_EQ(Couillon({"verify", league}).exit_code, 0);
}

TEST_F(PlanCommandTest, ProcessesInSeveralLanguagesGiveTheBytesOfBundledBots) {
  PlanBundled();
  ASSERT_EQ(RunShards({}).exit_code, 0);
  ASSERT_EQ(Merge(folder_.path("bundled")).exit_code, 0);
  for (const BotLanguage& language : BotLanguages()) {
    if (language.name != "cpp" && language.name != "python") continue;
    if (!WhyNotBuilt(language).empty()) continue;
    plan_ = folder_.path(language.name);
    const ProgramResult made =
        Plan({"greedy=" + CommandOf(language, "greedy", COUILLON_BOT_PROGRAM),
              "random=" + CommandOf(language, "random", COUILLON_BOT_PROGRAM)},
             plan_);
    ASSERT_EQ(made.exit_code, 0) << made.err;
    ASSERT_EQ(RunShards({"--shards", "1,3"}).exit_code, 0);
    ASSERT_EQ(RunShards({}).exit_code, 0);
    const ProgramResult verified =
        Couillon({"league", "verify", "--plan", plan_, "--isolation", "none",
                  "--sample", "30%", "--concurrency", "1", "--quiet"});
    EXPECT_EQ(verified.exit_code, 0) << verified.err;
    EXPECT_THAT(verified.out, HasSubstr("2 the same as before, 0 different"));
    const std::string league = folder_.path(language.name + "-league");
    ASSERT_EQ(Merge(league).exit_code, 0);
    EXPECT_EQ(ReportOf(league), ReportOf(folder_.path("bundled")));
  }
}

TEST_F(PlanCommandTest, DamagedFilesAreNamedAndOnlyThosePlayedAgain) {
  PlanBundled();
  ASSERT_EQ(RunShards({}).exit_code, 0);
  const std::string whole = ReadFile(Result(plan_, "1"));
  std::string flipped = whole;
  flipped[whole.size() / 2] ^= 4;
  WriteFile(Result(plan_, "1"), flipped);
  WriteFile(Result(plan_, "2"),
            ReadFile(Result(plan_, "2")).substr(0, whole.size() / 2));
  std::filesystem::remove(Result(plan_, "3"));
  const ProgramResult status = Status({"--format", "missing"});
  EXPECT_EQ(status.exit_code, kTryAgain);
  EXPECT_EQ(status.out, "1-3\n");
  EXPECT_THAT(status.err, AllOf(HasSubstr("00001-of-00004.result: is damaged"),
                                HasSubstr("00002-of-00004.result: is damaged"),
                                Not(HasSubstr("00000-of"))));
  EXPECT_EQ(Merge(folder_.path("none")).exit_code, kData);
  const ProgramResult part = Merge(folder_.path("part"), {"--partial"});
  EXPECT_EQ(part.exit_code, 0);
  EXPECT_THAT(part.out, AllOf(HasSubstr("shards 1-3 are missing"),
                              Not(HasSubstr("Identity:"))));
  EXPECT_THAT(Couillon({"report", folder_.path("part")}).out,
              HasSubstr("Unfinished: 1 of 4 units"));
  const json as_json = json::parse(Status({"--format", "json"}).out);
  EXPECT_EQ(as_json["missing"], "1-3");
  EXPECT_EQ(as_json["unusable"].size(), 2U);
  const ProgramResult repaired = RunShards({});
  EXPECT_EQ(repaired.exit_code, 0) << repaired.err;
  EXPECT_THAT(repaired.out, HasSubstr("3 of 3 shards played"));
  EXPECT_EQ(ReadFile(Result(plan_, "1")), whole);
  EXPECT_EQ(ReadFile(Result(plan_, "1") + ".damaged-1"), flipped);
}

TEST_F(PlanCommandTest, SequentialTestEndsWhereItEndsOnOneMachine) {
  const Words test = {"--ruleset", "basic-gerver", "--seed",
                      "plan",      "--block",      "16",
                      "--sprt",    "elo0=0",       "elo1=10"};
  Words plan = {"league",  "plan",          "--bots", "heuristic", "greedy",
                "--quiet", "--shard-deals", "32",     "--out",     plan_};
  plan.insert(plan.end(), test.begin(), test.end());
  ASSERT_EQ(Couillon(plan).exit_code, 0);
  EXPECT_EQ(RunShards({"--shards", "1,2"}).exit_code, 0);
  const ProgramResult early = Status();
  EXPECT_EQ(early.exit_code, kTryAgain);
  EXPECT_THAT(early.out, AllOf(HasSubstr("Sequential test: undecided, 0 pairs"),
                               HasSubstr("Missing: 0,3-")));
  const std::string league = folder_.path("league");
  EXPECT_EQ(Merge(league).exit_code, kTryAgain);
  const Words submit = {"league",   "submit", "--plan",  plan_,
                        "--engine", "local",  "--group", "1",
                        "--tasks",  "2",      "--out",   league};
  Words wave = submit;
  wave.insert(wave.end(), {"--look-ahead", "1"});
  EXPECT_EQ(Couillon(wave).exit_code, kTryAgain);  // shard 0 alone
  EXPECT_THAT(Status().out, HasSubstr("Missing: 3-"));
  const ProgramResult played = Couillon(submit);
  ASSERT_EQ(played.exit_code, 0) << played.out << played.err;
  const ProgramResult status = Status();
  EXPECT_EQ(status.exit_code, 0);
  EXPECT_THAT(status.out, AllOf(HasSubstr("Sequential test: decided: H1 after"),
                                Not(HasSubstr("Missing"))));
  EXPECT_EQ(Status({"--format", "missing"}).out, "");
  const json as_json = json::parse(Status({"--format", "json"}).out);
  EXPECT_EQ(as_json["test"]["decision"], "H1");
  EXPECT_EQ(as_json["missing"], "");
  EXPECT_LT(as_json["shards_done"], as_json["shards"]);
  const ProgramResult more = RunShards({});
  EXPECT_EQ(more.exit_code, 0);
  EXPECT_THAT(more.out,
              AllOf(HasSubstr("decided: H1"), Not(HasSubstr("shards played"))));
  EXPECT_EQ(Merge(league).exit_code, 0);  // once more: nothing to do
  const std::string one = folder_.path("one");
  Words match = {"match", "heuristic", "greedy", "--quiet", "--out", one};
  match.insert(match.end(), test.begin(), test.end());
  ASSERT_EQ(Couillon(match).exit_code, 0);
  for (const char* format : {"text", "json", "csv"}) {
    EXPECT_EQ(ReportOf(league, format), ReportOf(one, format)) << format;
  }
  EXPECT_EQ(Couillon({"verify", league}).exit_code, 0);
}

TEST_F(PlanCommandTest, WithoutRecordsAUnitIsPlayedAgainToNameTheBot) {
  const ProgramResult made =
      Couillon({"league",
                "plan",
                "--bots",
                "greedy",
                "chance=" + kBroken + " --fault by-chance",
                "--ruleset",
                "basic-gerver",
                "--deals",
                "32",
                "--block",
                "8",
                "--seed",
                "plan",
                "--limit",
                "move:250",
                "--isolation",
                "none",
                "--quiet",
                "--shard-deals",
                "8",
                "--out",
                plan_});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  ASSERT_EQ(RunShards({"--shards", "0"}).exit_code, 0);
  const ProgramResult again =
      Couillon({"league", "verify", "--plan", plan_, "--sample", "100%",
                "--quiet", "--isolation", "none"});
  EXPECT_EQ(again.exit_code, kData);
  EXPECT_THAT(again.err,
              AllOf(HasSubstr("at least one of these bots is not "
                              "deterministic: greedy, chance"),
                    HasSubstr("unit 0 played again 5 times with deal records"),
                    HasSubstr("the bot that is not deterministic: chance")));
}

TEST_F(PlanCommandTest, BotThatDoesNotRepeatItselfIsCaughtAndNamed) {
  const ProgramResult made =
      Plan({"greedy", "chance=" + kBroken + " --fault by-chance"}, plan_);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  ASSERT_EQ(RunShards({}).exit_code, 0);
  const std::string first = ReadFile(Result(plan_, "0"));
  const ProgramResult verified =
      Couillon({"league", "verify", "--plan", plan_, "--sample", "100%",
                "--quiet", "--isolation", "none"});
  EXPECT_EQ(verified.exit_code, kData);
  EXPECT_THAT(verified.err,
              AllOf(HasSubstr(Result(plan_, "0") + "\n"),
                    HasSubstr(Result(plan_, "0") + ".conflict-"),
                    HasSubstr("the bot that is not deterministic: chance")));
  EXPECT_EQ(ReadFile(Result(plan_, "0")), first);
  const ProgramResult merged = Merge(folder_.path("league"));
  EXPECT_EQ(merged.exit_code, kData);
  EXPECT_THAT(merged.err,
              AllOf(HasSubstr(".conflict-"),
                    HasSubstr("Shards 0-3 have results of different content. "
                              "Delete the files"),
                    Not(HasSubstr("play them"))));
  const ProgramResult status = Status();
  EXPECT_EQ(status.exit_code, kData);
  EXPECT_THAT(status.out, AllOf(HasSubstr("Shards 0-3 have results of "),
                                Not(HasSubstr("To merge"))));
  for (const char* shard : {"0", "1", "2", "3"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(plan_ + "/results")) {
      if (entry.path().string().starts_with(Result(plan_, shard) + ".conf")) {
        std::filesystem::remove(entry.path());
      }
    }
  }
  EXPECT_EQ(Status().exit_code, 0);
  EXPECT_EQ(Merge(folder_.path("league")).exit_code, 0);
}

TEST_F(PlanCommandTest, StoppedRunKeepsWholeShardsAndSaysThatSomeAreMissing) {
  const ProgramResult made =
      Couillon({"league", "plan", "--bots", "greedy", "random", "--ruleset",
                "basic-gerver", "--deals", "100000000", "--block", "100",
                "--shard-deals", "10000", "--quiet", "--out", plan_});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  RunningProgram run({kCouillon, "league", "run", "--plan", plan_});
  const std::string first = plan_ + "/results/00000-of-10000.result";
  while (!std::filesystem::exists(first)) {
    ASSERT_FALSE(run.HasEnded());
  }
  run.Signal(SIGTERM);
  EXPECT_EQ(run.Wait(), kTryAgain);
  const ProgramResult status = Status({"--format", "json"});
  EXPECT_EQ(status.exit_code, kTryAgain);
  const json found = json::parse(status.out);
  EXPECT_GE(found["shards_done"], 1);
  EXPECT_EQ(found["unusable"].size(), 0U);
  const std::filesystem::directory_iterator results(plan_ + "/results");
  for (const auto& file : results) {  // no temporary file is left
    EXPECT_EQ(file.path().extension(), ".result") << file.path();
  }
}

TEST_F(PlanCommandTest, AFolderThatCannotBeWrittenIsFoundBeforePlay) {
  PlanBundled();
  std::filesystem::remove_all(plan_ + "/results");
  WriteFile(plan_ + "/results", "a file");
  const ProgramResult run = RunShards({});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err,
              HasSubstr(plan_ + "/results: results cannot be written"));
}

TEST_F(PlanCommandTest, ChangedBotIsNotPlayed) {
  const std::string bot = folder_.path("bot");
  WriteFile(bot, std::string("#!/bin/sh\nexec ") + COUILLON_BOT_PROGRAM +
                     " --name random\n");
  std::filesystem::permissions(bot, std::filesystem::perms::all);
  ASSERT_EQ(Plan({"greedy", "mine=" + bot}, plan_).exit_code, 0);
  ASSERT_EQ(RunShards({"--shards", "0"}).exit_code, 0);
  WriteFile(bot, ReadFile(bot) + "# better\n");
  const ProgramResult run = RunShards({"--shards", "1"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err, AllOf(HasSubstr("bot mine"), HasSubstr("has changed")));
  EXPECT_EQ(Status({"--format", "missing"}).out, "1-3\n");
}

// What couillon does in the folder `here`, as on a machine whose copies of bots
// are in the folder `copies`.
ProgramResult CouillonIn(const std::string& here, const std::string& copies,
                         const Words& words) {
  Words command = {"/usr/bin/env", "-C", here, "COUILLON_BUNDLES=" + copies,
                   kCouillon};
  command.insert(command.end(), words.begin(), words.end());
  return RunProgram(command);
}

TEST_F(PlanCommandTest, ACommandTravelsToAMachineWithoutItsFiles) {
  const std::string here = folder_.path("here");
  const std::string there = folder_.path("there");
  const std::string copies = folder_.path("copies");
  std::filesystem::create_directory(here);
  std::filesystem::create_directory(there);
  WriteFile(here + "/mine.sh", std::string("exec ") + COUILLON_BOT_PROGRAM +
                                   " --name heuristic\n");
  Words plan = League("plan", {"greedy", "mine=sh ./mine.sh"});
  plan.insert(plan.end(), {"--shard-deals", "8", "--out", plan_});
  ASSERT_EQ(CouillonIn(here, copies, plan).exit_code, 0);
  const Words run = {"league",  "run",         "--plan", plan_,
                     "--quiet", "--isolation", "none"};
  ASSERT_EQ(CouillonIn(here, copies, run).exit_code, 0);
  EXPECT_NE(CouillonIn(there, copies, {"league", "verify", "--plan", plan_})
                .exit_code,
            0);  // mine.sh is not there, and nothing has packed it
  WriteFile(here + "/other.sh", "");
  std::filesystem::remove(Result(plan_, "0"));
  const ProgramResult packed =
      CouillonIn(here, copies,
                 {"league", "submit", "--plan", plan_, "--engine", "k8s",
                  "--program", "x@sha256:" + std::string(64, '0'), "--claim",
                  "x/x", "--isolation", "none"});
  EXPECT_EQ(packed.exit_code, 0) << packed.err;
  EXPECT_THAT(packed.err, HasSubstr("these travel: ./mine.sh"));
  EXPECT_THAT(packed.err, HasSubstr("such as other.sh"));
  std::filesystem::remove_all(here);
  const ProgramResult verified =
      CouillonIn(there, copies,
                 {"league", "verify", "--plan", plan_, "--sample", "100%",
                  "--quiet", "--isolation", "none"});
  EXPECT_EQ(verified.exit_code, 0) << verified.err;
  EXPECT_THAT(verified.out, HasSubstr("3 the same as before, 0 different"));
}

TEST_F(PlanCommandTest, WrongOptionsAreBadUsage) {
  PlanBundled();
  for (const Words& which : {Words{"--shards", "4"}, Words{"--shards", "x"},
                             Words{"--shards", "2/2"}, Words{"--deals", "5"}}) {
    EXPECT_EQ(RunShards(which).exit_code, kUsage);
  }
  EXPECT_EQ(
      Couillon({"league", "run", "--bots", "greedy", "random", "--shards", "0"})
          .exit_code,
      kUsage);
  EXPECT_EQ(
      Couillon({"league", "run", "--plan", folder_.path("none")}).exit_code, 1);
}

TEST_F(PlanCommandTest, TheSameCommandPlansOnceAndAnotherIsRefused) {
  PlanBundled();
  const std::string before = ReadFile(plan_ + "/plan.json");
  EXPECT_EQ(Plan({"greedy", "random"}, plan_).exit_code, 0);
  EXPECT_EQ(ReadFile(plan_ + "/plan.json"), before);
  const ProgramResult other = Plan({"greedy", "heuristic"}, plan_);
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.err, HasSubstr("holds another plan"));
}

TEST_F(PlanCommandTest, TargetSecondsChooseTheCutAndNotTheIdentity) {
  PlanBundled();
  Words words = League("plan", {"greedy", "random"});
  words.insert(words.end(),
               {"--target-seconds", "1000", "--out", folder_.path("measured")});
  const ProgramResult made = Couillon(words);
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("in 1 shards"));
  const auto identity = [](const std::string& plan) {
    return json::parse(ReadFile(plan + "/plan.json"))["identity"];
  };
  EXPECT_EQ(identity(folder_.path("measured")), identity(plan_));
}

}  // namespace
}  // namespace couillon
