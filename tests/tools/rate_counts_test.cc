#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/support/program.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using nlohmann::json;
using tests::CommandRun;
using tests::RunCommand;

constexpr char kGames[] = "bot_a,bot_b,wins,draws,losses\n";
constexpr char kCells[] = "bot_a,bot_b,ll,ld,split,wd,ww\n";

// `couillon rate --pairs` on files of counts per pairing.
class RateCountsTest : public ::testing::Test {
 protected:
  CommandRun Run(const std::string& text,
                 const std::vector<std::string>& options = {}) {
    const std::string path = folder_.path("counts.csv");
    testing_support::WriteFile(path, text);
    std::vector<std::string> arguments = {"rate", "--pairs", path};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return RunCommand(tools::AddRateCommand, arguments);
  }

  json Sheet(const std::string& text, std::vector<std::string> options = {}) {
    options.insert(options.end(), {"--format", "json"});
    const CommandRun run = Run(text, options);
    EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
    return json::parse(run.out);
  }

  testing_support::TemporaryFolder folder_;
};

// The score and its variance by hand: 6.5 of 10, and the delta method.
TEST_F(RateCountsTest, GamesOfTwoBotsGiveTheEloOfTheirScore) {
  const json sheet =
      Sheet(absl::StrCat(kGames, "x,y,5,3,2\n"), {"--anchor", "y"});
  EXPECT_NEAR(sheet["ratings"][0]["elo"], 400 * std::log10(0.65 / 0.35), 1e-9);
  EXPECT_EQ(sheet["deals"], 10);
  EXPECT_EQ(sheet["pairings"][0]["pairs"], 10);
  const double variance =
      (5 * 0.35 * 0.35 + 3 * 0.15 * 0.15 + 2 * 0.65 * 0.65) / 9;
  const double slope = 400 / std::log(10) / (0.65 * 0.35);
  EXPECT_NEAR(sheet["covariance"][0][0], slope * slope * variance / 10, 1e-6);
}

TEST_F(RateCountsTest, CountsEqualPairsOnDealsOfTheirOwn) {
  std::string pairs = "deal,bot_a,bot_b,pair_score\n";
  int deal = 0;
  const auto add = [&](const char* bots, const std::vector<int>& counts) {
    for (std::size_t quarter = 0; quarter < counts.size(); ++quarter) {
      for (int i = 0; i < counts[quarter]; ++i) {
        absl::StrAppend(&pairs, deal++, ",", bots, ",",
                        0.25 * static_cast<double>(quarter), "\n");
      }
    }
  };
  add("a,b", {3, 5, 9, 6, 7});
  add("a,c", {2, 2, 4, 5, 8});
  add("c,b", {4, 3, 3, 2, 6});
  const std::string cells =
      absl::StrCat(kCells, "a,b,3,5,9,6,7\na,c,2,2,4,5,8\nc,b,4,3,3,2,6\n");
  EXPECT_EQ(Sheet(cells), Sheet(pairs));
  EXPECT_EQ(Run(cells).out, Run(pairs).out);
}

TEST_F(RateCountsTest, EachPairIsAClusterOfItsOwn) {
  const std::string text =
      absl::StrCat(kGames, "a,b,30,10,20\nb,c,40,0,20\nc,a,25,15,20\n");
  EXPECT_EQ(Sheet(text), Sheet(text, {"--errors", "pair"}));
  EXPECT_EQ(Sheet(text)["pairing_pairs_without_common_deals"], 3);
}

TEST_F(RateCountsTest, CountsAreThoseOfTheBotNamedFirst) {
  const json from_x = Sheet(absl::StrCat(kGames, "x,y,5,3,2\n"));
  const json from_y = Sheet(absl::StrCat(kGames, "y,x,2,3,5\n"));
  EXPECT_EQ(from_x["ratings"], from_y["ratings"]);
  const json cells_x = Sheet(absl::StrCat(kCells, "x,y,1,2,3,4,5\n"));
  const json cells_y = Sheet(absl::StrCat(kCells, "y,x,5,4,3,2,1\n"));
  EXPECT_EQ(cells_x["ratings"], cells_y["ratings"]);
  EXPECT_EQ(cells_x["ratings"][0]["bot"], "x");
}

