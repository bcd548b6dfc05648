#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <tuple>
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

void ExpectHalfWidth(const json& row, const char* name, double expected) {
  const double lo = row[std::string(name) + "_lo"];
  const double hi = row[std::string(name) + "_hi"];
  EXPECT_NEAR((hi - lo) / 2, expected, 0.01) << name;
}

// Three bots at two tables a deal; what a seat is worth is added to what the
// bots come to, and every bot sits everywhere.
std::string SoloTables(const std::vector<double>& strengths,
                       const std::vector<double>& seats) {
  std::string text = "game_points,deal,table,seat,bot\n";
  for (int deal = 0; deal < 12; ++deal) {
    for (std::size_t turn = 0; turn < 3; ++turn) {
      for (std::size_t seat = 0; seat < 3; ++seat) {
        const std::size_t bot = (seat + turn) % 3;
        const double others =
            (strengths[(bot + 1) % 3] + strengths[(bot + 2) % 3]) / 2;
        text += absl::StrFormat("%.6f,%d,t%d,%d,bot%d\n",
                                seats[seat] + strengths[bot] - others, deal,
                                turn, seat, bot);
      }
    }
  }
  return text;
}

TEST(RateCommandTest, TablesOfThreeGiveStrengthsAndSeats) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("tables.csv");
  testing_support::WriteFile(path,
                             SoloTables({0.5, 0.1, -0.6}, {0.3, 0, -0.3}));
  const json rating = Rate({"--tables", path});
  EXPECT_EQ(rating["deals"], 12);
  ASSERT_EQ(rating["bots"].size(), 3U);
  EXPECT_EQ(rating["bots"][0]["bot"], "bot0");
  EXPECT_NEAR(rating["bots"][0]["game_points"], 0.5, 1e-6);
  EXPECT_NEAR(rating["bots"][2]["game_points"], -0.6, 1e-6);
  EXPECT_NEAR(rating["seats"][0]["game_points"], 0.3, 1e-6);
  EXPECT_NEAR(rating["seats"][2]["game_points"], -0.3, 1e-6);
}

TEST(RateCommandTest, TablesWithAMistakeAreRefusedByLine) {
  const testing_support::TemporaryFolder folder;
  const std::string path = folder.path("tables.csv");
  const std::string header = "deal,table,seat,bot,game_points\n";
  for (const auto& [lines, expected] :
       {std::pair{"1,1,0,a,1\n1,1,0,b,0\n", "line 3: found seat 0 of table 1"},
        {"1,1,0,a,x\n", "line 2: found the game_points \"x\""},
        {"1,1,0,a,1\n", "line 2: found only one player at a table"},
        {"1,1,,a,1\n", "line 2: found no seat"},
        {"1,1,0,a,inf\n", "line 2: found the game_points \"inf\""},
        {"1,1,0,a,1\n1,1,1,b,0\n1,1,2,c,0\n1,1,3,d,0\n1,1,4,e,0\n"
         "1,1,5,f,1\n1,1,6,g,0\n1,1,7,h,0\n1,1,8,i,0\n1,1,9,j,0\n"
         "1,1,10,k,0\n",
         "line 12: found player 11 of table 1 of deal 1; expected at most 10"},
        {"1,1,0\n", "line 2: found 3 fields; expected 5, as in the header"}}) {
    testing_support::WriteFile(path, header + lines);
    const CommandRun run =
        RunCommand(tools::AddRateCommand, {"rate", "--tables", path});
    EXPECT_EQ(run.exit_code, tools::kExitError);
    EXPECT_NE(run.error.find(expected), std::string::npos) << run.error;
  }
}

// fastchess's own test rows, as statistics.md quotes them.
TEST(RateCommandTest, CellsGiveThePublishedElo) {
  const json row =
      Rate({"--counts", "34,54,63,64,75", "--interval", "fishtest"});
  EXPECT_NEAR(row["elo"], 55.58, 0.005);
  ExpectHalfWidth(row, "elo", 27.65);
  EXPECT_NEAR(row["nelo"], 57.94, 0.005);
  ExpectHalfWidth(row, "nelo", 28.28);
}

TEST(RateCommandTest, GamesGiveThePublishedEloInEveryForm) {
  const json row = Rate({"--counts", "136,111,96", "--interval", "fishtest"});
  EXPECT_NEAR(row["elo"], 40.70, 0.005);
  ExpectHalfWidth(row, "elo", 30.43);
  ExpectHalfWidth(row, "nelo", 36.77);
  EXPECT_NEAR(row["los"], 0.996, 0.0005);
  EXPECT_EQ(row, Rate({"--counts", "136-111-96", "--interval", "fishtest"}));
}

