// Bots that violate HTTP/2 and gRPC below the messages of the protocol: the
// verdict is against them, the results of the others are the same bytes as
// without the fault, and the referee's memory stays small.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tests/arena/faults/fault_fixture.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::FaultCase;
using testing_support::FaultTest;
using testing_support::kBot;
using testing_support::kCouillon;
using testing_support::NameOf;
using testing_support::ProgramResult;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;

// The limit on the referee's memory, in bytes. It takes 25 MB with its two
// workers, and 16 MB more per connection that a bot fills. How much of a long
// message arrives before the flood is detected depends on the machine, so these
// faults may take more: "huge-message" its 100 MB once per worker,
// "wire-length-lies" half of the 2 GB that it sends.
std::int64_t MostBytes(const std::string& fault) {
  constexpr std::int64_t kMax = std::int64_t{200} << 20;
  if (fault == "huge-message") return kMax + std::int64_t{2} * 100'000'000;
  if (fault == "wire-length-lies") return std::int64_t{1} << 30;
  return kMax;
}

class WireFaultTest : public FaultTest {
 protected:
  static void ExpectQuiet(const ProgramResult& run) {
    EXPECT_TRUE(SaysSo(run.err)) << run.err;
    EXPECT_EQ(run.err.find('\x1b'), std::string::npos) << "steers the terminal";
    // Lines of gRPC's log begin with a level, a date and a time.
    EXPECT_EQ(run.err.find(".cc:"), std::string::npos) << run.err;
    EXPECT_LT(run.peak_bytes, MostBytes(GetParam().fault));
  }
};

using WirePlayFaultTest = WireFaultTest;

TEST_P(WirePlayFaultTest, CostsNoOtherBot) {
  ExpectQuiet(ExpectNoCostToOthers(GetParam().fault, LimitsOfCase()));
}

// Depends on what is seen first: the flood itself ("crash") or its effect.
constexpr char kAny[] = "crash|disconnect|protocol_error|timeout";

INSTANTIATE_TEST_SUITE_P(
    Table, WirePlayFaultTest,
    ::testing::Values(
        FaultCase{"wire-no-status", "disconnect", "No status received"},
        FaultCase{"wire-odd-status", "disconnect", "closed the stream"},
        FaultCase{"wire-http-500", "disconnect", "status: 500"},
        FaultCase{"wire-odd-headers", "", ""},
        FaultCase{"wire-no-headers", "timeout", "gave no answer"},
        FaultCase{"wire-reset", "disconnect", "RST_STREAM with error code 7"},
        FaultCase{"wire-goaways", kAny, ""},
        FaultCase{"wire-closed-window", "timeout", "gave no answer"},
        FaultCase{"wire-padding", "protocol_error",
                  "sent an unreadable message"},
        FaultCase{"wire-header-list", "protocol_error", "exceeds limit"},
        FaultCase{"wire-continuations", kAny, ""},
        FaultCase{"wire-pings", kAny, ""}, FaultCase{"wire-settings", kAny, ""},
        FaultCase{"wire-empty-data", kAny, ""},
        FaultCase{"wire-window", kAny, ""},
        FaultCase{"wire-length-lies", kAny, ""},
        FaultCase{"huge-message", kAny, ""},
        FaultCase{"wire-half-message", "timeout", "gave no answer"},
        FaultCase{"wire-compressed-flag", "", ""},
        FaultCase{"wire-bad-flag", "timeout", "gave no answer"},
        FaultCase{"wire-push", "timeout", "gave no answer"},
        FaultCase{"wire-unknown-frames", "", ""},
        FaultCase{"wire-gzip-bomb", "protocol_error", "'gzip' is disabled"}),
    NameOf);

using WireStartFaultTest = WireFaultTest;

TEST_P(WireStartFaultTest, OnTrialItIsRefusedBeforePlay) {
  const std::string out = folder_.path("league");
  ProgramResult run = Play(GetParam().fault, out, LimitsOfCase());
  if (!SaysSo(run.err)) {
    run = Play(GetParam().fault, out, Longer(LimitsOfCase()));
  }
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("bot broken"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(out));
  ExpectQuiet(run);
}

TEST_P(WireStartFaultTest, LaterItForfeitsWhatItHasToPlay) {
  ExpectQuiet(ExpectNoCostToOthers(GetParam().fault + " --after-trial",
                                   LimitsOfCase()));
}

