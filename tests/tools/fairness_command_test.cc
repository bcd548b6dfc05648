#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using nlohmann::json;
using tests::CommandRun;
using tests::RunCommand;

// Small numbers, but for what `more` asks.
CommandRun Fairness(const std::vector<std::string>& more) {
  const std::vector<std::string> small = {
      "--deals", "200", "--pairing-deals", "100",  "--matches",      "10",
      "--seed",  "s",   "--format",        "text", "--solved-deals", "50"};
  std::vector<std::string> arguments = {"fairness", "--quiet", "--bots",
                                        "builtin:random", "builtin:greedy"};
  for (std::size_t i = 0; i < small.size(); i += 2) {
    if (std::find(more.begin(), more.end(), small[i]) != more.end()) continue;
    arguments.insert(arguments.end(), {small[i], small[i + 1]});
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  return RunCommand(tools::AddFairnessCommand, arguments);
}

std::string FairnessReport(const std::vector<std::string>& more) {
  const CommandRun run = Fairness(more);
  EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
  return run.out;
}

json JsonReport(std::vector<std::string> more) {
  more.insert(more.end(), {"--format", "json"});
  return json::parse(FairnessReport(more), nullptr, /*allow_exceptions=*/false);
}

TEST(FairnessCommandTest, SameSeedIsTheSameReportOnAnyNumberOfWorkers) {
  const std::vector<std::string> arguments = {"--ruleset", "mit-malmedy",
                                              "--playouts", "5000"};
  std::vector<std::string> one = arguments;
  one.insert(one.end(), {"--concurrency", "1"});
  std::vector<std::string> three = arguments;
  three.insert(three.end(), {"--concurrency", "3"});
  const std::string report = FairnessReport(one);
  EXPECT_EQ(report, FairnessReport(three));
  one.insert(one.end(), {"--seed", "another"});
  EXPECT_NE(report, FairnessReport(one));
}

TEST(FairnessCommandTest, MatchesThatAreTooLongToComputeHaveNoEquals) {
  const testing_support::TemporaryFolder folder;
  const std::string ruleset = folder.path("long.txtpb");
  testing_support::WriteFile(ruleset, R"(
    id: "long" extends: "cooyah" title: "Long" summary: "Of 300 lines."
    scoring { tie_both: 1 } match { targets: 300 clamp_at_zero: false })");
  const std::string report = FairnessReport(
      {"--ruleset", ruleset, "--matches", "4", "--playouts", "0"});
  EXPECT_NE(report.find("too many to compute"), std::string::npos) << report;
}

TEST(FairnessCommandTest, ReportSaysWhatWasAsked) {
  const json report =
      JsonReport({"--ruleset", "basic-gerver,troeven-3-dummy", "--playouts",
                  "4000", "--delta", "0.5", "--delta-elo", "20",
                  "--solved-deals", "40", "--solved-positions", "50000"});
  EXPECT_EQ(report["seed"], "s");
  EXPECT_EQ(report["bots"], json::array({"random", "greedy"}));
  EXPECT_EQ(report["deals"], 200);
  EXPECT_EQ(report["pairing_deals"], 100);
  EXPECT_EQ(report["matches"], 10);
  EXPECT_EQ(report["playouts"], 4000);
  EXPECT_EQ(report["solved_deals"], 40);
  EXPECT_EQ(report["solved_positions"], 50'000);
  EXPECT_EQ(report["margin_game_points"], 0.5);
  EXPECT_EQ(report["margin_elo"], 20.0);
  ASSERT_EQ(report["rulesets"].size(), 2U);
  EXPECT_EQ(report["rulesets"][0]["ruleset"], "basic-gerver");
  EXPECT_EQ(report["rulesets"][1]["ruleset"], "troeven-3-dummy");
}

// Eldest hand's advantage of greedy bots is some 0.35 points a deal here.
TEST(FairnessCommandTest, VerdictIsOfTheMarginThatWasAsked) {
  const auto verdict = [](const std::string& delta) {
    const json report = JsonReport(
        {"--ruleset", "mit-malmedy", "--deals", "2000", "--delta", delta});
    return report["rulesets"][0]["mirrors"][1]["figures"]["eldest_game_points"]
                 ["verdict"];
  };
  EXPECT_EQ(verdict("0.02"), "unfair");
  EXPECT_EQ(verdict("3"), "fair");
}

// At 1,000 matches the error of a score is 11 Elo, twice the margin.
TEST(FairnessCommandTest, ThirtyThousandMatchesUnlessAskedOtherwise) {
  const CommandRun help = Fairness({"--help"});
  EXPECT_NE(help.out.find("(default: 30000)"), std::string::npos) << help.out;
}

// Other rulesets change the corrected p of a ruleset, and nothing else of it.
TEST(FairnessCommandTest, VerdictsHoldForAllRulesetsAsked) {
  const auto lead = [](const std::string& rulesets) -> json {
    const json report = JsonReport({"--ruleset", rulesets});
    return report["rulesets"][0]["mirrors"][1]["figures"]["eldest_game_points"];
  };
  const json alone = lead("tongres");
  const json among = lead("tongres,kwajongen,troeven,fr");
  EXPECT_EQ(alone["p_unfair"], among["p_unfair"]);
  EXPECT_EQ(alone["verdict"], among["verdict_alone"]);
  EXPECT_EQ(alone["family_tests"], 1);
  EXPECT_EQ(among["family_tests"], 4);
  EXPECT_GT(among["p_unfair_adjusted"], among["p_unfair"]);
}

TEST(FairnessCommandTest, RandomPlayInBulkIsThereWhenAsked) {
  const json without = JsonReport({"--ruleset", "basic-gerver"});
  EXPECT_FALSE(without["rulesets"][0].contains("playouts"));
  const json with =
      JsonReport({"--ruleset", "basic-gerver", "--playouts", "30000"});
  EXPECT_EQ(with["rulesets"][0]["playouts"]["tables"], 30'000);
  EXPECT_EQ(with["rulesets"][0]["mirrors"], without["rulesets"][0]["mirrors"]);
}

TEST(FairnessCommandTest, DealsAreSolvedUnlessAskedOtherwise) {
  const CommandRun help = Fairness({"--help"});
  EXPECT_NE(help.out.find("(default: 5000)"), std::string::npos) << help.out;
  const json with = JsonReport({"--ruleset", "basic-gerver"});
  EXPECT_EQ(with["rulesets"][0]["solved"]["deals"], 50);
  EXPECT_EQ(with["rulesets"][0]["pairings"][0]["cards"]["deals"], 50);
  const json without =
      JsonReport({"--ruleset", "basic-gerver", "--solved-deals", "0"});
  EXPECT_FALSE(without["rulesets"][0].contains("solved"));
  EXPECT_EQ(with["rulesets"][0]["mirrors"], without["rulesets"][0]["mirrors"]);
}

TEST(FairnessCommandTest, EveryFormatHoldsTheFigures) {
  const auto in = [](const std::string& format) {
    return FairnessReport({"--ruleset", "basic-gerver", "--format", format});
  };
  const std::string csv = in("csv");
  EXPECT_TRUE(csv.starts_with("ruleset,section,bot,figure,value,lo,hi,"))
      << csv;
  EXPECT_NE(csv.find("\nbasic-gerver,pairing,greedy-random,luck_share,0."),
            std::string::npos)
      << csv;
  EXPECT_TRUE(json::accept(in("json")));
  const std::string text = in("text");
  EXPECT_NE(text.find("greedy - random"), std::string::npos) << text;
  EXPECT_EQ(text.find("inf]"), std::string::npos) << text;
}

TEST(FairnessCommandTest, TwoReadingsAreComparedWithTheSameDeals) {
  const std::string report =
      FairnessReport({"--format", "csv", "--compare",
                      "mit-malmedy,mit-malmedy+double-mit-penalty"});
  EXPECT_NE(report.find("mit-malmedy+double-mit-penalty less mit-malmedy,"
                        "difference,greedy,eldest_game_points,"),
            std::string::npos)
      << report;
}

TEST(FairnessCommandTest, WhatChangedIsOrderedBySize) {
  const json report = JsonReport({"--compare", "fr,force-fr"});
  const json& strongest = report["comparisons"][1];
  ASSERT_GE(strongest["changed"].size(), 2U);
  EXPECT_EQ(strongest["changed"][0], "passed_out");
  double before = 1e9;
  for (const json& name : strongest["changed"]) {
    const json& figure = strongest["figures"][name.get<std::string>()];
    EXPECT_TRUE(figure["significant"]);
    EXPECT_LE(std::abs(figure["size"].get<double>()), before) << name;
    before = std::abs(figure["size"].get<double>());
  }
  for (const json& name : strongest["unchanged"]) {
    EXPECT_FALSE(strongest["figures"][name.get<std::string>()]["significant"]);
  }
}

TEST(FairnessCommandTest, ComparingGamesOfOtherCardsIsRefusedWithBothNamed) {
  const CommandRun run = Fairness({"--compare", "basic-gerver,troeven"});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_NE(run.error.find("basic-gerver has 4 players and 24 cards, troeven 4 "
                           "and 32"),
            std::string::npos)
      << run.error;
}

TEST(FairnessCommandTest, OneOfRulesetsAndComparisonIsAsked) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{},
        std::vector<std::string>{"--ruleset", "troeven", "--compare",
                                 "troeven,troeven"}}) {
    const CommandRun run = Fairness(arguments);
    EXPECT_EQ(run.exit_code, tools::kExitError);
    EXPECT_NE(run.error.find("expected either --ruleset or --compare"),
              std::string::npos)
        << run.error;
  }
}

TEST(FairnessCommandTest, ValuesOutOfRangeAreUsageErrors) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--format", "pdf"},
        std::vector<std::string>{"--deals", "0"},
        std::vector<std::string>{"--delta", "0"},
        std::vector<std::string>{"--delta-elo", "500"},
        std::vector<std::string>{"--playouts", "-1"},
        std::vector<std::string>{"--solved-deals", "-1"},
        std::vector<std::string>{"--solved-positions", "0"},
        std::vector<std::string>{"--concurrency", "257"}}) {
    EXPECT_EQ(Fairness(arguments).exit_code, tools::kExitUsage)
        << arguments.back();
  }
}

}  // namespace
}  // namespace couillon
