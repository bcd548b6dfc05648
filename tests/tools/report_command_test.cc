// The text of a report as a user sees it: its width for leagues of every
// format, its colours, and the standings while a league is played.
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "arena/numbers/text/display_width.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunInTerminal;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kBot;
using testing_support::kCouillon;
constexpr char kAllOfFourSeats[] =
    "ardennes,basic-gerver,cooyah,denexa,denexa-24,force-fr,force-gerver,fr,"
    "kujong,kwajongen,mit-malmedy,tongres";

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments first, const Arguments& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// Bots with names as long as they may be, or as wide.
Arguments LongNames() {
  Arguments bots;
  for (const auto& [letter, strategy] :
       {std::pair("a", "greedy"), {"b", "random"}, {"c", "heuristic"}}) {
    bots.push_back(absl::StrCat(letter, std::string(38, 'n'), letter, "=", kBot,
                                " --name ", strategy));
  }
  std::string wide;
  for (int i = 0; i < 33; ++i) wide += "囲";
  bots.push_back(absl::StrCat(wide, "=", kBot, " --name random"));
  return bots;
}

class ReportCommandTest : public ::testing::Test {
 protected:
  // Plays a league and returns its report, with no line that is too wide.
  std::string Play(const Arguments& league, const Arguments& bots) {
    const Arguments run =
        Arguments{kCouillon, "league", "run"} + league +
        Arguments{"--trust", "shared-process", "--quiet", "--concurrency",
                  "1",       "--out",          league_,   "--bots"} +
        bots;
    const ProgramResult played = RunProgram(run);
    EXPECT_EQ(played.exit_code, 0) << played.err;
    return Report();
  }