INSTANTIATE_TEST_SUITE_P(
    Table, WireStartFaultTest,
    ::testing::Values(
        FaultCase{"describe-no-status", "start_failure", "Describe"},
        FaultCase{"describe-trailers-only", "start_failure", "Describe"},
        FaultCase{"describe-http-500", "start_failure", "status: 500"},
        FaultCase{"describe-goaway", "start_failure",
                  " ms: did not answer Describe: GOAWAY"},
        FaultCase{"describe-gzip-bomb", "start_failure", "'gzip' is disabled"}),
    NameOf);

// A bot that, once a file exists, ends at each start: in the trial or in play,
// also when a league is resumed.
class CrashLoopTest : public ::testing::Test {
 protected:
  CrashLoopTest() {
    WriteFile(script_,
              "case $COUILLON_LISTEN in\n*/w1000-*) at=trial;;\n"
              "*) at=play;;\nesac\ntest -e " +
                  folder_.path("dies-at-") + "$at && exit 3\nexec " + kBot +
                  " --name greedy\n");
  }

  [[nodiscard]] std::vector<std::string> Command() const {
    return {kCouillon,
            "league",
            "run",
            "--bots",
            "honest=builtin:greedy",
            "other=builtin:random",
            "loop=/bin/sh " + script_,
            "--ruleset",
            "basic-gerver",
            "--deals",
            "30000",
            "--seed",
            "loop",
            "--isolation",
            "none",
            "--limit",
            "start:250",
            "--out",
            out_};
  }

  // Plays until a unit is stored, then kills the referee.
  void PlayABit() {
    RunningProgram league(Command());
    const auto give_up =
        std::chrono::steady_clock::now() + std::chrono::minutes(5);
    for (int units = 0; units == 0;) {
      ASSERT_FALSE(league.HasEnded());
      ASSERT_LT(std::chrono::steady_clock::now(), give_up);
      const ProgramResult status =
          RunProgram({kCouillon, "league", "status", out_});
      if (status.exit_code == 0) units = std::stoi(status.out);
    }
    league.Signal(SIGKILL);
    league.Wait();
  }

  [[nodiscard]] ProgramResult Resume(
      const std::vector<std::string>& more = {}) const {
    std::vector<std::string> command = {kCouillon, "league",      "resume",
                                        out_,      "--isolation", "none"};
    command.insert(command.end(), more.begin(), more.end());
    return RunProgram(command);
  }
  [[nodiscard]] json Pairings() const {
    const ProgramResult report =
        RunProgram({kCouillon, "report", out_, "--format", "json"});
    return json::parse(report.out)["rulesets"][0]["pairings"];
  }

  TemporaryFolder folder_;
  std::string script_ = folder_.path("loop.sh");
  std::string out_ = folder_.path("league");
};

TEST_F(CrashLoopTest, AResumedLeagueGoesOnWithoutIt) {
  ASSERT_EQ(RunProgram(Command()).exit_code, 0);
  const json undisturbed = Pairings();
  std::filesystem::remove_all(out_);
  PlayABit();
  WriteFile(folder_.path("dies-at-play"), "");
  const ProgramResult resumed = Resume();
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_NE(resumed.err.find("exited with status 3"), std::string::npos);
  EXPECT_EQ(Pairings()[0], undisturbed[0]);
  EXPECT_GT(Pairings()[1]["forfeits"], 0);
}

TEST_F(CrashLoopTest, OneThatDiesOnTrialCostsNothingThatWasPlayed) {
  PlayABit();
  WriteFile(folder_.path("dies-at-trial"), "");
  const ProgramResult refused = Resume();
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("bot loop"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("exited with status 3"), std::string::npos);
  std::filesystem::remove(folder_.path("dies-at-trial"));
  EXPECT_EQ(Resume().exit_code, 0);
  EXPECT_EQ(Pairings()[1]["forfeits"], 0);
}

TEST_F(CrashLoopTest, OneThatNeverStartsAgainForfeitsIfAskedTo) {
  PlayABit();
  WriteFile(folder_.path("dies-at-trial"), "");
  WriteFile(folder_.path("dies-at-play"), "");
  const ProgramResult refused = Resume();
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_NE(refused.err.find("--forfeit"), std::string::npos) << refused.err;
  const ProgramResult resumed = Resume({"--forfeit"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_GT(Pairings()[1]["forfeits"], 0);
  EXPECT_EQ(Pairings()[0]["forfeits"], 0);
}

}  // namespace
}  // namespace couillon