TEST_F(RateCountsTest, ColumnsMayStandInAnyOrderBesideOthers) {
  EXPECT_EQ(
      Sheet("losses,round,bot_b,draws,bot_a,wins\n2,1,y,3,x,5\n")["ratings"],
      Sheet(absl::StrCat(kGames, "x,y,5,3,2\n"))["ratings"]);
  // One column of another form does not make it that form.
  EXPECT_EQ(Sheet("wins,bot_a,bot_b,deal,pair_score\n7,x,y,0,0.75\n")["deals"],
            1);
}

TEST_F(RateCountsTest, MistakesAreRefusedByLine) {
  const std::string games = kGames;
  const std::string cells = kCells;
  const std::string most = "9007199254740992";  // 2^53
  for (const auto& [text, expected] :
       std::vector<std::pair<std::string, std::string>>{
           {"bot_a,bot_b,wins,draws\n", "a column losses"},
           {"bot_a,bot_b,ll,ld,split,wd\n", "a column ww"},
           {"bot_a,bot_b\n", "a column deal"},
           {"bot_a,bot_b,wins,draws,losses,deal,pair_score\n",
            "line 1: found the columns of 2 forms of results; expected one of "
            "pair_score, wins,draws,losses and ll,ld,split,wd,ww"},
           {games + "a,b,1,2,-3\n",
            "line 2: found the losses \"-3\"; expected a whole number from 0 "
            "to 2^53"},
           {games + "a,b,1.5,2,3\n", "line 2: found the wins \"1.5\""},
           {games + "a,b,1e3,2,3\n", "line 2: found the wins \"1e3\""},
           {games + "a,b,+1,2,3\n", "line 2: found the wins \"+1\""},
           {games + "a,b,1,nan,3\n", "line 2: found the draws \"nan\""},
           {games + "a,b,1,inf,3\n", "line 2: found the draws \"inf\""},
           {games + "a,b,1,,3\n", "line 2: found the draws \"\""},
           {cells + "a,b,0,0,9007199254740993,0,0\n",
            "line 2: found the split \"9007199254740993\""},
           {games + "a,b,99999999999999999999,0,0\n",
            "line 2: found the wins \"99999999999999999999\""},
           {absl::StrCat(games, "a,b,", most, ",0,0\na,c,1,0,0\n"),
            "line 3: found 9007199254740993 results up to here; expected at "
            "most 2^53 in a file"},
           {games + "a,b,1,2,3,4\n", "line 2: found 6 fields; expected 5"},
           {games + "a,,1,2,3\n", "line 2: found no bot_b; expected a name"},
           {games + "a,a,1,2,3\n", "line 2: found a against itself"},
           {games + "a,b,1,2,3\na,c,1,2,3\n\nb,a,3,2,1\n",
            "line 5: found b and a again; expected one line per pairing "
            "(theirs is line 2)"}}) {
    const CommandRun run = Run(text);
    EXPECT_EQ(run.exit_code, tools::kExitError) << text;
    EXPECT_NE(run.error.find(expected), std::string::npos) << run.error;
    EXPECT_NE(run.error.find("counts.csv"), std::string::npos) << run.error;
  }
}

TEST_F(RateCountsTest, PairingWithoutResultsConnectsNobody) {
  const json sheet = Sheet(absl::StrCat(kGames, "a,b,3,4,5\nb,c,0,0,0\n"));
  EXPECT_EQ(sheet["connected_components"].size(), 2U);
  EXPECT_EQ(sheet["ratings"][2]["status"], "unplayed");
}

}  // namespace
}  // namespace couillon