TEST(RateCommandTest, PlusTwoIsTheDefaultAndNeverCollapses) {
  const json sweep = Rate({"--counts", "10,0,0"});
  EXPECT_TRUE(sweep["elo"].is_null());
  EXPECT_NEAR(sweep["elo_lo"], 182.66, 0.005);
  EXPECT_TRUE(sweep["elo_hi"].is_null());
  const json splits = Rate({"--counts", "0,0,20,0,0"});
  EXPECT_EQ(splits["elo"], 0.0);
  EXPECT_NEAR(splits["elo_hi"], 46.73, 0.005);
  EXPECT_TRUE(splits["nelo"].is_null());
  EXPECT_EQ(splits["few_decisive_pairs"], true);
  const json wide = Rate({"--counts", "320,400,300"});
  EXPECT_NEAR(wide["elo_lo"], -9.84, 0.005);
  EXPECT_NEAR(wide["elo_hi"], 23.47, 0.005);
}

TEST(RateCommandTest, CountsAreReadStrictly) {
  for (const auto& [option, text, expected] :
       std::vector<std::tuple<std::string, std::string, std::string>>{
           {"--counts=", "-1,2,3,4,5", "found \"-1\" in \"-1,2,3,4,5\""},
           {"--counts=", "1,2,-3,4,5", "found \"-3\""},
           {"--counts=", "1,2,,4,5", "found \"\""},
           {"--counts=", "1,2,3,4", "found 4 counts"},
           {"--counts=", "1,2,3,4,5,", "found \"\""},
           {"--counts=", "1,2,3/4,5,6", "found \"3/4\""},
           {"--counts=", "1,2,3,4,1e3", "found \"1e3\""},
           {"--counts=", "-1-2-3", "found \"\""},
           {"--counts=", "1--2-3", "found \"\""},
           {"--counts=", "nan/1/2", "found \"nan\""},
           {"--counts=", std::string(5000, '9'), "bytes left out"}}) {
    const CommandRun run =
        RunCommand(tools::AddRateCommand, {"rate", option + text});
    EXPECT_EQ(run.exit_code, tools::kExitError) << text;
    EXPECT_NE(run.error.find(expected), std::string::npos) << run.error;
    EXPECT_LT(run.error.size(), 400U);
  }
  const json row = Rate({"--counts", "3,4,5"});
  for (const char* text :
       {" 3, 4, 5 ", "3/4/5", "3 4  5", "3-4-5", "3;4; 5", "3\t4\t5"}) {
    EXPECT_EQ(Rate({"--counts", text}), row) << text;
  }
}

// An interval tuned anew at each look is not valid at any time.
TEST(RateCommandTest, AnytimeIntervalIsTunedToDeclaredPairs) {
  const json some = Rate({"--counts", "34,54,63,64,75"});
  EXPECT_EQ(some["declared_pairs"], 1000);
  EXPECT_EQ(Rate({"--counts", "340,540,630,640,750"})["declared_pairs"], 1000);
  const json more = Rate({"--counts", "34,54,63,64,75", "--declared", "290"});
  EXPECT_EQ(more["declared_pairs"], 290);
  EXPECT_GT(more["anytime_elo_lo"], some["anytime_elo_lo"]);
  const json test = Rate({"--counts", "34,54,63,64,75", "--sprt", "elo0=0",
                          "elo1=20", "cap=4000"});
  EXPECT_EQ(test["declared_pairs"], 1309);  // as sprt expects at 10 nElo
  const json capped = Rate(
      {"--counts", "34,54,63,64,75", "--sprt", "elo0=0", "elo1=20", "cap=500"});
  EXPECT_EQ(capped["declared_pairs"], 500);
}

TEST(RateCommandTest, NothingPlayedIsNothingKnown) {
  const json row =
      Rate({"--counts", "0,0,0,0,0", "--sprt", "elo0=0", "elo1=5"});
  for (const char* name : {"elo", "elo_lo", "elo_hi", "nelo"}) {
    EXPECT_TRUE(row[name].is_null()) << name;
  }
  EXPECT_EQ(row["los"], 0.5);
  EXPECT_EQ(row["llr"], 0.0);
  EXPECT_EQ(row["decision"], "continue");
}

