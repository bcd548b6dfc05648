// Time control and fault policy with the real program: clocks of a table, one
// decision at a time, disqualified bots, and their reports.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kBot;
using testing_support::kBroken;
using testing_support::kCouillon;

class TimeTest : public ::testing::Test {
 protected:
  ProgramResult Play(const std::string& name, const std::string& bot,
                     const std::vector<std::string>& more) {
    out_ = folder_.path(name);
    std::vector<std::string> command = {kCouillon,
                                        "league",
                                        "run",
                                        "--bots",
                                        "builtin:greedy",
                                        "builtin:random",
                                        "bot=" + bot,
                                        "--ruleset",
                                        "basic-gerver",
                                        "--deals",
                                        "160",
                                        "--seed",
                                        "time",
                                        "--block",
                                        "8",
                                        "--out",
                                        out_};
    command.insert(command.end(), more.begin(), more.end());
    return RunProgram(command);
  }
  std::string Report() {
    return RunProgram({kCouillon, "report", out_, "--format", "json"}).out;
  }

  TemporaryFolder folder_;
  std::string out_;
};

TEST_F(TimeTest, OneDecisionAtATimeGivesTheSameResults) {
  const std::string bot = kBot + " --name heuristic";
  ASSERT_EQ(Play("bulk", bot, {}).exit_code, 0);
  const std::string bulk = Report();
  const ProgramResult strict = Play("strict", bot, {"--limit", "strict:yes"});
  ASSERT_EQ(strict.exit_code, 0);
  EXPECT_NE(strict.err.find("one decision at a time"), std::string::npos);
  EXPECT_EQ(Report(), bulk);
  ASSERT_EQ(Play("clock", bot, {"--limit", "clock:60+1"}).exit_code, 0);
  EXPECT_EQ(Report(), bulk);
}

TEST_F(TimeTest, ASideThatUsesUpItsClockForfeits) {
  // The bot sleeps two seconds at some decisions, well within its limit.
  const std::string bot = kBroken + " --fault late";
  const std::vector<std::string> common = {"--limit",
                                           "move:30,faults:1,forfeits:1"};
  std::vector<std::string> clock = common;
  clock.insert(clock.end(), {"--limit", "clock:0.8+0.01"});
  const ProgramResult run = Play("clock", bot, clock);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json faults = json::parse(Report())["faults"];
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0]["verdict"], "timeout");
  // The clock had less than its budget left; the margin is added to that.
  EXPECT_NE(run.err.find("gave no answer for"), std::string::npos);
  EXPECT_EQ(run.err.find("gave no answer for 30"), std::string::npos);
  EXPECT_NE(run.err.find("0.8 s per table"), std::string::npos) << run.err;
}

TEST_F(TimeTest, ADisqualifiedBotLosesTheSameUnitsWithAnyNumberOfWorkers) {
  const std::string bot = kBroken + " --fault illegal";
  std::vector<std::string> reports;
  for (const char* workers : {"1", "2", "6"}) {
    const ProgramResult run =
        Play(std::string("out") + workers, bot,
             {"--concurrency", workers, "--limit", "faults:2,forfeits:4",
              "--record", "deals"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    reports.push_back(Report());
    EXPECT_EQ(RunProgram({kCouillon, "verify", out_}).exit_code, 0);
  }
  EXPECT_EQ(reports[1], reports[0]);
  EXPECT_EQ(reports[2], reports[0]);
  const json pairing = json::parse(reports[0])["rulesets"][0]["pairings"][1];
  EXPECT_EQ(pairing["pairs"], 160);
  EXPECT_GT(pairing["forfeits"], 4 * 16);
  EXPECT_LT(pairing["without_forfeits"]["pairs"], 160);
}

TEST_F(TimeTest, EstimatesComeWithAndWithoutDealsThatAForfeitAffected) {
  const ProgramResult run =
      Play("illegal", kBroken + " --fault illegal", {"--limit", "faults:1000"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json report = json::parse(Report());
  const json& pairing = report["rulesets"][0]["pairings"][1];
  const json& clean = report["rulesets"][0]["pairings"][0];
  EXPECT_TRUE(clean["without_forfeits"].is_null());
  const std::int64_t forfeits = pairing["forfeits"];
  const std::int64_t left = pairing["without_forfeits"]["pairs"];
  EXPECT_GT(forfeits, 0);
  EXPECT_LE(160 - left, forfeits);
  EXPECT_GE(160 - left, forfeits / 2);
  // Forfeits are losses of this bot, the second of the pairing.
  EXPECT_LT(pairing["without_forfeits"]["score"], pairing["score"]);
  EXPECT_NE(
      RunProgram({kCouillon, "report", out_}).out.find("without forfeits"),
      std::string::npos);
}

// It answers all else at once, so its messages grow to some hundred decisions;
// as many first leads in one message would take several times the limit.
TEST_F(TimeTest, ABotThatIsSlowInOnePhaseOnlyIsNotFloodedThere) {
  const std::string out = folder_.path("slow");
  const ProgramResult run =
      RunProgram({kCouillon, "match", "builtin:greedy",
                  "slow=" + kBroken + " --fault slow-first-lead", "--ruleset",
                  "basic-gerver", "--deals", "256", "--seed", "time",
                  "--concurrency", "1", "--trust", "shared-process", "--limit",
                  "move:2,start:250", "--out", out});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(RunProgram({kCouillon, "faults", out}).out,
            "0 faults of 0 causes\n");
}

TEST_F(TimeTest, UsageIsReportedSeparatelyFromTheResults) {
  ASSERT_EQ(Play("usage", kBot + " --name heuristic", {}).exit_code, 0);
  const std::string status =
      RunProgram({kCouillon, "league", "status", out_}).out;
  EXPECT_NE(status.find("of CPU time"), std::string::npos) << status;
  EXPECT_EQ(status.find(" 0.00 s of CPU time"), std::string::npos) << status;
  EXPECT_EQ(Report().find("processor"), std::string::npos);
}

TEST_F(TimeTest, ABotThatSleepsHasOpenDecisionsMeanwhile) {
  const std::string out = folder_.path("sleeps");
  const ProgramResult run = RunProgram(
      {kCouillon, "match", "builtin:greedy",
       "late=" + kBroken + " --fault late", "--ruleset", "basic-gerver",
       "--deals", "8", "--seed", "time", "--concurrency", "1", "--limit",
       "move:250,start:250", "--out", out});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string status =
      RunProgram({kCouillon, "league", "status", out}).out;
  const std::string label = "  late: ";
  const std::size_t at = status.find(label);
  ASSERT_NE(at, std::string::npos) << status;
  EXPECT_GE(std::atof(status.c_str() + at + label.size()), 2) << status;
}

TEST_F(TimeTest, AnInvalidClockIsRefused) {
  for (const char* clock : {"x", "-1", "1+2+3", "1+x", "nan"}) {
    const ProgramResult run = Play("refused", kBot + " --name random",
                                   {"--limit", std::string("clock:") + clock});
    EXPECT_EQ(run.exit_code, 1) << clock;
    EXPECT_NE(run.err.find("found clock:"), std::string::npos) << run.err;
  }
}

}  // namespace
}  // namespace couillon
