// A three-way league from the command line: however it is run, it has the same
// bytes, and what is stored can be verified, replayed and resumed.
#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kBot;
using testing_support::kCouillon;
const std::vector<std::string> kNames = {"greedy", "random", "heuristic",
                                         "first-legal"};

class ThreeWayLeagueTest : public ::testing::Test {
 protected:
  static std::vector<std::string> Bundled() {
    std::vector<std::string> bots;
    for (const std::string& name : kNames) bots.push_back("builtin:" + name);
    return bots;
  }
  static std::vector<std::string> Processes() {
    std::vector<std::string> bots;
    for (const std::string& name : kNames) {
      bots.push_back(name + "=" + kBot + " --name " + name);
    }
    return bots;
  }

  [[nodiscard]] static std::vector<std::string> Command(
      const std::vector<std::string>& bots, const std::string& out,
      const std::vector<std::string>& options) {
    std::vector<std::string> command = {kCouillon, "league", "run", "--bots"};
    command.insert(command.end(), bots.begin(), bots.end());
    for (const char* word :
         {"--format", "three-way", "--ruleset", "troeven-3-solo", "--seed",
          "three", "--record", "deals", "--limit", "start:250,move:250",
          "--out"}) {
      command.emplace_back(word);
    }
    command.push_back(out);
    command.insert(command.end(), options.begin(), options.end());
    return command;
  }

  // Plays a league, verifies it and returns its report as JSON.
  std::string Play(const std::vector<std::string>& bots,
                   const std::vector<std::string>& options) {
    const std::string out = folder_.path(std::to_string(++leagues_));
    const ProgramResult run = RunProgram(Command(bots, out, options));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    const ProgramResult verify = RunProgram({kCouillon, "verify", out});
    EXPECT_EQ(verify.exit_code, 0) << verify.err;
    return Report(out);
  }

  static std::string Report(const std::string& out,
                            const std::string& format = "json") {
    const ProgramResult report =
        RunProgram({kCouillon, "report", out, "--format", format});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    return report.out;
  }

  TemporaryFolder folder_;
  int leagues_ = 0;
};

TEST_F(ThreeWayLeagueTest, WorkersAndProcessesGiveTheSameBytes) {
  const std::vector<std::vector<std::string>> modes = {
      {"--deals", "40", "--block", "8"},
      {"--matches", "3", "--block", "1"},
      {"--deals", "24", "--block", "8", "--trust", "same-deals", "--coupled"}};
  for (const std::vector<std::string>& mode : modes) {
    SCOPED_TRACE(mode[0] + mode.back());
    std::vector<std::string> alone = mode;
    alone.insert(alone.end(), {"--concurrency", "1"});
    const std::string reference = Play(Bundled(), alone);
    std::vector<std::string> many = mode;
    many.insert(many.end(), {"--concurrency", "8"});
    EXPECT_EQ(Play(Bundled(), many), reference);
    std::vector<std::string> two = mode;
    two.insert(two.end(), {"--concurrency", "2"});
    EXPECT_EQ(Play(Processes(), two), reference);
  }
}

TEST_F(ThreeWayLeagueTest, EveryFormOfTheReportOrdersTheBotsByPoints) {
  const std::string out = folder_.path("forms");
  ASSERT_EQ(RunProgram(Command(Bundled(), out, {"--deals", "100"})).exit_code,
            0);
  const json table = json::parse(Report(out))["three_way"][0];
  ASSERT_EQ(table["bots"].size(), 4U);
  EXPECT_EQ(table["bots"][0]["bot"], "heuristic");
  EXPECT_EQ(table["bots"][0]["items"], 300);  // at three tables
  EXPECT_EQ(table["items"], 400);
  EXPECT_EQ(table["differences"].size(), 6U);
  EXPECT_TRUE(table["differences"][0]["significant"]);
  for (const std::string format : {"text", "csv"}) {
    const std::string report = Report(out, format);
    std::size_t last = 0;
    for (const json& bot : table["bots"]) {
      // Behind the text before the table, which names bots too.
      const std::size_t at =
          report.find(bot["bot"].get<std::string>(),
                      last == 0 ? report.find("lead") : last);
      ASSERT_NE(at, std::string::npos) << format << bot;
      EXPECT_GT(at, last);
      last = at;
    }
    EXPECT_EQ(report.find("nan"), std::string::npos) << format;
  }
}

