#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "tests/support/program.h"
#include "tests/tools/rating_fixture.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using nlohmann::json;
using tests::CommandRun;
using tests::PairsFileTest;
using tests::Rate;
using tests::RunCommand;
using tests::Sprt;
using tests::StoredLeagueTest;

TEST(SprtCommandTest, LikelihoodRatiosMatchThePublishedRows) {
  const json normalized =
      Sprt({"elo0=0", "elo1=2", "--counts", "379,10170,21828,10640,343"});
  EXPECT_NEAR(normalized["llr"], 2.94598, 5e-6);
  const json exact = Sprt({"elo0=0", "elo1=4", "--counts", "13,37,50,25,3"});
  EXPECT_NEAR(exact["llr_exact"], -0.54912, 5e-6);
  const json logistic = Sprt({"elo0=-0.5", "elo1=1.5", "model=logistic",
                              "--counts", "1746,11875,23034,11679,1820"});
  EXPECT_NEAR(logistic["llr_exact"], -2.93641, 5e-6);
  EXPECT_EQ(logistic["decision"], "continue");
  const json splits = Sprt({"elo0=0", "elo1=5", "--counts", "0,0,100,0,0"});
  EXPECT_NEAR(splits["llr"], -0.0207, 5e-5);
  EXPECT_EQ(splits["decision"], "continue");
}

TEST(SprtCommandTest, ForecastWithoutCounts) {
  const json forecast = Sprt({"elo0=0", "elo1=20"});
  EXPECT_NEAR(forecast["forecast"][0]["expected_pairs"], 800, 1);
  EXPECT_NEAR(forecast["forecast"][1]["expected_pairs"], 1298, 1);
}

TEST(SprtCommandTest, ACapEndsTheForecastAndTheResults) {
  const json forecast = Sprt({"elo0=0", "elo1=5", "cap=1000"});
  EXPECT_EQ(forecast["cap"], 1000);
  for (const json& at : forecast["forecast"]) {
    EXPECT_LE(at["expected_pairs"], 1000);
    EXPECT_GT(at["undecided"], 0.9);
  }
  // Beyond the default cap of 83,723 pairs.
  const json results =
      Sprt({"elo0=0", "elo1=5", "--counts", "15000,20000,30000,20100,15600"});
  EXPECT_EQ(results["sprt"]["cap"], 83723);
  EXPECT_EQ(results["decision"], "undecided");
  EXPECT_TRUE(results["after_stop"].is_null());
  EXPECT_EQ(results["after_stop_problem"], "beyond_cap");
}

TEST(SprtCommandTest, RefusesPlansThatCannotBeRun) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{
           {"elo0=5", "elo1=0"},
           {"elo0=0", "elo1=500"},
           {"elo0=nan", "elo1=5"},
           {"elo0=-inf", "elo1=5"},
           {"elo0=0", "elo1=1e-9"},
           {"elo0=0", "elo1=5", "alpha=nan"},
           {"elo0=0"},
           {"elo0=0", "elo1=5", "alpha=0.6", "beta=0.6"},
           {"elo0=0", "elo1=5", "gamma=1"},
           {"elo0=0", "elo1=5", "elo1=6"}}) {
    std::vector<std::string> line = {"sprt", "--counts", "1,2,3,2,1"};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const CommandRun run = RunCommand(tools::AddSprtCommand, line);
    EXPECT_NE(run.exit_code, tools::kExitDone) << arguments[0];
    EXPECT_NE(run.error.find("sprt: "), std::string::npos) << run.error;
  }
}

TEST(SprtCommandTest, AStoppedTestCorrectsItsEstimateForTheStop) {
  const json ended = Sprt({"elo0=0", "elo1=20", "--counts", "35,70,297,84,58"});
  EXPECT_EQ(ended["decision"], "H1");
  const json& stop = ended["after_stop"];
  EXPECT_LT(stop["nelo"], ended["nelo"]);
  EXPECT_LT(stop["elo"], ended["elo"]);
  EXPECT_LT(stop["nelo_lo"], stop["nelo"]);
  EXPECT_GT(stop["nelo_hi"], stop["nelo"]);
  EXPECT_GT(stop["elo_lo"], ended["anytime_elo_lo"]);
  EXPECT_LT(stop["elo_hi"], ended["anytime_elo_hi"]);
  const json going = Sprt({"elo0=0", "elo1=20", "--counts", "35,70,297,84,40"});
  EXPECT_EQ(going["decision"], "continue");
  EXPECT_TRUE(going["after_stop"].is_null());
  const json capped =
      Sprt({"elo0=0", "elo1=20", "cap=526", "--counts", "35,70,297,84,40"});
  EXPECT_EQ(capped["decision"], "undecided");
  // A cap corrects little: it is nearly a sample of fixed size.
  EXPECT_NEAR(capped["after_stop"]["nelo"], capped["nelo"], 2);
  const json beyond =
      Sprt({"elo0=0", "elo1=20", "--counts", "70,140,594,168,200"});
  EXPECT_EQ(beyond["decision"], "H1");
  EXPECT_TRUE(beyond["after_stop"].is_null());
}

