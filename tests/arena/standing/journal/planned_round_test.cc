// Rounds of an arena that are played as plans leave the arena that `arena run`
// leaves: the same journal, the same reports, byte for byte.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "arena/standing/journal/arena_state.h"
#include "arena/standing/journal/journal.h"
#include "arena/standing/journal/next_round.h"
#include "couillon/v1/arena.pb.h"
#include "couillon/v1/league.pb.h"
#include "tests/arena/standing/journal/arena_process.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;

constexpr int kDone = 0;
constexpr int kData = 65;
constexpr int kNothingLeft = 66;
constexpr int kTryAgain = 75;

ProgramResult League(const std::string& command,
                     const std::vector<std::string>& more) {
  std::vector<std::string> words = {COUILLON_PROGRAM, "league", command};
  words.insert(words.end(), more.begin(), more.end());
  return RunProgram(words);
}

class PlannedRoundTest : public testing_support::ArenaProcess {
 protected:
  void SubmitBundled() const {
    Submit({"builtin:random", "builtin:greedy", "builtin:heuristic",
            "builtin:first-legal", "again=builtin:greedy"});
  }
  // Bundled bots, and one whose directory the arena copies.
  void SubmitMine() {
    Submit({"builtin:random", "builtin:greedy", "builtin:heuristic",
            "builtin:first-legal", WriteBot("mine", "heuristic", "one")});
  }
  // The arena `name` with the bots of the other one, and its journal, with its
  // rounds or without.
  [[nodiscard]] std::string Copy(const std::string& name,
                                 bool with_rounds) const {
    std::string copy = folder_.path(name);
    std::filesystem::create_directories(copy);
    if (std::filesystem::exists(open() + "/bots")) {
      std::filesystem::copy(open() + "/bots", copy + "/bots",
                            std::filesystem::copy_options::recursive);
    }
    std::ifstream journal(open() + "/journal.jsonl");
    std::ofstream begun(copy + "/journal.jsonl");
    for (std::string line; std::getline(journal, line);) {
      const bool round = absl::StrContains(line, "\"round\":");
      if (with_rounds || !round) begun << line << "\n";
    }
    return copy;
  }
  [[nodiscard]] ProgramResult PlanRound(const std::string& arena,
                                        const std::string& plan) const {
    return Arena("plan", arena,
                 {"--shard-deals", "48", "--out", folder_.path(plan)});
  }
  [[nodiscard]] ProgramResult MergeRound(const std::string& arena,
                                         const std::string& plan) const {
    return Arena("merge", arena, {"--plan", folder_.path(plan)});
  }
  [[nodiscard]] ProgramResult Play(const std::string& plan,
                                   const std::string& shards) const {
    return League("run", {"--plan", folder_.path(plan), "--shards", shards,
                          "--concurrency", "2", "--quiet"});
  }
  // Plays all rounds of an arena as plans. Returns how many there were.
  [[nodiscard]] int PlayAsPlans(const std::string& arena) const {
    for (int round = 1;; ++round) {
      const std::string plan = "plan" + std::to_string(round);
      const ProgramResult made = PlanRound(arena, plan);
      if (made.exit_code == kNothingLeft) return round - 1;
      EXPECT_EQ(made.exit_code, kDone) << made.err;
      if (made.exit_code != kDone) return 0;
      EXPECT_EQ(MergeRound(arena, plan).exit_code, kTryAgain);
      EXPECT_EQ(Play(plan, "0").exit_code, kDone);
      const ProgramResult played =
          League("run", {"--plan", folder_.path(plan), "--quiet"});
      EXPECT_EQ(played.exit_code, kDone) << played.out << played.err;
      const ProgramResult merged = MergeRound(arena, plan);
      EXPECT_EQ(merged.exit_code, kDone) << merged.err;
    }
  }
  static std::string Rows(const std::string& directory,
                          const std::string& what) {
    const ProgramResult run =
        RunProgram({COUILLON_PROGRAM, "export", directory, "--what", what});
    EXPECT_EQ(run.exit_code, kDone) << run.err;
    return run.out;
  }
  void ExpectSame(const std::string& arena) const {
    EXPECT_EQ(ReadFile(arena + "/journal.jsonl"),
              ReadFile(open() + "/journal.jsonl"));
    for (const char* format : {"text", "json", "csv", "html"}) {
      EXPECT_EQ(Report(arena, format), Report(open(), format)) << format;
    }
    const std::string round = "/rounds/0001";
    for (const auto& [place, what] : {std::pair(std::string(), "standings"),
                                      {std::string(), "history"},
                                      {round, "pairs"},
                                      {round, "units"},
                                      {round, "deals"}}) {
      EXPECT_EQ(Rows(arena + place, what), Rows(open() + place, what)) << what;
    }
    const ProgramResult verified = Arena("verify", arena);
    EXPECT_EQ(verified.exit_code, kDone) << verified.err;
  }
};

