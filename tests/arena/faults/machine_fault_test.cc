// Starts that fail once, and bots that load late: what costs nothing, and what
// a bot cannot gain by it. With real processes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::kBroken;
using testing_support::kCouillon;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using Words = std::vector<std::string>;

class MachineFaultTest : public ::testing::Test {
 protected:
  // Plays a match of `fault` against a bundled bot, with one process.
  std::string Play(const std::string& fault, const Words& more,
                   const std::string& deals = "16") {
    const std::string out = folder_.path(std::to_string(++leagues_));
    Words command = {kCouillon,
                     "match",
                     "broken=" + kBroken + " --fault " + fault,
                     "builtin:greedy",
                     "--ruleset",
                     "basic-gerver",
                     "--deals",
                     deals,
                     "--seed",
                     "m1",
                     "--concurrency",
                     "1",
                     "--trust",
                     "shared-process",
                     "--quiet",
                     "--out",
                     out};
    command.insert(command.end(), more.begin(), more.end());
    const ProgramResult run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return out;
  }
  static std::string Print(const Words& words) {
    Words command = words;
    command.insert(command.begin(), kCouillon);
    return RunProgram(command).out;
  }
  static json Standings(const std::string& league) {
    const json report = json::parse(
        Print({"report", league, "--format", "json"}), nullptr, false);
    return report["standings"];
  }
  static json Faults(const std::string& league) {
    const json report = json::parse(
        Print({"report", league, "--format", "json"}), nullptr, false);
    return report["faults"];
  }

  TemporaryFolder folder_;
  int leagues_ = 0;
};

const Words kLong = {"--limit", "move:250,start:250"};

TEST_F(MachineFaultTest, AStartThatFailsOnceCostsNothingAndIsShown) {
  const std::string sound = Play("none", kLong);
  const std::string once = Play("start-exits-once --after-trial", kLong);
  EXPECT_TRUE(Faults(once).empty()) << Faults(once);
  EXPECT_EQ(Standings(once), Standings(sound));
  const std::string faults = Print({"faults", once});
  EXPECT_NE(faults.find("attempt 1 of 3 to start it"), std::string::npos)
      << faults;
  const std::string status = Print({"league", "status", once});
  EXPECT_NE(status.find("start_failure"), std::string::npos) << status;
}

TEST_F(MachineFaultTest, AStartThatAlwaysFailsForfeitsAfterThreeAttempts) {
  const std::string never = Play("start-exits --after-trial", kLong);
  const json faults = Faults(never);
  ASSERT_EQ(faults.size(), 1U) << faults;
  EXPECT_EQ(faults[0]["verdict"], "start_failure");
  const std::string all = Print({"faults", never, "--all"});
  EXPECT_NE(all.find("attempt 3 of 3 to start it"), std::string::npos) << all;
  EXPECT_EQ(all.find("attempt 4"), std::string::npos) << all;
}

// Four seconds are within the start limit and beyond that of a decision.
const Words kShortMoves = {"--limit", "move:2,start:250,faults:1,forfeits:1"};

TEST_F(MachineFaultTest, ABotMayLoadAtItsFirstDecision) {
  const std::string loads = Play("loads-late", kShortMoves);
  EXPECT_TRUE(Faults(loads).empty()) << Print({"faults", loads, "--all"});
  EXPECT_EQ(Standings(loads), Standings(Play("none", kLong)));
}

// Else a failure at a bad moment would gain time.
TEST_F(MachineFaultTest, ABotThatFailedMayNotLoadAgain) {
  const std::string loads = Play("loads-late-aborts", kShortMoves, "3");
  const std::string all = Print({"faults", loads, "--all"});
  EXPECT_NE(all.find("gave no answer for 2100 ms with 1 decisions"),
            std::string::npos)
      << all;
}

TEST_F(MachineFaultTest, TimedPlayTimesTheFirstDecisionToo) {
  for (const char* timed : {"strict:yes", "clock:2+0"}) {
    const std::string loads = Play(
        "loads-late",
        {"--limit", "faults:1,forfeits:1,start:250,move:2", "--limit", timed});
    const json faults = Faults(loads);
    ASSERT_EQ(faults.size(), 1U) << timed << faults;
    EXPECT_EQ(faults[0]["verdict"], "timeout") << timed;
  }
}

TEST_F(MachineFaultTest, ATimeoutAtTheFirstDecisionSaysWhichLimitItHad) {
  const std::string loads =
      Play("loads-late", {"--limit", "move:0.1,start:3,faults:2,forfeits:1"});
  const std::string all = Print({"faults", loads, "--all"});
  EXPECT_NE(all.find("gave no answer for 3100 ms, the start limit, at its "
                     "first decision"),
            std::string::npos)
      << all;
}

}  // namespace
}  // namespace couillon