TEST(SprtCommandTest, LogisticBoundsStopToo) {
  const json ended = Sprt(
      {"elo0=0", "elo1=20", "model=logistic", "--counts", "35,70,297,84,57"});
  ASSERT_EQ(ended["decision"], "H1");
  EXPECT_TRUE(ended["after_stop"].is_null());
  EXPECT_EQ(ended["after_stop_problem"], "logistic");
  const CommandRun batch = RunCommand(
      tools::AddSprtCommand, {"sprt", "elo0=0", "elo1=20", "batch=0",
                              "model=logistic", "--counts", "1,2,3,4,5"});
  EXPECT_NE(batch.error.find("at least one pair"), std::string::npos)
      << batch.error;
}

TEST(SprtCommandTest, EvenPairsEndATestWithoutTheCap) {
  const json ended = Sprt({"elo0=0", "elo1=5", "--counts", "0,0,7234,0,0"});
  EXPECT_EQ(ended["decision"], "H0");
  EXPECT_EQ(ended["sprt"]["all_even"], true);
  EXPECT_TRUE(ended["after_stop"].is_null());
  EXPECT_EQ(ended["after_stop_problem"], "equal_results");
  const json going = Sprt({"elo0=0", "elo1=5", "--counts", "0,0,7233,0,0"});
  EXPECT_EQ(going["decision"], "continue");
  EXPECT_EQ(going["sprt"]["all_even"], false);
  const CommandRun both =
      RunCommand(tools::AddSprtCommand,
                 {"sprt", "elo0=-5", "elo1=5", "--counts", "0,0,7234,0,0"});
  EXPECT_NE(both.out.find("decision undecided\nAll 7234 pairs are even. The "
                          "probability of that is at most 5% under H0 and at "
                          "most 5% under H1.\n"),
            std::string::npos)
      << both.out;
}

TEST(SprtCommandTest, FewDecisivePairsHaveNoEstimateAndSaySo) {
  const CommandRun run =
      RunCommand(tools::AddSprtCommand,
                 {"sprt", "elo0=0", "elo1=20", "--counts", "2,3,1400,3,2"});
  EXPECT_NE(run.out.find("decision H0\nstopped no estimate: too few decisive "
                         "pairs between bounds so far apart; quote the anytime "
                         "interval\n"),
            std::string::npos)
      << run.out;
}

class SprtFileTest : public PairsFileTest {
 protected:
  // Deals in descending order; x wins two of three.
  std::string Wins(int deals) {
    std::string text = "deal,bot_a,bot_b,pair_score\n";
    for (int deal = deals - 1; deal >= 0; --deal) {
      text +=
          absl::StrFormat("%d,y,x,%s\n", deal, deal % 3 == 0 ? "0.75" : "0.25");
    }
    return Write(text);
  }
};

TEST_F(SprtFileTest, HistoryHasALookAfterEachBatchUntilTheDecision) {
  const std::string path = Wins(600);
  const json all = Sprt(
      {"--pairs", path, "x", "y", "elo0=0", "elo1=20", "batch=9", "--history"});
  const json& history = all["history"];
  ASSERT_GT(history.size(), 3U);
  EXPECT_EQ(history[0]["pairs"], 9);
  EXPECT_EQ(history[1]["pairs"], 18);
  EXPECT_EQ(history[0]["upper"], all["sprt"]["upper"]);
  // It decides long before the end, and the last look is where it does.
  const json& last = history.back();
  EXPECT_LT(last["pairs"], 600);
  EXPECT_GE(last["llr"], last["upper"]);
  EXPECT_LT(history[history.size() - 2]["llr"], last["upper"]);
  // The counts of the first nine deals, in order of their numbers.
  const json counts =
      Sprt({"elo0=0", "elo1=20", "batch=9", "--counts", "0,3,0,6,0"});
  EXPECT_EQ(history[0]["llr"], counts["llr"]);
  // Seen from the other side every sign turns.
  const json turned = Sprt({"--pairs", path, "y", "x", "elo0=-20", "elo1=0",
                            "batch=9", "--history"});
  EXPECT_NEAR(turned["history"][0]["llr"], -history[0]["llr"].get<double>(),
              1e-12);
  const json logistic = Sprt({"--pairs", path, "x", "y", "elo0=0", "elo1=20",
                              "batch=9", "model=logistic", "--history"});
  EXPECT_NEAR(logistic["history"][0]["llr"],
              Sprt({"elo0=0", "elo1=20", "model=logistic", "--counts",
                    "0,3,0,6,0"})["llr"],
              1e-9);
  EXPECT_FALSE(
      Sprt({"--pairs", path, "elo0=0", "elo1=20"}).contains("history"));
}

TEST_F(SprtFileTest, HistoryOfCountsIsRefused) {
  const CommandRun run = RunCommand(
      tools::AddSprtCommand,
      {"sprt", "elo0=0", "elo1=20", "--counts", "1,2,3,4,5", "--history"});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_NE(run.error.find("found --history with counts; expected results in "
                           "order"),
            std::string::npos)
      << run.error;
}