class PlannedFormatTest : public PlannedRoundTest,
                          public ::testing::WithParamInterface<std::string> {};

TEST_P(PlannedFormatTest, RoundsAsPlansAreTheSameBytesAsArenaRun) {
  const bool knockout = absl::StrContains(GetParam(), "knockout");
  const bool partners = GetParam() == "individual";
  Init("64", knockout ? "64" : "32",
       partners ? "fr,basic-gerver" : "fr,troeven-3-solo",
       {"--format", GetParam()});
  SubmitBundled();
  Run();
  // The plans of an adaptive arena depend on measured times, which are in its
  // journal: there the rounds are under way, one after the other.
  const std::string many = Copy("many", GetParam() == "adaptive");
  EXPECT_GE(PlayAsPlans(many), 2);
  ExpectSame(many);
}

INSTANTIATE_TEST_SUITE_P(, PlannedFormatTest,
                         ::testing::Values("round-robin", "gauntlet", "swiss",
                                           "knockout", "double-knockout",
                                           "adaptive", "individual"),
                         [](const auto& format) {
                           std::string name;
                           for (const char letter : format.param) {
                             if (letter != '-') name += letter;
                           }
                           return name;
                         });

TEST_F(PlannedRoundTest, MissingShardsAreListedAndArenaRunGoesOn) {
  Init("64", "32", "fr");
  SubmitBundled();
  Run();
  const std::string many = Copy("many", false);
  const ProgramResult made = PlanRound(many, "plan");
  ASSERT_EQ(made.exit_code, kDone) << made.err;
  EXPECT_THAT(made.out, HasSubstr("Round 1 of " + many));
  ASSERT_EQ(PlanRound(many, "plan").exit_code, kDone);  // the same once more
  ASSERT_EQ(Play("plan", "1-3").exit_code, kDone);
  const ProgramResult early = MergeRound(many, "plan");
  EXPECT_EQ(early.exit_code, kTryAgain);
  EXPECT_THAT(early.err, HasSubstr("shards 0,4-6 are missing"));
  EXPECT_EQ(MergeRound(open(), "plan").exit_code, kDone)
      << "the same round of a copy, which is over";
  ASSERT_EQ(Play("plan", "0-6").exit_code, kDone);
  const ProgramResult status =
      League("status", {"--plan", folder_.path("plan")});
  EXPECT_THAT(status.out, HasSubstr("arena merge " + many + " --plan"));
  const ProgramResult merged = MergeRound(many, "plan");
  EXPECT_EQ(merged.exit_code, kDone) << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("round 1 is played"));
  EXPECT_THAT(MergeRound(many, "plan").out, HasSubstr("the whole round"));
  // The folder holds a plan already, so the next round needs another one.
  EXPECT_EQ(PlanRound(many, "plan").exit_code, 1);
  ASSERT_EQ(Arena("run", many, {"--quiet"}).exit_code, kDone);
  EXPECT_EQ(PlanRound(many, "next").exit_code, kNothingLeft);
  ExpectSame(many);
}

TEST_F(PlannedRoundTest, TasksPlayTheBotsThatTheArenaHasCopied) {
  Init("32", "32", "fr");
  SubmitMine();
  Run();
  const std::string many = Copy("many", false);
  ASSERT_EQ(PlanRound(many, "plan").exit_code, kDone);
  // Bundles for nodes that do not see the arena.
  const ProgramResult manifest = League(
      "submit",
      {"--plan", folder_.path("plan"), "--engine", "k8s", "--program",
       "r.example/c@sha256:" + std::string(64, '0'), "--claim", "c/plan"});
  ASSERT_EQ(manifest.exit_code, kDone) << manifest.err;
  std::filesystem::rename(many, folder_.path("away"));
  const ProgramResult there =
      RunProgram({"/usr/bin/env", "COUILLON_BUNDLES=" + folder_.path("bundles"),
                  COUILLON_PROGRAM, "league", "run", "--plan",
                  folder_.path("plan"), "--shards", "0", "--quiet"});
  EXPECT_EQ(there.exit_code, kDone) << there.err;
  std::filesystem::rename(folder_.path("away"), many);
  std::filesystem::remove_all(folder_.path("plan/bundles"));
  const ProgramResult here =
      League("submit", {"--plan", folder_.path("plan"), "--engine", "local",
                        "--group", "9", "--out", many});
  EXPECT_EQ(here.exit_code, kDone) << here.out << here.err;
  ExpectSame(many);
}