TEST(RateCommandTest, SwappedSidesNegateEveryNumber) {
  const json a =
      Rate({"--counts", "3,10,40,22,7", "--sprt", "elo0=-3", "elo1=3"});
  const json b =
      Rate({"--counts", "7,22,40,10,3", "--sprt", "elo0=-3", "elo1=3"});
  for (const auto& [one, other] :
       {std::pair("elo", "elo"), std::pair("elo_lo", "elo_hi"),
        std::pair("nelo", "nelo"), std::pair("nelo_lo", "nelo_hi"),
        std::pair("llr", "llr")}) {
    EXPECT_EQ(a[one].get<double>(), -b[other].get<double>()) << one;
  }
}

TEST_F(PairsFileTest, TwoBotsAreRatedByTheirScore) {
  const json sheet = Rate({"--pairs",
                           Write("deal,bot_a,bot_b,pair_score\n"
                                 "0,x,y,0.75\n1,x,y,1\n2,y,x,0.5\n3,x,y,0.25\n"
                                 "4,x,y,0.75\n"),
                           "--anchor", "y"});
  const double score = (0.75 + 1 + 0.5 + 0.25 + 0.75) / 5;
  const double elo = 400 * std::log10(score / (1 - score));
  EXPECT_EQ(sheet["ratings"][0]["bot"], "x");
  EXPECT_NEAR(sheet["ratings"][0]["elo"], elo, 1e-9);
  EXPECT_EQ(sheet["ratings"][1]["elo"], 0.0);
  // The delta method on the variance of the mean, and nothing for the anchor.
  double squares = 0;
  for (const double y : {0.75, 1.0, 0.5, 0.25, 0.75}) {
    squares += (y - score) * (y - score);
  }
  const double slope = 400 / std::log(10) / (score * (1 - score));
  EXPECT_NEAR(sheet["covariance"][0][0], slope * slope * squares / 4 / 5, 1e-6);
  EXPECT_EQ(sheet["covariance"][1][1], 0.0);
}

// The same pairs on deals of their own lose what the shared deals had in
// common.
TEST_F(PairsFileTest, SharedDealsCountInTheErrors) {
  std::string shared = "deal,bot_a,bot_b,pair_score\n";
  std::string apart = shared;
  const std::vector<std::vector<double>> scores = {
      {0.75, 0.75, 0.5}, {0.25, 0.25, 0.5}, {1, 1, 0.75},
      {0.25, 0, 0.25},   {0.75, 0.5, 0.5},  {0, 0.25, 0.5}};
  for (std::size_t deal = 0; deal < scores.size(); ++deal) {
    int pairing = 0;
    for (const char* bots : {"a,b", "a,c", "b,c"}) {
      const std::string rest =
          std::string(",") + bots + "," +
          std::to_string(scores[deal][static_cast<std::size_t>(pairing)]) +
          "\n";
      shared += std::to_string(deal) + rest;
      apart += std::to_string(deal) + "p" + std::to_string(pairing) + rest;
      ++pairing;
    }
  }
  const json together = Rate({"--pairs", Write(shared), "--anchor", "c"});
  const json alone = Rate({"--pairs", Write(apart), "--anchor", "c"});
  EXPECT_EQ(together["deals"], 6);
  EXPECT_EQ(alone["deals"], 18);
  EXPECT_NEAR(together["ratings"][0]["elo"], alone["ratings"][0]["elo"], 1e-9);
  EXPECT_GT(together["covariance"][0][0].get<double>(),
            1.2 * alone["covariance"][0][0].get<double>());
}

TEST_F(PairsFileTest, TellsWhatIsWrongWithALine) {
  const std::string header = "deal,bot_a,bot_b,pair_score\n";
  for (const auto& [text, expected] :
       std::vector<std::pair<std::string, std::string>>{
           {"", "a header"},
           {"deal,bot_a,bot_b\n", "a column pair_score"},
           {"deal,deal,bot_a,bot_b,pair_score\n", "two columns deal"},
           {header + "0,a,b\n", "line 2: found 3 fields"},
           {header + "0,a,b,0,75\n",
            "line 2: found 5 fields; expected 4, as in the header"},
           {header + "0,a,b,-0.5\n", "the pair_score \"-0.5\""},
           {header + "0,a,b,inf\n", "the pair_score \"inf\""},
           {header + "0,a\x1b[2J,b,1\n", "the field \"a\\x1b[2J\""},
           {header + "0,a,b," + std::string(5000, '7') + "\n",
            "bytes left out"},
           {header + "0,a,b,1.5\n", "the pair_score \"1.5\""},
           {header + "0,a,b,nan\n", "the pair_score \"nan\""},
           {header + "0,a,a,1\n", "a against itself"},
           {header + "0,a,b,1\n0,b,a,1\n", "line 3: found deal 0 of b and a"},
           {header + ",a,b,1\n", "no deal"}}) {
    const CommandRun run = Run(Write(text));
    EXPECT_EQ(run.exit_code, tools::kExitError) << text;
    EXPECT_NE(run.error.find(expected), std::string::npos) << run.error;
    EXPECT_NE(run.error.find("pairs.csv"), std::string::npos) << run.error;
  }
}

