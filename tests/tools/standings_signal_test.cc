// SIGUSR1 makes a program print the standings of what it plays, and go on.

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::kCouillon;
using testing_support::ReadFile;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

class StandingsSignalTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string Text() const { return ReadFile(err_); }
  // Waits until the program has written `text` behind the first `from` bytes.
  void Await(RunningProgram& program, const std::string& text,
             std::size_t from = 0) const {
    while (Text().find(text, from) == std::string::npos) {
      ASSERT_FALSE(program.HasEnded()) << Text();
      usleep(10'000);
    }
  }
  // Asks twice, and expects that play goes on until it is interrupted.
  void ExpectStandings(const std::vector<std::string>& arguments,
                       const std::string& begun) const {
    std::vector<std::string> command = {"/bin/sh", "-c", "exec \"$@\" 2>&1",
                                        "sh", kCouillon};
    command.insert(command.end(), arguments.begin(), arguments.end());
    RunningProgram program(command, err_);
    Await(program, begun);
    program.Signal(SIGUSR1);
    Await(program, "\nStandings");
    const std::size_t first = Text().size();
    program.Signal(SIGUSR1);
    Await(program, "\nStandings", first);
    program.Signal(SIGINT);
    EXPECT_EQ(program.Wait(), 128 + SIGINT) << Text();
    EXPECT_TRUE(absl::StrContains(Text(), "Stopped; ")) << Text();
  }

  TemporaryFolder folder_;
  std::string err_ = folder_.path("err");
};

TEST_F(StandingsSignalTest, LeagueRunPrintsThem) {
  ExpectStandings(
      {"league", "run", "--bots", "heuristic", "greedy", "random", "--ruleset",
       "fr", "--deals", "100000000", "--out", folder_.path("league")},
      "%), ");
}

TEST_F(StandingsSignalTest, MatchPrintsThem) {
  ExpectStandings({"match", "greedy", "random", "--ruleset", "fr", "--deals",
                   "100000000", "--out", folder_.path("match")},
                  "%), ");
}

TEST_F(StandingsSignalTest, ArenaRunPrintsThem) {
  const std::string open = folder_.path("open");
  ASSERT_EQ(RunProgram({kCouillon, "arena", "init", open, "--ruleset", "fr",
                        "--deals", "100000000"})
                .exit_code,
            0);
  ASSERT_EQ(RunProgram({kCouillon, "arena", "submit", open, "greedy", "random",
                        "heuristic"})
                .exit_code,
            0);
  ExpectStandings({"arena", "run", open}, "%), ");
}

TEST_F(StandingsSignalTest, ACommandThatPlaysNothingGoesOn) {
  const std::string league = folder_.path("league");
  ASSERT_EQ(RunProgram({kCouillon, "match", "greedy", "random", "--ruleset",
                        "fr", "--deals", "8", "--out", league})
                .exit_code,
            0);
  RunningProgram view({kCouillon, "view", league}, err_);
  Await(view, "Ctrl-C ends it.");
  view.Signal(SIGUSR1);
  view.Signal(SIGINT);
  EXPECT_EQ(view.Wait(), 0) << "the first signal ended it";
}

}  // namespace
}  // namespace couillon
