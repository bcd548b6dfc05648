#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
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

// The column "Elo (rank)" of `couillon rate --tables`.
class RateTablesTest : public ::testing::Test {
 protected:
  // One table per deal with these bots, the best first.
  static std::string Lines(const std::vector<std::vector<std::string>>& deals) {
    std::string text = "deal,table,seat,bot,game_points\n";
    for (std::size_t deal = 0; deal < deals.size(); ++deal) {
      for (std::size_t i = 0; i < deals[deal].size(); ++i) {
        absl::StrAppend(&text, deal, ",1,", (deal + i) % deals[deal].size(),
                        ",", deals[deal][i], ",", 10 - i, "\n");
      }
    }
    return text;
  }

  CommandRun Run(const std::string& text, const char* format) {
    const std::string path = folder_.path("tables.csv");
    testing_support::WriteFile(path, text);
    CommandRun run = RunCommand(tools::AddRateCommand,
                                {"rate", "--tables", path, "--format", format});
    EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
    return run;
  }

  json Bot(const std::string& text, const std::string& name) {
    const json rating = json::parse(Run(text, "json").out);
    for (const json& bot : rating["bots"]) {
      if (bot["bot"] == name) return bot;
    }
    return nullptr;
  }

  testing_support::TemporaryFolder folder_;
};

// Each order as often as its probability under w = (3, 2, 1), times 60.
TEST_F(RateTablesTest, RanksGiveTheirEloBesideThePoints) {
  std::vector<std::vector<std::string>> deals;
  const auto add = [&deals](const std::vector<std::string>& order,
                            std::size_t times) {
    deals.insert(deals.end(), times, order);
  };
  add({"a", "b", "c"}, 20);
  add({"a", "c", "b"}, 10);
  add({"b", "a", "c"}, 15);
  add({"b", "c", "a"}, 5);
  add({"c", "a", "b"}, 6);
  add({"c", "b", "a"}, 4);
  const std::string text = Lines(deals);
  const json a = Bot(text, "a");
  const json c = Bot(text, "c");
  EXPECT_NEAR(a["rank_elo"].get<double>() - c["rank_elo"].get<double>(),
              400 * std::log10(3), 1e-9);
  EXPECT_EQ(a["rank_status"], "rated");
  EXPECT_LT(a["rank_elo_lo"], a["rank_elo"]);
  EXPECT_GT(a["rank_standard_error"], 10);
  EXPECT_GT(a["game_points"], 0);
  const std::string shown = Run(text, "text").out;
  EXPECT_NE(shown.find("points/deal"), std::string::npos) << shown;
  EXPECT_NE(shown.find("Elo (rank)"), std::string::npos) << shown;
  EXPECT_NE(shown.find(" +87.1 ± "), std::string::npos) << shown;
}

TEST_F(RateTablesTest, OnlyTheOrderOfGamePointsCountsInTheRanks) {
  const std::string head = "deal,table,seat,bot,game_points\n";
  const std::string close =
      head +
      "0,1,0,a,2\n0,1,1,b,1\n1,1,0,b,3\n1,1,1,a,2\n2,1,0,a,1\n2,1,1,b,0\n";
  const std::string wide = head +
                           "0,1,0,a,9\n0,1,1,b,1\n1,1,0,b,3\n1,1,1,a,-7\n"
                           "2,1,0,a,1\n2,1,1,b,0.5\n";
  EXPECT_EQ(Bot(close, "a")["rank_elo"], Bot(wide, "a")["rank_elo"]);
  EXPECT_NEAR(Bot(close, "a")["rank_elo"], 200 * std::log10(2), 1e-9);
}

TEST_F(RateTablesTest, BotThatIsAlwaysFirstHasNoFiniteElo) {
  const std::string text = Lines(
      {{"a", "b", "c"}, {"a", "c", "b"}, {"a", "b", "c"}, {"a", "c", "b"}});
  EXPECT_EQ(Bot(text, "a")["rank_status"], "above");
  EXPECT_TRUE(Bot(text, "a")["rank_elo"].is_null());
  EXPECT_NEAR(Bot(text, "b")["rank_elo"], 0, 1e-9);
  const std::string shown = Run(text, "text").out;
  EXPECT_NE(shown.find("no finite Elo exists"), std::string::npos) << shown;
  EXPECT_EQ(shown.find("order only"), std::string::npos) << shown;
}

TEST_F(RateTablesTest, TablesThatNothingConnectsAreNotCompared) {
  const std::string text =
      Lines({{"a", "b"}, {"c", "d"}, {"b", "a"}, {"d", "c"}});
  EXPECT_NE(Bot(text, "a")["rank_island"], Bot(text, "c")["rank_island"]);
  const std::string shown = Run(text, "text").out;
  EXPECT_NE(shown.find("no chain of tables connects"), std::string::npos)
      << shown;
}

}  // namespace
}  // namespace couillon
