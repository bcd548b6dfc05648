#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using tests::CommandRun;
using tests::RunCommand;

TEST(DealCommandTest, TextOfOneSeedIsPinned) {
  const CommandRun run =
      RunCommand(tools::AddDealCommand,
                 {"deal", "mit-malmedy", "--seed", "x", "--count", "2"});
  EXPECT_EQ(run.exit_code, tools::kExitDone);
  EXPECT_EQ(run.out,
            "Deal 0, mit-malmedy, dealer seat 0\n"
            "  seat 1  side 1  eldest        TH JC JD AS QD\n"
            "  seat 2  side 0                AD 9C 9S JS 9D\n"
            "  seat 3  side 1                KS TD AH KD TS\n"
            "  seat 0  side 0  dealer        KH JH 9H KC QC\n"
            "  talon                         AC QS QH TC\n"
            "\n"
            "Deal 1, mit-malmedy, dealer seat 1\n"
            "  seat 2  side 0  eldest        KS KC TS KD QC\n"
            "  seat 3  side 1                AD QH AC KH TD\n"
            "  seat 0  side 0                9C JH AS QS JD\n"
            "  seat 1  side 1  dealer        JC QD 9S TC 9D\n"
            "  talon                         TH 9H AH JS\n");
}

TEST(DealCommandTest, JsonTellsWhatLiesFaceDown) {
  const CommandRun run = RunCommand(tools::AddDealCommand,
                                    {"deal", "troeven-3-dummy", "--seed", "x",
                                     "--from", "1", "--format", "json"});
  const nlohmann::json deal = nlohmann::json::parse(run.out);
  EXPECT_EQ(deal["deal"], 1);
  EXPECT_EQ(deal["dealer"], 1);
  const nlohmann::json& dummy = deal["hands"][0];
  EXPECT_EQ(dummy["seat"], 2);
  EXPECT_EQ(dummy["cards"].dump(),
            R"(["9H","QH","7S","KS","8S","AD","AC","JD"])");
  EXPECT_EQ(dummy["face_down"].dump(), R"(["9H","QH","7S","KS"])");
  EXPECT_TRUE(deal["hands"][1]["face_down"].empty());
  EXPECT_TRUE(deal["talon"].empty());
}

TEST(DealCommandTest, StockIsApartFromTheTalon) {
  const CommandRun run = RunCommand(
      tools::AddDealCommand,
      {"deal", "troeven-2-stock", "--seed", "x", "--format", "json"});
  const nlohmann::json deal = nlohmann::json::parse(run.out);
  EXPECT_EQ(deal["stock"].size(), 16U);
  EXPECT_EQ(deal["stock"][0], "QH");
  EXPECT_TRUE(deal["talon"].empty());
}

TEST(DealCommandTest, JsonHasOneObjectALine) {
  const CommandRun run = RunCommand(
      tools::AddDealCommand,
      {"deal", "fr", "--seed", "x", "--count", "5", "--format", "json"});
  std::istringstream lines(run.out);
  int deals = 0;
  for (std::string line; std::getline(lines, line); ++deals) {
    EXPECT_EQ(nlohmann::json::parse(line)["deal"], deals);
  }
  EXPECT_EQ(deals, 5);
}

// The pack is that of the first row "between" in dealing_vectors.txt.
TEST(DealCommandTest, DealsBetweenTwoBotsAreTheirOwnInAnyOrder) {
  const auto between = [](std::vector<std::string> names) {
    std::vector<std::string> words = {
        "deal", "basic-gerver", "--seed", "x", "--from", "7", "--between"};
    words.insert(words.end(), names.begin(), names.end());
    return RunCommand(tools::AddDealCommand, words);
  };
  const CommandRun run = between({"a", "b"});
  EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
  EXPECT_EQ(run.out,
            "Deal 7, basic-gerver, dealer seat 3\n"
            "  seat 0  side 0  eldest        TD KS QC JC\n"
            "  seat 1  side 1                JH JS AC KD\n"
            "  seat 2  side 0                9D AS KH 9H\n"
            "  seat 3  side 1  dealer        TH QH QD TS\n"
            "  talon                         QS KC TC 9C AH JD AD 9S\n");
  EXPECT_EQ(between({"b", "a"}).out, run.out);
  EXPECT_NE(between({"a", "c"}).out, run.out);
  const CommandRun three = between({"a", "b", "c"});
  EXPECT_EQ(three.exit_code, tools::kExitError);
  EXPECT_NE(three.error.find("--between: found 3 names"), std::string::npos)
      << three.error;
}

TEST(DealCommandTest, SeedFileIsTheSameAsItsText) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("seed");
  const auto run = [](const char* option, const std::string& value) {
    return RunCommand(tools::AddDealCommand, {"deal", "fr", option, value});
  };
  testing_support::WriteFile(path, "x y\n");
  EXPECT_EQ(run("--seed", "@" + path).out, run("--seed", "x y").out);
  testing_support::WriteFile(path, "x y\n\n");
  EXPECT_NE(run("--seed", "@" + path).out, run("--seed", "x y").out);
  testing_support::WriteFile(path, "\n");
  EXPECT_EQ(run("--seed", "@" + path).exit_code, tools::kExitError);
  const CommandRun missing = run("--seed", "@" + path + "0");
  EXPECT_EQ(missing.exit_code, tools::kExitError);
  EXPECT_NE(missing.error.find("seed0: No such file"), std::string::npos)
      << missing.error;
}

TEST(DealCommandTest, RefusesWhatItCannotDeal) {
  const CommandRun unknown =
      RunCommand(tools::AddDealCommand, {"deal", "whist", "--seed", "x"});
  EXPECT_EQ(unknown.exit_code, tools::kExitError);
  EXPECT_NE(unknown.error.find("whist"), std::string::npos);
  const CommandRun past_the_end = RunCommand(
      tools::AddDealCommand,
      {"deal", "fr", "--seed", "x", "--from", "18446744073709551615"});
  EXPECT_EQ(past_the_end.exit_code, tools::kExitDone);
  const CommandRun beyond = RunCommand(
      tools::AddDealCommand, {"deal", "fr", "--seed", "x", "--from",
                              "18446744073709551615", "--count", "2"});
  EXPECT_EQ(beyond.exit_code, tools::kExitError);
  const CommandRun no_seed = RunCommand(tools::AddDealCommand, {"deal", "fr"});
  EXPECT_EQ(no_seed.exit_code, tools::kExitUsage);
}

}  // namespace
}  // namespace couillon