TEST_F(ThreeWayLeagueTest, KilledAndResumedItEndsWithTheSameBytes) {
  const std::vector<std::string> options = {
      "--deals", "1200", "--block", "16", "--concurrency", "2"};
  const std::string reference = Play(Bundled(), options);
  const std::string out = folder_.path("killed");
  const auto done = [&out] {
    const ProgramResult status =
        RunProgram({kCouillon, "league", "status", out});
    return status.exit_code == 0 ? std::stoi(status.out) : 0;
  };
  RunningProgram league(Command(Processes(), out, options));
  while (!league.HasEnded() && done() == 0) {
  }
  league.Signal(SIGKILL);
  ASSERT_EQ(league.Wait(), 128 + SIGKILL) << "it had ended before";
  ASSERT_GT(done(), 0);
  const ProgramResult resume = RunProgram({kCouillon, "league", "resume", out});
  ASSERT_EQ(resume.exit_code, 0) << resume.err;
  EXPECT_EQ(Report(out), reference);
  const ProgramResult verify = RunProgram({kCouillon, "verify", out});
  EXPECT_EQ(verify.exit_code, 0) << verify.err;
}

TEST_F(ThreeWayLeagueTest, ARecordedDealIsReplayedWithItsThreeBots) {
  const std::string out = folder_.path("replayed");
  ASSERT_EQ(RunProgram(Command(Bundled(), out, {"--deals", "4"})).exit_code, 0);
  std::set<std::string> texts;
  for (int seating = 0; seating < 6; ++seating) {
    const ProgramResult replay = RunProgram(
        {kCouillon, "replay", out, "--deal", "3", "--seating",
         std::to_string(seating), "--bots", "random", "first-legal", "greedy"});
    ASSERT_EQ(replay.exit_code, 0) << replay.err;
    for (const char* name : {"random", "first-legal", "greedy"}) {
      EXPECT_NE(replay.out.find(name), std::string::npos) << replay.out;
    }
    EXPECT_EQ(replay.out.find("heuristic"), std::string::npos) << replay.out;
    texts.insert(replay.out);
  }
  EXPECT_EQ(texts.size(), 6U);
}

TEST_F(ThreeWayLeagueTest, WhatMakesNoSenseIsRefusedByName) {
  const std::string out = folder_.path("refused");
  const auto error = [&out](std::vector<std::string> options) {
    std::vector<std::string> command = {kCouillon, "league", "run"};
    command.insert(command.end(), options.begin(), options.end());
    for (const char* word :
         {"--format", "three-way", "--deals", "8", "--out"}) {
      command.emplace_back(word);
    }
    command.push_back(out);
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 1) << run.err;
    return run.err;
  };
  EXPECT_NE(error({"--bots", "builtin:random", "builtin:greedy",
                   "builtin:heuristic", "--ruleset", "fr"})
                .find("--format is three-way, and fr has 2 sides"),
            std::string::npos);
  EXPECT_NE(error({"--bots", "builtin:random", "builtin:greedy", "--ruleset",
                   "troeven-3-solo"})
                .find("--format is three-way, with 2 bots"),
            std::string::npos);
  EXPECT_NE(
      error({"--bots", "builtin:random", "builtin:greedy", "builtin:heuristic",
             "--ruleset", "troeven-3-solo", "--trust", "same-deals"})
          .find("--trust: found a three-way league of 3 bots"),
      std::string::npos);
}

}  // namespace
}  // namespace couillon
