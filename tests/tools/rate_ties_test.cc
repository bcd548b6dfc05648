#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/program.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using nlohmann::json;
using tests::CommandRun;
using tests::RunCommand;

constexpr char kLeague[] =
    "bot_a,bot_b,wins,draws,losses\n"
    "old,young,60,20,20\nyoung,third,30,10,40\nold,third,50,0,40\n"
    "new,old,5,0,0\nodd=1,old,20,5,30\n";

// Anchors and priors of `couillon rate`.
class RateTiesTest : public ::testing::Test {
 protected:
  CommandRun Run(const std::vector<std::string>& options) {
    const std::string path = folder_.path("games.csv");
    testing_support::WriteFile(path, kLeague);
    std::vector<std::string> arguments = {"rate", "--pairs", path};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return RunCommand(tools::AddRateCommand, arguments);
  }

  json Sheet(std::vector<std::string> options) {
    options.insert(options.end(), {"--format", "json"});
    const CommandRun run = Run(options);
    EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
    return json::parse(run.out);
  }

  static json Bot(const json& sheet, const std::string& name) {
    for (const json& bot : sheet["ratings"]) {
      if (bot["bot"] == name) return bot;
    }
    return nullptr;
  }

  testing_support::TemporaryFolder folder_;
};

TEST_F(RateTiesTest, OneAnchorIsAtZeroOrAtItsElo) {
  const json zero = Sheet({"--anchor", "old"});
  const json moved = Sheet({"--anchor", "old=1500"});
  EXPECT_EQ(zero["anchor"], "old");
  EXPECT_EQ(moved["anchor"], "old");
  EXPECT_EQ(moved["anchors"], json::parse(R"([{"bot":"old","elo":1500.0}])"));
  EXPECT_EQ(Bot(zero, "old")["elo"], 0.0);
  EXPECT_EQ(Bot(moved, "old")["elo"], 1500.0);
  EXPECT_NEAR(Bot(moved, "third")["elo"],
              Bot(zero, "third")["elo"].get<double>() + 1500, 1e-9);
  EXPECT_EQ(moved["covariance"], zero["covariance"]);
  EXPECT_NE(Run({"--anchor", "old=1500"})
                .out.find("Ratings are relative to old at 1500, ± 95%"),
            std::string::npos);
}

TEST_F(RateTiesTest, SeveralAnchorsAndPriorsAreShown) {
  const std::vector<std::string> ties = {"--anchor", "old=1500",
                                         "--anchor", "third=1620",
                                         "--prior",  "new=1550,80"};
  const json sheet = Sheet(ties);
  EXPECT_TRUE(sheet["anchor"].is_null());
  EXPECT_EQ(sheet["anchors"], json::parse(R"([{"bot":"old","elo":1500.0},
                            {"bot":"third","elo":1620.0}])"));
  EXPECT_EQ(sheet["priors"][0]["bot"], "new");
  EXPECT_EQ(sheet["priors"][0]["elo"], 1550.0);
  EXPECT_EQ(sheet["priors"][0]["standard_deviation"], 80.0);
  EXPECT_NEAR(sheet["priors"][0]["z"],
              (Bot(sheet, "new")["elo"].get<double>() - 1550) / 80, 1e-9);
  EXPECT_NEAR(Bot(sheet, "old")["elo"], 1500, 1e-9);
  EXPECT_NEAR(Bot(sheet, "third")["elo"], 1620, 1e-9);
  EXPECT_EQ(Bot(sheet, "third")["standard_error"], 0.0);
  // Five wins of five: without the prior this is a bound only.
  EXPECT_EQ(Bot(sheet, "new")["status"], "rated");
  EXPECT_GT(Bot(sheet, "new")["elo"], 1550);
  EXPECT_EQ(Bot(Sheet({}), "new")["status"], "above");
  const std::string text = Run(ties).out;
  EXPECT_NE(text.find("the anchors old at 1500, third at 1620 and the prior "
                      "new at 1550 with a standard deviation of 80, ± 95%"),
            std::string::npos)
      << text;
}

TEST_F(RateTiesTest, WholeNameMayHoldAnEqualsSign) {
  EXPECT_EQ(Sheet({"--anchor", "odd=1"})["anchor"], "odd=1");
  EXPECT_EQ(Bot(Sheet({"--anchor", "odd=1=-20"}), "odd=1")["elo"], -20.0);
}

