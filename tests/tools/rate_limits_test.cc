// Files of results with more in them than can be rated: refused with their
// limit before any work, or rated in a time that grows with the file.
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "tests/support/program.h"
#include "tests/tools/rating_fixture.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon {
namespace {

using tests::CommandRun;
using tests::RunCommand;

class RateLimitsTest : public tests::PairsFileTest {
 protected:
  void ExpectRefused(const char* option, const std::string& text,
                     const std::string& expected) {
    const CommandRun run =
        RunCommand(tools::AddRateCommand, {"rate", option, Write(text)});
    EXPECT_EQ(run.exit_code, tools::kExitError);
    EXPECT_NE(run.error.find(expected), std::string::npos) << run.error;
    EXPECT_LT(run.error.size(), 1000U);
  }
};

constexpr char kGamesHeader[] = "bot_a,bot_b,wins,draws,losses\n";
constexpr char kPairsHeader[] = "deal,bot_a,bot_b,pair_score\n";
constexpr char kTablesHeader[] = "deal,table,seat,bot,game_points\n";

// Each bot beats the next one.
std::string Chain(int bots) {
  std::string text = kGamesHeader;
  for (int bot = 1; bot < bots; ++bot) {
    absl::StrAppend(&text, "b", bot - 1, ",b", bot, ",10,0,0\n");
  }
  return text;
}

TEST_F(RateLimitsTest, MoreBotsThanCanBeRatedAreRefusedByTheirLine) {
  ExpectRefused("--pairs", Chain(150'000),
                "line 1501: found bot number 1501; expected at most 1500 bots");
  std::string pairs = kPairsHeader;
  std::string tables = kTablesHeader;
  for (int bot = 0; bot < 3000; ++bot) {
    absl::StrAppend(&pairs, bot, ",a", bot, ",b", bot, ",0.5\n");
    absl::StrAppend(&tables, bot, ",1,0,a", bot, ",1\n", bot, ",1,1,b,0\n");
  }
  ExpectRefused("--pairs", pairs, "expected at most 1500 bots");
  ExpectRefused("--tables", tables,
                "found 1501 bots, seats and roles up to here; expected at most "
                "1500");
}

TEST_F(RateLimitsTest, SeatsAndRolesCountLikeBots) {
  std::string tables = "deal,table,seat,bot,game_points,role\n";
  for (int seat = 0; seat < 3000; ++seat) {
    absl::StrAppendFormat(&tables, "1,%d,%d,a,1,r\n1,%d,x,b,0,r%d\n", seat,
                          seat, seat, seat);
  }
  ExpectRefused("--tables", tables, "bots, seats and roles up to here");
}

TEST_F(RateLimitsTest, AChainOfAsManyBotsAsCanBeRatedIsOrdered) {
  const nlohmann::json rating = tests::Rate({"--pairs", Write(Chain(1500))});
  ASSERT_EQ(rating["ratings"].size(), 1500U);
}

TEST_F(RateLimitsTest, LinesHaveALimit) {
  for (const char* more : {"1", ",", "x,", " \"\","}) {
    std::string line = "a,b,1,1,1";
    while (line.size() <= 1'000'000) line += more;
    ExpectRefused("--pairs", kGamesHeader + line + "\n",
                  absl::StrFormat("line 2: found %d bytes; expected at most "
                                  "65536 in a line",
                                  line.size()));
    ExpectRefused("--tables", line + "\n", "expected at most 65536 in a line");
  }
}

TEST_F(RateLimitsTest, PairingsOnTheSameDealsHaveALimit) {
  std::string text = kPairsHeader;
  for (int a = 0; a < 150; ++a) {
    for (int b = 0; b < a; ++b) {
      absl::StrAppend(&text, "1,b", a, ",b", b, ",0.5\n");
    }
  }
  ExpectRefused("--pairs", text,
                "found up to 62434725 times two pairings with a common deal");
}

TEST_F(RateLimitsTest, SetsOfEqualPlayersHaveALimit) {
  std::string text = kTablesHeader;
  for (int table = 0; table < 20'000; ++table) {
    for (int bot = 0; bot < 10; ++bot) {
      absl::StrAppend(&text, "1,", table, ",", bot, ",b", bot, ",1\n");
    }
  }
  ExpectRefused("--tables", text, "too many players with equal results");
}

TEST_F(RateLimitsTest, ResultsThatAreNoNumbersOfAGameAreRefused) {
  for (const char* points :
       {"1e308", "-1e10", "nan", "-nan", "inf", "1e999", "0x1p999"}) {
    ExpectRefused(
        "--tables",
        absl::StrCat(kTablesHeader, "1,1,0,a,", points, "\n1,1,1,b,1\n"),
        absl::StrCat("line 2: found the game_points \"", points));
  }
  for (const char* score : {"1e308", "-0.1", "nan", "1.01", "0x2"}) {
    ExpectRefused("--pairs", absl::StrCat(kPairsHeader, "1,a,b,", score, "\n"),
                  absl::StrCat("line 2: found the pair_score \"", score));
  }
  for (const char* count :
       {"9223372036854775808", "9007199254740993", "-1", "nan", "1e3"}) {
    ExpectRefused("--pairs",
                  absl::StrCat(kGamesHeader, "a,b,1,1,", count, "\n"),
                  absl::StrCat("line 2: found the losses \"", count));
  }
}

// Three hundred sets of two pairings with deals of their own: a matrix of all
// bots for each of them would take minutes.
TEST_F(RateLimitsTest, ManySetsOfCommonDealsAreRatedTogether) {
  constexpr int kBots = 600;
  std::string text = kPairsHeader;
  for (int bot = 0; bot < kBots; ++bot) {
    for (int deal = 0; deal < 3; ++deal) {
      absl::StrAppendFormat(&text, "%d,b%d,b%d,%g\n", bot / 2 * 3 + deal, bot,
                            (bot + 1) % kBots, (bot + deal) % 3 / 2.0);
    }
  }
  const nlohmann::json rating = tests::Rate({"--pairs", Write(text)});
  EXPECT_EQ(rating["ratings"].size(), std::size_t{kBots});
}

}  // namespace
}  // namespace couillon