TEST_F(PairsFileTest, ByteOrderMarkIsNoPartOfAColumn) {
  const std::string lines = "deal,bot_a,bot_b,pair_score\r\n0,a,b,0.75\r\n";
  EXPECT_EQ(Rate({"--pairs", Write("\xEF\xBB\xBF" + lines)}),
            Rate({"--pairs", Write(lines)}));
}

TEST_F(PairsFileTest, IslandsAreNotCompared) {
  const std::string path = Write(
      "deal,bot_a,bot_b,pair_score\n"
      "0,a,b,0.75\n1,a,b,0.25\n"
      "0,c,d,0.5\n1,c,d,0.75\n"
      "2,c,d,0.25\n2,a,b,0.5\n");
  const json sheet = Rate({"--pairs", path});
  EXPECT_EQ(sheet["connected_components"].size(), 2U);
  EXPECT_TRUE(sheet["covariance"][0][2].is_null());
  EXPECT_FALSE(sheet["covariance"][0][1].is_null());
  const std::string text = Run(path).out;
  EXPECT_NE(text.find("cannot be compared: a, b | c, d\n"), std::string::npos)
      << text;
}

TEST_F(PairsFileTest, OptionsThatDoNotApplyAreRefused) {
  const std::string pairs = Write("deal,bot_a,bot_b,pair_score\n0,a,b,1\n");
  const std::string tables = folder_.path("tables.csv");
  testing_support::WriteFile(tables, "deal,table,seat,bot,game_points\n");
  const std::vector<std::string> counts = {"--counts", "1,2,3"};
  const std::vector<std::string> of_pairs = {"--pairs", pairs};
  const std::vector<std::string> of_tables = {"--tables", tables};
  for (const auto& [source, option] : std::vector<
           std::pair<std::vector<std::string>, std::vector<std::string>>>{
           {counts, {"--between", "a", "b"}},
           {counts, {"--ruleset", "fr"}},
           {counts, {"--anchor", "a"}},
           {counts, {"--errors", "pair"}},
           {of_pairs, {"--between", "a", "b"}},
           {of_pairs, {"--ruleset", "fr"}},
           {of_pairs, {"--interval", "plus2"}},
           {of_pairs, {"--declared", "100"}},
           {of_pairs, {"--sprt", "elo0=0", "elo1=5"}},
           {counts, {"--drift"}},
           {of_tables, {"--drift"}},
           {of_tables, {"--anchor", "a"}},
           {of_tables, {"--errors", "deal"}},
           {of_tables, {"--interval", "arena"}},
           {of_tables, {"--sprt", "elo0=0", "elo1=5"}}}) {
    std::vector<std::string> line = {"rate"};
    line.insert(line.end(), source.begin(), source.end());
    line.insert(line.end(), option.begin(), option.end());
    const CommandRun run = RunCommand(tools::AddRateCommand, line);
    EXPECT_EQ(run.exit_code, tools::kExitError);
    EXPECT_NE(run.error.find("found " + option[0] + " with"), std::string::npos)
        << source[0] << " " << option[0] << ": " << run.error;
  }
}

TEST(RateCommandTest, OneSourceOfResultsIsNeeded) {
  const CommandRun none = RunCommand(tools::AddRateCommand, {"rate"});
  EXPECT_EQ(none.exit_code, tools::kExitError);
  const CommandRun two = RunCommand(
      tools::AddRateCommand, {"rate", "--counts", "1,2,3", "--pairs", "x"});
  EXPECT_EQ(two.exit_code, tools::kExitError);
  const CommandRun odd =
      RunCommand(tools::AddRateCommand, {"rate", "--counts", "1,2,3,4"});
  EXPECT_NE(odd.error.find("found 4 counts"), std::string::npos) << odd.error;
}