TEST_F(SprtFileTest, OptionsThatDoNotApplyAreRefused) {
  const std::string path = Wins(30);
  const std::vector<std::string> forecast = {};
  const std::vector<std::string> counts = {"--counts", "1,2,3"};
  const std::vector<std::string> file = {"--pairs", path};
  const std::vector<std::string> league = {folder_.path("league"), "a", "b"};
  for (const auto& [source, option] : std::vector<
           std::pair<std::vector<std::string>, std::vector<std::string>>>{
           {forecast, {"--interval", "plus2"}},
           {forecast, {"--declared", "100"}},
           {forecast, {"--ruleset", "fr"}},
           {forecast, {"--history"}},
           {counts, {"--ruleset", "fr"}},
           {counts, {"--seatings-per-pair", "2"}},
           {file, {"--ruleset", "fr"}},
           {league, {"--seatings-per-pair", "2"}}}) {
    std::vector<std::string> line = {"sprt", "elo0=0", "elo1=20"};
    line.insert(line.end(), source.begin(), source.end());
    line.insert(line.end(), option.begin(), option.end());
    const CommandRun run = RunCommand(tools::AddSprtCommand, line);
    EXPECT_EQ(run.exit_code, tools::kExitError);
    EXPECT_NE(run.error.find("found " + option[0] + " with"), std::string::npos)
        << option[0] << ": " << run.error;
  }
  for (const std::vector<std::string>& second : {file, league}) {
    std::vector<std::string> line = {"sprt", "elo0=0", "elo1=20", "--counts",
                                     "1,2,3,4,5"};
    line.insert(line.end(), second.begin(), second.end());
    const CommandRun run = RunCommand(tools::AddSprtCommand, line);
    EXPECT_NE(run.error.find("found two sources"), std::string::npos)
        << run.error;
  }
}

TEST_F(SprtFileTest, TheBotsOfALargerFileHaveToBeNamed) {
  const std::string path =
      Write("deal,bot_a,bot_b,pair_score\n0,a,b,1\n0,a,c,0\n");
  const auto error = [&](const std::vector<std::string>& names) {
    std::vector<std::string> line = {"sprt", "elo0=0", "elo1=20", "--pairs",
                                     path};
    line.insert(line.end(), names.begin(), names.end());
    return RunCommand(tools::AddSprtCommand, line).error;
  };
  EXPECT_NE(error({}).find("expected the names of two bots"),
            std::string::npos);
  EXPECT_NE(error({"b", "c"}).find("found no pairing of b and c"),
            std::string::npos);
  EXPECT_NE(error({"a", "d"}).find("found the bot d; expected a or b or c"),
            std::string::npos);
  EXPECT_EQ(error({"c", "a"}), "");
}

TEST_F(StoredLeagueTest, HistoryEndsAtTheSumsOfTheLeague) {
  const json all = Sprt({league(), "heuristic", "random", "elo0=90", "elo1=100",
                         "batch=16", "--history"});
  EXPECT_EQ(all["pairs"], 64);
  ASSERT_EQ(all["history"].size(), 4U);
  EXPECT_EQ(all["history"][0]["pairs"], 16);
  EXPECT_EQ(all["history"][3]["pairs"], 64);
  EXPECT_EQ(all["history"][3]["llr"], all["llr"]);
  const json turned = Sprt({league(), "random", "heuristic", "elo0=-100",
                            "elo1=-90", "batch=16", "--history"});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(turned["history"][i]["llr"],
                -all["history"][i]["llr"].get<double>(), 1e-12);
  }
}

TEST_F(StoredLeagueTest, SprtTakesTheOptionsOfALeague) {
  const json all =
      Sprt({league(), "heuristic", "random", "elo0=0", "elo1=20", "--ruleset",
            "basic-gerver", "--interval", "arena", "--declared", "64"});
  EXPECT_EQ(all["interval"], "arena");
  EXPECT_EQ(all["declared_pairs"], 64);
  for (const auto& [arguments, expected] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"heuristic", "random", "--ruleset", "fr"},
            "found the ruleset fr; expected basic-gerver"},
           {{"heuristic", "greedy\x1b[2J"},
            "found the bot greedy\\x1b[2J; expected heuristic or random"},
           {{"heuristic"}, "found 2 arguments"},
           {{"heuristic", "random", "--seatings-per-pair", "2"},
            "found --seatings-per-pair with a league"},
           {{"heuristic", "random", "--counts", "1,2,3"},
            "found two sources"}}) {
    std::vector<std::string> line = {"sprt", "elo0=0", "elo1=20", league()};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const CommandRun run = RunCommand(tools::AddSprtCommand, line);
    EXPECT_EQ(run.exit_code, tools::kExitError);
    EXPECT_NE(run.error.find(expected), std::string::npos) << run.error;
  }
}

}  // namespace
}  // namespace couillon