TEST_F(RateTiesTest, ContradictedAnchorsAndPriorsAreNamedWithTheWorstPairing) {
  const std::vector<std::string> wrong = {"--anchor", "old=1500", "--anchor",
                                          "young=1900"};
  const json sheet = Sheet(wrong);
  const json& fit = sheet["anchors_and_priors_fit"];
  EXPECT_EQ(fit["df"], 1);
  EXPECT_LT(fit["p"], 1e-6);
  EXPECT_EQ(fit["is_contradicted"], true);
  const std::string text = Run(wrong).out;
  EXPECT_NE(text.find("Warning: the results contradict the anchors and priors"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("They disagree most here:\n  old - young: score 70.0%, "
                      "expected 9.1%, z +"),
            std::string::npos)
      << text;
  const std::vector<std::string> prior = {"--anchor", "old=1500", "--prior",
                                          "third=2200,20"};
  EXPECT_NE(Run(prior).out.find("\n  prior of third: 2200, rated "),
            std::string::npos)
      << Run(prior).out;
  EXPECT_LT(Sheet(prior)["priors"][0]["z"], -5);
}

TEST_F(RateTiesTest, AnchorsAndPriorsThatHoldAreSaidToAgree) {
  const std::vector<std::string> right = {"--anchor", "old=1500", "--anchor",
                                          "third=1480"};
  const json sheet = Sheet(right);
  EXPECT_EQ(sheet["anchors_and_priors_fit"]["is_contradicted"], false);
  const std::string text = Run(right).out;
  EXPECT_NE(text.find("Results against anchors and priors: Hotelling's T^2 = "),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("Warning"), std::string::npos) << text;
  // One anchor is the zero of the scale: nothing can contradict it.
  EXPECT_TRUE(
      Sheet({"--anchor", "old=1500"})["anchors_and_priors_fit"].is_null());
}

TEST_F(RateTiesTest, WithoutTiesTheMeanIsAtZero) {
  const json sheet = Sheet({});
  EXPECT_TRUE(sheet["anchor"].is_null());
  EXPECT_EQ(sheet["anchors"], json::array());
  EXPECT_EQ(sheet["priors"], json::array());
}

TEST_F(RateTiesTest, MistakesAreRefused) {
  for (const auto& [options, expected] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--anchor", "nobody"}, "--anchor: "},
           {{"--anchor", "nobody=3"}, "--anchor: "},
           {{"--anchor", "old=x"},
            "--anchor: found \"old=x\"; expected NAME or NAME=ELO"},
           {{"--anchor", "old="}, "--anchor: found \"old=\""},
           {{"--anchor", "old=nan"}, "--anchor: found \"old=nan\""},
           {{"--anchor", "old=inf"}, "--anchor: found \"old=inf\""},
           {{"--anchor", "old=10001"}, "from -10000 to 10000"},
           {{"--anchor", "old=1", "--anchor", "old"},
            "found old twice; expected one of them per bot"},
           {{"--anchor", "old=1", "--prior", "old=1,5"}, "found old twice"},
           {{"--prior", "nobody=1,2"}, "--prior: "},
           {{"--prior", "new"}, "--prior: found \"new\"; expected NAME=ELO,SD"},
           {{"--prior", "new=1500"}, "--prior: found \"new=1500\""},
           {{"--prior", "new=1500,80,3"}, "--prior: found \"new=1500,80,3\""},
           {{"--prior", "new=1500,0"}, "--prior: found \"new=1500,0\""},
           {{"--prior", "new=1500,-8"}, "standard deviation from 0.1"},
           {{"--prior", "new=1500,80"},
            "expected an --anchor or another --prior beside it"},
           {{"--prior", "new=nan,80"}, "--prior: found \"new=nan,80\""}}) {
    const CommandRun run = Run(options);
    EXPECT_EQ(run.exit_code, tools::kExitError) << options[1];
    EXPECT_NE(run.error.find(expected), std::string::npos) << run.error;
  }
}

TEST_F(RateTiesTest, PriorsDoNotApplyToCounts) {
  const CommandRun run = RunCommand(
      tools::AddRateCommand, {"rate", "--counts", "1,2,3", "--prior", "a=1,2"});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_NE(run.error.find("found --prior with counts"), std::string::npos)
      << run.error;
}

}  // namespace
}  // namespace couillon
