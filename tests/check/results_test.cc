// Results over gRPC: a bot that wants them receives its tables' results, and
// the league is the same bytes as with one that does not.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/check/odd_bot.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kCouillon;
using tests::kOddBot;

TEST(ResultsTest, BotThatWantsResultsReceivesThem) {
  const TemporaryFolder folder;
  const std::string heard = folder.path("heard");
  setenv("ODD_BOT_HEARS", heard.c_str(), 1);
  const auto play = [&](const std::string& mode) {
    const std::string out = folder.path(mode);
    const ProgramResult run = RunProgram({kCouillon,
                                          "league",
                                          "run",
                                          "--bots",
                                          "odd=" + kOddBot + " " + mode,
                                          "builtin:greedy",
                                          "--ruleset",
                                          "mit-malmedy",
                                          "--deals",
                                          "1600",
                                          "--block",
                                          "16",
                                          "--seed",
                                          "results",
                                          "--concurrency",
                                          "1",
                                          "--trust",
                                          "shared-process",
                                          "--isolation",
                                          "none",
                                          "--allow",
                                          "env:ODD_BOT_HEARS",
                                          "--out",
                                          out});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return RunProgram({kCouillon, "report", out, "--format", "json"}).out;
  };
  const std::string reference = play("good");
  EXPECT_FALSE(std::filesystem::exists(heard)) << "it did not ask";
  EXPECT_EQ(play("wants-results"), reference);
  unsetenv("ODD_BOT_HEARS");

  // A hundred units of 16 deals in two seatings; the bot is ended before it has
  // read of those that end last, which are under way at the same time.
  std::vector<std::vector<int>> units(1);
  int won = 0;
  std::istringstream lines(ReadFile(heard));
  for (std::string line; std::getline(lines, line);) {
    if (line == "--") {
      EXPECT_EQ(units.back().size(), 32U);
      units.emplace_back();
      continue;
    }
    int handle = 0;
    int half_points = 0;
    int game_points = 0;
    std::istringstream(line) >> handle >> half_points >> game_points;
    EXPECT_EQ(handle, 1);
    EXPECT_EQ(half_points > 1, game_points > 0) << line;
    EXPECT_EQ(half_points < 1, game_points < 0) << line;
    units.back().push_back(half_points);
    won += half_points;
  }
  EXPECT_GE(units.size(), 50U);
  EXPECT_LE(units.size(), 101U);
  EXPECT_GT(won, 0);
}

}  // namespace
}  // namespace couillon