  std::string Report() {
    const ProgramResult report =
        RunProgram({kCouillon, "report", league_, "--policy"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    const std::vector<std::string> lines = absl::StrSplit(report.out, '\n');
    for (const std::string& line : lines) {
      EXPECT_LE(arena::DisplayWidth(line), 100U) << line;
    }
    EXPECT_TRUE(absl::StrContains(report.out, "\nStandings") ||
                absl::StrContains(report.out, "\nResult of the "));
    return report.out;
  }

  void PlayArena(const std::string& format) {
    const Arguments arena = {kCouillon, "arena"};
    const ProgramResult made =
        RunProgram(arena + Arguments{"init", league_, "--ruleset", "fr",
                                     "--deals", "4", "--format", format});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const ProgramResult submitted = RunProgram(
        arena + Arguments{"submit", league_, "--allow", "unchecked"} +
        LongNames());
    ASSERT_EQ(submitted.exit_code, 0) << submitted.out << submitted.err;
    const ProgramResult played =
        RunProgram(arena + Arguments{"run", league_, "--quiet"});
    ASSERT_EQ(played.exit_code, 0) << played.err;
  }

  // A small league of bundled bots.
  void PlaySmall() {
    Play({"--ruleset", "fr", "--deals", "20", "--seed", "colours"},
         {"heuristic", "greedy", "random"});
  }

  TemporaryFolder folder_;
  const std::string league_ = folder_.path("league");
};

TEST_F(ReportCommandTest, ARoundRobinUnderTwelveRulesetsFits) {
  Play({"--ruleset", kAllOfFourSeats, "--deals", "4"}, LongNames());
}

TEST_F(ReportCommandTest, AnIndividualTournamentFits) {
  Play({"--format", "individual", "--ruleset", "fr,kujong", "--deals", "4"},
       LongNames());
}

TEST_F(ReportCommandTest, AScaleIsRefusedWhereItWouldChangeNothing) {
  Play({"--format", "individual", "--ruleset", "fr", "--deals", "4"},
       {"heuristic", "greedy", "random", "first-legal"});
  const ProgramResult run =
      RunProgram({kCouillon, "report", league_, "--scale", "deals"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("found --scale, which does not apply"),
            std::string::npos)
      << run.err;
}

TEST_F(ReportCommandTest, AThreeWayLeagueFits) {
  Play({"--format", "three-way", "--ruleset", "troeven-3-solo", "--deals", "8"},
       LongNames());
}

TEST_F(ReportCommandTest, AMatchFits) {
  Arguments bots = LongNames();
  bots.resize(2);
  const ProgramResult match = RunProgram(
      Arguments{kCouillon, "match"} + bots +
      Arguments{"--ruleset", "fr", "--trust", "shared-process", "--concurrency",
                "1", "--out", league_, "--sprt", "elo0=0", "elo1=100"});
  EXPECT_EQ(match.exit_code, 0) << match.err;
  EXPECT_NE(match.err.find(", LLR "), std::string::npos) << match.err;
  EXPECT_NE(Report().find("\nSequential test: H"), std::string::npos);
}

TEST_F(ReportCommandTest, AnArenaFits) {
  PlayArena("round-robin");
  EXPECT_EQ(Report().find("Arena, round robin: 4 versions"), 0U);
}

TEST_F(ReportCommandTest, ABracketFits) {
  PlayArena("double-knockout");
  EXPECT_NE(Report().find("\nBracket\n"), std::string::npos);
}

TEST_F(ReportCommandTest, ATerminalHasColoursAndAPipeHasNone) {
  PlaySmall();
  const Arguments report = {kCouillon, "report", league_};
  const Arguments terminal = {"/usr/bin/env", "-u", "NO_COLOR", "TERM=xterm"};
  const auto has = [](const std::string& text) {
    return absl::StrContains(text, '\x1b');
  };
  const std::string plain = RunProgram(report).out;
  EXPECT_FALSE(has(plain));
  EXPECT_TRUE(has(RunInTerminal(terminal + report).out));
  const Arguments forced = {"/usr/bin/env", "-u", "NO_COLOR",
                            "CLICOLOR_FORCE=1"};
  EXPECT_TRUE(has(RunProgram(forced + report).out));
  EXPECT_FALSE(has(RunProgram(forced + Arguments{"NO_COLOR=1"} + report).out));
  const Arguments colourless[] = {
      {"/usr/bin/env", "NO_COLOR=1", "TERM=xterm"},
      {"/usr/bin/env", "-u", "NO_COLOR", "TERM=dumb"},
      {"/usr/bin/env", "-u", "NO_COLOR", "-u", "TERM"}};
  for (const Arguments& without : colourless) {
    const std::string shown = RunInTerminal(without + report).out;
    EXPECT_EQ(absl::StrReplaceAll(shown, {{"\r\n", "\n"}}), plain);
  }
}

TEST_F(ReportCommandTest, AFileHasNoColours) {
  PlaySmall();
  const std::string file = folder_.path("report.txt");
  const Arguments report = {
      "/usr/bin/env", "-u",     "NO_COLOR", "TERM=xterm", "CLICOLOR_FORCE=1",
      kCouillon,      "report", league_,    "--out",      file};
  EXPECT_EQ(RunInTerminal(report).exit_code, 0);
  EXPECT_EQ(ReadFile(file).find('\x1b'), std::string::npos);
}

TEST_F(ReportCommandTest, StandingsAreShownWhileALeagueIsPlayed) {
  const std::string out = folder_.path("out");
  RunningProgram league({"/bin/sh",
                         "-c",
                         "exec \"$@\" 2>&1",
                         "sh",
                         kCouillon,
                         "league",
                         "run",
                         "--bots",
                         "heuristic",
                         "greedy",
                         "random",
                         "--ruleset",
                         "fr",
                         "--deals",
                         "100000000",
                         "--concurrency",
                         "1",
                         "--out",
                         league_,
                         "--standings-every",
                         "0.001"},
                        out);
  while (!absl::StrContains(ReadFile(out), "\nStandings after ")) {
    ASSERT_FALSE(league.HasEnded()) << ReadFile(out);
    usleep(10'000);
  }
  league.Signal(SIGINT);
  league.Wait();
  EXPECT_NE(ReadFile(out).find("  rank  bot "), std::string::npos);
}

TEST_F(ReportCommandTest, WithoutATerminalStandingsWaitForTheEnd) {
  const ProgramResult league = RunProgram(
      {kCouillon, "league", "run", "--bots", "heuristic", "greedy", "random",
       "--ruleset", "fr", "--deals", "20", "--out", league_});
  EXPECT_EQ(league.err.find("Standings"), std::string::npos) << league.err;
  EXPECT_NE(league.out.find("\nStandings\n"), std::string::npos);
}

}  // namespace
}  // namespace couillon