TEST_F(PairsFileTest, AnAnchorThatWonEverythingIsNotSaidToBeTheZero) {
  const std::string pairs = Write(
      "bot_a,bot_b,wins,draws,losses\n"
      "old,young,60,20,20\nyoung,third,30,10,40\n"
      "old,third,50,0,40\nnew,old,5,0,0\n");
  for (const std::string anchor : {"new", "new=1500"}) {
    EXPECT_EQ(Rate({"--pairs", pairs, "--anchor", anchor})["anchor_has_rating"],
              false);
    const CommandRun text = RunCommand(
        tools::AddRateCommand, {"rate", "--pairs", pairs, "--anchor", anchor});
    EXPECT_NE(text.out.find("no finite rating"), std::string::npos) << text.out;
  }
  EXPECT_EQ(Rate({"--pairs", pairs, "--anchor", "old"})["anchor_has_rating"],
            true);
}

TEST_F(PairsFileTest, NamesInMessagesCannotControlATerminal) {
  const CommandRun run =
      RunCommand(tools::AddRateCommand,
                 {"rate", "--pairs",
                  Write("deal,bot_a,bot_b,pair_score\n0,a,b,1\n1,a,b,0\n"),
                  "--anchor", "c\x1b[2J"});
  EXPECT_EQ(run.exit_code, tools::kExitError);
  EXPECT_NE(run.error.find("found the bot c\\x1b[2J; expected a or b"),
            std::string::npos)
      << run.error;
  EXPECT_EQ(run.error.find('\x1b'), std::string::npos);
}

// Of x against y, 40 deals that x begins to win half-way; y and z are even.
std::string LearningBot() {
  std::string text = "deal,bot_a,bot_b,pair_score\n";
  for (int deal = 39; deal >= 0; --deal) {
    const char* learned = deal < 20 ? (deal % 2 == 0 ? "0" : "0.5")
                                    : (deal % 2 == 0 ? "1" : "0.75");
    text += absl::StrFormat("%d,x,y,%s\n%d,z,y,%s\n", deal, learned, deal,
                            deal % 3 == 0 ? "0.25" : "0.75");
  }
  return text;
}

TEST_F(PairsFileTest, ALearningBotDrifts) {
  const std::string path = Write(LearningBot());
  const json drift = Rate({"--pairs", path, "--drift"})["drift"];
  ASSERT_EQ(drift.size(), 2U);
  EXPECT_EQ(drift[0]["first"], "x");
  EXPECT_EQ(drift[0]["pairs"], 40);
  EXPECT_GT(drift[0]["per_1000_deals"], 20);
  EXPECT_GT(drift[0]["lo"], 0);
  EXPECT_LT(drift[0]["holm_p_value"], 1e-6);
  EXPECT_GT(drift[1]["p_value"], 0.2);
  EXPECT_FALSE(Rate({"--pairs", path}).contains("drift"));
  const CommandRun text =
      RunCommand(tools::AddRateCommand, {"rate", "--pairs", path, "--drift"});
  EXPECT_NE(text.out.find("per 1000 deals"), std::string::npos) << text.out;
  const CommandRun unordered = RunCommand(
      tools::AddRateCommand,
      {"rate", "--drift", "--pairs",
       Write("deal,bot_a,bot_b,pair_score\n0,a,b,1\nfirst,a,b,0\n")});
  EXPECT_NE(unordered.error.find("line 3: found the deal \"first\""),
            std::string::npos)
      << unordered.error;
}

TEST_F(StoredLeagueTest, RateTakesTheOptionsOfALeague) {
  const json between = Rate({league(), "--between", "heuristic", "random",
                             "--sprt", "elo0=0", "elo1=20"});
  EXPECT_EQ(between["pairs"], 64);
  EXPECT_FALSE(between["decision"].is_null());
  const json whole = Rate({league(), "--anchor", "random", "--errors", "pair"});
  EXPECT_EQ(whole["ratings"].size(), 2U);
  for (const auto& [arguments, expected] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--between", "heuristic", "random", "--anchor", "random"},
            "found --anchor with --between"},
           {{"--sprt", "elo0=0", "elo1=20"},
            "found --sprt with a whole league"},
           {{"--interval", "arena"}, "found --interval with a whole league"},
           {{"--between", "heuristic", "greedy"}, "found the bot greedy"},
           {{"--ruleset", "fr"}, "found the ruleset fr"},
           {{"--counts", "1,2,3"}, "found 2 sources"}}) {
    std::vector<std::string> line = {"rate", league()};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const CommandRun run = RunCommand(tools::AddRateCommand, line);
    EXPECT_EQ(run.exit_code, tools::kExitError);
    EXPECT_NE(run.error.find(expected), std::string::npos) << run.error;
  }
}

}  // namespace
}  // namespace couillon
