// replay on the command line: deals of a league without records, asked again,
// and the page of a deal.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "arena/front/page/page_source.h"
#include "tests/support/program.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using testing_support::ReadFile;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;
using tests::CommandRun;
using tests::RunCommand;

class ReplayCommandTest : public ::testing::Test {
 protected:
  ReplayCommandTest() {
    WriteFile(folder_.path("page.html"),
              "<script id=\"couillon-data\" "
              "type=\"application/json\">null</script>");
    setenv(arena::kPageVariable, folder_.path("page.html").c_str(), 1);
  }
  ~ReplayCommandTest() override { unsetenv(arena::kPageVariable); }

  // Plays three deals and returns the directory of the league.
  std::string Play(const std::string& name, const std::string& records,
                   const std::string& ruleset = "troeven-2-layout") {
    std::string out = folder_.path(name);
    const CommandRun run = RunCommand(
        tools::AddLeagueCommand,
        {"league", "run", "--bots", "builtin:random", "builtin:heuristic",
         "--ruleset", ruleset, "--deals", "3", "--record", records, "--seed",
         "x", "--quiet", "--out", out});
    EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
    return out;
  }

  static CommandRun Replay(const std::string& league,
                           const std::vector<std::string>& options) {
    std::vector<std::string> command = {"replay", league, "--deal", "1"};
    command.insert(command.end(), options.begin(), options.end());
    return RunCommand(tools::AddReplayCommand, command);
  }

  TemporaryFolder folder_;
};

TEST_F(ReplayCommandTest, BotsAskedAgainPlayTheRecordedDeal) {
  const std::string recorded = Play("recorded", "deals");
  for (const char* format : {"text", "html"}) {
    const CommandRun stored =
        Replay(recorded, {"--seating", "1", "--format", format});
    ASSERT_EQ(stored.exit_code, tools::kExitDone) << stored.error;
    const CommandRun asked =
        Replay(recorded, {"--seating", "1", "--format", format, "--record"});
    EXPECT_EQ(asked.out, stored.out);
    EXPECT_EQ(asked.error, "");
  }
}

TEST_F(ReplayCommandTest, ALeagueWithoutRecordsIsAskedAgainOrSaysHow) {
  const std::string league = Play("no records", "none");
  const CommandRun refused = Replay(league, {});
  EXPECT_EQ(refused.exit_code, tools::kExitError);
  EXPECT_NE(refused.error.find("--record"), std::string::npos) << refused.error;
  EXPECT_NE(Replay(league, {"--record"}).out.find("Side 0:"),
            std::string::npos);
}

TEST_F(ReplayCommandTest, APageHasTheDealInEverySeatingWithItsValues) {
  const std::string out = folder_.path("deal.html");
  const CommandRun run = Replay(Play("league", "deals", "fr"),
                                {"--values", "--format", "html", "--out", out});
  ASSERT_EQ(run.exit_code, tools::kExitDone) << run.error;
  const std::string page = ReadFile(out);
  for (const char* part :
       {"couillon-deals", "\"seating\":0", "\"seating\":1", "\"values\":["}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST_F(ReplayCommandTest, WhatTheLeagueDoesNotHaveIsNamed) {
  const std::string league = Play("league", "deals");
  for (const auto& [options, error] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--ruleset", "fr"},
            "--ruleset is fr; the league has troeven-2-layout"},
           {{"--bots", "random", "heuristik"},
            "--bots: no bot of the league is called \"heuristik\"; did you "
            "mean heuristic?"},
           {{"--bots", "random", "random"},
            "--bots: the league has no pairing of random and random (see "
            "couillon report)"},
           {{"--seating", "5"},
            "--seating is 5; troeven-2-layout has 0 to 1"}}) {
    const CommandRun run = Replay(league, options);
    EXPECT_EQ(run.exit_code, tools::kExitError);
    EXPECT_EQ(run.error, "couillon: " + error + "\n");
  }
}

TEST_F(ReplayCommandTest, OptionsOfTheOtherFormatAreRefused) {
  const std::string league = Play("options", "deals");
  EXPECT_NE(Replay(league, {"--out", "x"}).error.find("--format html"),
            std::string::npos);
  EXPECT_NE(Replay(league, {"--format", "html", "--values", "--samples", "2"})
                .error.find("--format text"),
            std::string::npos);
}

}  // namespace
}  // namespace couillon
