#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using tests::CommandRun;
using tests::RunCommand;

class MatchCommandTest : public ::testing::Test {
 protected:
  // Plays and returns the JSON report; `name` is that of the directory.
  std::string Play(const std::string& name,
                   const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"match",
                                          "builtin:heuristic",
                                          "builtin:greedy",
                                          "--ruleset",
                                          "mit-malmedy",
                                          "--seed",
                                          "s",
                                          "--out",
                                          folder_.path(name),
                                          "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandRun run = RunCommand(tools::AddMatchCommand, arguments);
    EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
    return RunCommand(tools::AddReportCommand,
                      {"report", folder_.path(name), "--format", "json"})
        .out;
  }
  testing_support::TemporaryFolder folder_;
};

TEST_F(MatchCommandTest, SequentialTestIsTheSameOnAnyNumberOfWorkers) {
  const std::vector<std::string> test = {"--sprt", "elo0=0", "elo1=20"};
  std::vector<std::string> one = test;
  one.insert(one.end(), {"--concurrency", "1"});
  std::vector<std::string> many = test;
  many.insert(many.end(), {"--concurrency", "8"});
  const std::string report = Play("one", one);
  EXPECT_EQ(report, Play("many", many));
  const nlohmann::json sprt = nlohmann::json::parse(report)["sprt"];
  EXPECT_EQ(sprt["decision"], "H1");
  EXPECT_EQ(sprt["cap"], 5233);
  EXPECT_LT(sprt["pairs"].get<int>(), 5233);
}

TEST_F(MatchCommandTest, AMatchTooLongToComputeHasNoElo) {
  const std::string ruleset = folder_.path("long.txtpb");
  testing_support::WriteFile(ruleset, R"(
    id: "long" extends: "cooyah" title: "Long" summary: "Of 300 lines."
    scoring { tie_both: 1 } match { targets: 300 clamp_at_zero: false })");
  const std::string league = folder_.path("long");
  const CommandRun run =
      RunCommand(tools::AddMatchCommand,
                 {"match", "builtin:heuristic", "builtin:greedy", "--ruleset",
                  ruleset, "--deals", "8", "--out", league});
  ASSERT_EQ(run.exit_code, tools::kExitDone) << run.error;
  EXPECT_NE(run.out.find("Where there is no Elo/match, a match of the"),
            std::string::npos)
      << run.out;
  const nlohmann::json report =
      nlohmann::json::parse(RunCommand(tools::AddReportCommand,
                                       {"report", league, "--format", "json"})
                                .out);
  const nlohmann::json& rating = report["rulesets"][0]["ratings"][0];
  EXPECT_TRUE(rating.contains("elo_per_match"));
  EXPECT_TRUE(rating["elo_per_match"].is_null());
  EXPECT_FALSE(rating["elo_per_deal"].is_null());
}

TEST_F(MatchCommandTest, ATestLooksAsOftenAsAsked) {
  const auto batch = [this](const std::string& name,
                            std::vector<std::string> more) {
    more.insert(more.begin(), {"--sprt", "elo0=0", "elo1=90"});
    const nlohmann::json report = nlohmann::json::parse(Play(name, more));
    return report["sprt"]["batch"].get<int>();
  };
  EXPECT_EQ(batch("usual", {}), 16);
  EXPECT_EQ(batch("each", {"batch=1"}), 1);
  EXPECT_EQ(batch("four", {"batch=4"}), 4);
}

TEST_F(MatchCommandTest, CalculatorAgreesWithTheMatch) {
  const nlohmann::json report = nlohmann::json::parse(
      Play("league", {"--sprt", "elo0=0", "elo1=20", "batch=32"}));
  const CommandRun run =
      RunCommand(tools::AddSprtCommand,
                 {"sprt", folder_.path("league"), "heuristic", "greedy",
                  "elo0=0", "elo1=20", "batch=32", "--format", "json"});
  const nlohmann::json sprt = nlohmann::json::parse(run.out);
  EXPECT_EQ(sprt["llr"], report["sprt"]["llr"]);
  EXPECT_EQ(sprt["decision"], report["sprt"]["decision"]);
  EXPECT_EQ(sprt["pairs"], report["sprt"]["pairs"]);
}

TEST_F(MatchCommandTest, SequentialTestNeedsTwoBotsAndOneRuleset) {
  const CommandRun run = RunCommand(
      tools::AddMatchCommand,
      {"match", "builtin:heuristic", "builtin:greedy", "--ruleset", "fr,denexa",
       "--out", folder_.path("x"), "--sprt", "elo0=0", "elo1=9"});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_NE(run.error.find("2 rulesets"), std::string::npos) << run.error;
}

TEST_F(MatchCommandTest, BundledBotsHaveOptionsInTheirNames) {
  const std::string bot = "pimc:samples=2,cards=4";
  const auto play = [this, &bot](const std::string& name,
                                 const std::string& concurrency) {
    const CommandRun run = RunCommand(
        tools::AddMatchCommand,
        {"match", "builtin:" + bot, "weak=builtin:pimc:samples=1", "--ruleset",
         "fr", "--deals", "20", "--seed", "s", "--concurrency", concurrency,
         "--out", folder_.path(name), "--quiet"});
    EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
    return RunCommand(tools::AddReportCommand,
                      {"report", folder_.path(name), "--format", "json"})
        .out;
  };
  const std::string report = play("one", "1");
  EXPECT_NE(report.find("\"" + bot + "\""), std::string::npos) << report;
  EXPECT_NE(report.find("\"weak\""), std::string::npos) << report;
  EXPECT_EQ(report, play("many", "4"));
}

TEST_F(MatchCommandTest, ProgressIsAShareOfAllUnits) {
  const CommandRun run = RunCommand(
      tools::AddMatchCommand,
      {"match", "builtin:random", "builtin:greedy", "--ruleset", "fr",
       "--deals", "40", "--block", "10", "--out", folder_.path("x")});
  EXPECT_NE(run.error.find("4 of 4 units (100%)"), std::string::npos)
      << run.error;
}

TEST_F(MatchCommandTest, AnOptionThatABundledBotLacksIsNamed) {
  const CommandRun run = RunCommand(
      tools::AddMatchCommand,
      {"match", "builtin:greedy", "mine=builtin:pimc:seconds=1", "--ruleset",
       "fr", "--deals", "2", "--out", folder_.path("x")});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_NE(run.error.find("bot mine: the bot pimc has the option \"seconds\""),
            std::string::npos)
      << run.error;
}

}  // namespace
}  // namespace couillon
