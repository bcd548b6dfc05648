// A league that is given more deals, with the real program.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kCouillon;

class ExtendedLeagueTest
    : public ::testing::TestWithParam<std::vector<std::string>> {
 protected:
  // Plays a league with blocks of 16.
  [[nodiscard]] std::string Play(const std::string& name,
                                 const std::string& items) const {
    std::string out = folder_.path(name);
    std::vector<std::string> command = {kCouillon,
                                        "league",
                                        "run",
                                        "--bots",
                                        "builtin:random",
                                        "builtin:greedy",
                                        "builtin:heuristic",
                                        "--seed",
                                        "extended",
                                        "--block",
                                        "16",
                                        "--out",
                                        out,
                                        "--record",
                                        "deals",
                                        "--quiet"};
    for (const std::string& word : GetParam()) {
      command.push_back(word == "N" ? items : word);
    }
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return out;
  }
  static std::string Report(const std::string& directory) {
    return RunProgram({kCouillon, "report", directory, "--format", "json"}).out;
  }

  TemporaryFolder folder_;
};

TEST_P(ExtendedLeagueTest, IsTheSameBytesAsIfItHadHadThemFromTheStart) {
  const std::string whole = Report(Play("whole", "80"));
  for (const char* before : {"16", "40", "64"}) {  // a block, and parts of one
    const std::string out = Play(before, before);
    ASSERT_NE(Report(out), whole);
    const ProgramResult extended =
        RunProgram({kCouillon, "league", "extend", out, "--to", "80"});
    ASSERT_EQ(extended.exit_code, 0) << extended.err;
    EXPECT_EQ(RunProgram({kCouillon, "verify", out}).exit_code, 0)
        << "before anything new is played";
    const ProgramResult resumed =
        RunProgram({kCouillon, "league", "resume", out, "--quiet"});
    ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_EQ(Report(out), whole) << before;
    const ProgramResult verified = RunProgram({kCouillon, "verify", out});
    EXPECT_EQ(verified.exit_code, 0) << verified.err;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Formats, ExtendedLeagueTest,
    ::testing::Values(
        std::vector<std::string>{"--ruleset", "fr,kujong", "--deals", "N"},
        std::vector<std::string>{"--ruleset", "fr,kujong", "--deals", "N",
                                 "--trust", "same-deals"},
        std::vector<std::string>{"--ruleset", "fr", "--matches", "N"},
        std::vector<std::string>{"--ruleset", "fr", "--deals", "N", "--format",
                                 "gauntlet"},
        std::vector<std::string>{"--ruleset", "troeven-3-solo", "--deals", "N",
                                 "--format", "three-way"}));

TEST(ExtendLeagueTest, WhatIsPlannedAsAWholeIsRefused) {
  const TemporaryFolder folder;
  const std::string out = folder.path("test");
  ASSERT_EQ(RunProgram({kCouillon, "match", "builtin:greedy", "builtin:random",
                        "--ruleset", "fr", "--sprt", "elo0=0", "elo1=50",
                        "--out", out, "--quiet"})
                .exit_code,
            0);
  const auto extend = [](const std::string& directory, const char* to) {
    return RunProgram({kCouillon, "league", "extend", directory, "--to", to});
  };
  EXPECT_NE(extend(out, "100000").err.find("is a sequential test"),
            std::string::npos);
  const std::string individual = folder.path("individual");
  ASSERT_EQ(
      RunProgram({kCouillon, "league", "run", "--bots", "builtin:greedy",
                  "builtin:random", "builtin:heuristic", "builtin:first-legal",
                  "--ruleset", "fr", "--deals", "4", "--format", "individual",
                  "--out", individual, "--quiet"})
          .exit_code,
      0);
  EXPECT_NE(extend(individual, "8").err.find("is an individual tournament"),
            std::string::npos);
  const std::string league = folder.path("league");
  ASSERT_EQ(RunProgram({kCouillon, "match", "builtin:greedy", "builtin:random",
                        "--ruleset", "fr", "--deals", "20", "--out", league,
                        "--quiet"})
                .exit_code,
            0);
  EXPECT_NE(extend(league, "20").err.find("expected more than that, found 20"),
            std::string::npos);
}

}  // namespace
}  // namespace couillon