TEST_F(PlannedRoundTest, AnAdaptiveArenaKnowsWhatBotsInTasksCost) {
  Init("96", "32", "fr", {"--format", "adaptive"});
  SubmitMine();
  ASSERT_EQ(PlanRound(open(), "plan").exit_code, kDone);
  // Played twice: that does not double the costs.
  const std::vector<std::string> all = {"--plan", folder_.path("plan"),
                                        "--quiet"};
  ASSERT_EQ(League("run", all).exit_code, kDone);
  std::vector<std::string> again = all;
  again.insert(again.end(), {"--sample", "100%"});
  ASSERT_EQ(League("verify", again).exit_code, kDone);
  ASSERT_EQ(MergeRound(open(), "plan").exit_code, kDone);
  const auto state = arena::ReadState(open());
  ASSERT_TRUE(state.ok()) << state.status();
  const auto costs = arena::MeasuredCosts(*state, open());
  ASSERT_TRUE(costs.ok()) << costs.status();
  ASSERT_EQ(costs->size(), 5U);
  EXPECT_EQ(costs->front(), 0) << "a bundled bot is not measured";
  EXPECT_GT(costs->back(), 0);
}

TEST_F(PlannedRoundTest, ARoundThatArenaRunHasBegunIsComparedAndCompleted) {
  Init("4800", "4800", "fr");
  Submit({"builtin:random", "builtin:greedy", "builtin:heuristic"});
  int deals = 4800;
  deals = KillARunInWhichJoins("builtin:first-legal", deals);
  ASSERT_EQ(Arena("plan", open(),
                  {"--shard-deals", std::to_string(deals), "--out",
                   folder_.path("plan")})
                .exit_code,
            kDone);
  ASSERT_EQ(
      League("run", {"--plan", folder_.path("plan"), "--quiet"}).exit_code,
      kDone);
  const ProgramResult merged = MergeRound(open(), "plan");
  EXPECT_EQ(merged.exit_code, kDone) << merged.err;
  EXPECT_EQ(UnitsDone(), 0) << "none of a round under way";
  EXPECT_EQ(Arena("verify", open()).exit_code, kDone);
}

TEST_F(PlannedRoundTest, PlansOfOthersAndPartsOfARoundAreRefused) {
  Init("32", "32", "fr");
  Submit({"builtin:random", "builtin:greedy"});
  ASSERT_EQ(PlanRound(open(), "plan").exit_code, kDone);
  ASSERT_EQ(Play("plan", "0").exit_code, kDone);
  const ProgramResult part = League(
      "merge", {"--plan", folder_.path("plan"), "--partial", "--out", open()});
  EXPECT_EQ(part.exit_code, 1);
  EXPECT_THAT(part.err, HasSubstr("takes a round as a whole"));
  const std::string other = folder_.path("other");
  ASSERT_EQ(
      Arena("init", other, {"--ruleset", "fr", "--deals", "32"}).exit_code,
      kDone);
  const ProgramResult none = MergeRound(other, "plan");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.err, AllOf(HasSubstr("round 1"), HasSubstr(open())));
  ASSERT_EQ(
      Arena("submit", other, {"builtin:random", "builtin:greedy"}).exit_code,
      kDone);
  ASSERT_EQ(Arena("run", other, {"--quiet"}).exit_code, kDone);
  EXPECT_THAT(MergeRound(other, "plan").err, HasSubstr("not one of round 1"));
  EXPECT_THAT(MergeRound(folder_.path("nowhere"), "plan").err,
              HasSubstr("nowhere"));
}

TEST_F(PlannedRoundTest, ABotThatDialsInIsRefusedBeforeARoundIsPlanned) {
  Init("32", "32", "fr");
  Submit({"builtin:random", "builtin:greedy"});
  const absl::Status added =
      arena::UpdateJournal(open(), [](const arena::JournalEntries&) {
        v1::JournalEntry entry;
        v1::BotEntry& bot = *entry.mutable_submitted()->mutable_bot();
        bot.set_name("away");
        bot.mutable_dial_in()->set_author("somebody");
        entry.mutable_submitted()->set_version(1);
        return absl::StatusOr<arena::JournalEntries>(
            arena::JournalEntries{entry});
      });
  ASSERT_TRUE(added.ok()) << added;
  // Nobody plays it here, but its deals are left.
  EXPECT_THAT(Arena("run", open(), {"--dry-run"}).out,
              HasSubstr("; with the bots that dial in"));
  EXPECT_THAT(Arena("status", open()).out, HasSubstr("; author somebody"));
  EXPECT_THAT(Arena("status", open(), {"--format", "json"}).out,
              HasSubstr("\"author\": \"somebody\""));
  const std::string before = ReadFile(open() + "/journal.jsonl");
  const ProgramResult plan = PlanRound(open(), "plan");
  EXPECT_EQ(plan.exit_code, 1);
  EXPECT_THAT(plan.err, AllOf(HasSubstr("away v1 connects to the arena"),
                              HasSubstr("couillon arena serve")));
  EXPECT_EQ(ReadFile(open() + "/journal.jsonl"), before);
  EXPECT_FALSE(std::filesystem::exists(folder_.path("plan")));
  ASSERT_EQ(Arena("retire", open(), {"away"}).exit_code, kDone);
  EXPECT_EQ(PlanRound(open(), "plan").exit_code, kDone);
}

}  // namespace
}  // namespace couillon
