// The table of docs/faults.md: a bot that violates the protocol in one way, two
// correct bots, real processes. The verdict is the right one, the results of
// the others are the same bytes as without the fault, the league ends, and
// nothing is left behind.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/arena/faults/fault_fixture.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using testing_support::FaultCase;
using testing_support::FaultTest;
using testing_support::NameOf;
using testing_support::ProgramResult;

using PlayFaultTest = FaultTest;

TEST_P(PlayFaultTest, CostsNoOtherBot) {
  const ProgramResult run =
      ExpectNoCostToOthers(GetParam().fault, LimitsOfCase());
  EXPECT_TRUE(SaysSo(run.err)) << run.err;
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos) << "steers the terminal";
}

// The bot sends more than the 64 KiB that may be unread. If the referee is
// slow, it sees the flood first, otherwise the invalid messages.
constexpr char kFlood[] = "crash|protocol_error";

INSTANTIATE_TEST_SUITE_P(
    Table, PlayFaultTest,
    ::testing::Values(
        FaultCase{"crashes", "crash", "signal 6"},
        FaultCase{"exits", "crash", "exited with status 0"},
        FaultCase{"exits-after", "crash", ""},
        FaultCase{"hangs", "timeout", "gave no answer for 300 ms"},
        FaultCase{"stops", "timeout", "gave no answer"},
        FaultCase{"late", "timeout", "gave no answer"},
        FaultCase{"illegal", "illegal_action", "answered re"},
        FaultCase{"action-huge", "illegal_action", "action 2147483648"},
        FaultCase{"id-unknown", "protocol_error", "which is not open"},
        FaultCase{"id-twice", "protocol_error", ""},
        FaultCase{"id-late", "protocol_error", ""},
        FaultCase{"early", "protocol_error", ""},
        FaultCase{"skips", "timeout", "gave no answer"},
        FaultCase{"columns", "protocol_error", "decision_ids and"},
        FaultCase{"million", kFlood, "larger than max|not read yet"},
        FaultCase{"answers-more", "protocol_error", "decisions, but"},
        FaultCase{"garbage", "protocol_error", "sent an unreadable message"},
        FaultCase{"empty-messages", kFlood, "without an answer|not read yet"},
        FaultCase{"unknown-fields", kFlood, "larger than max|not read yet"},
        FaultCase{"unknown-small", "protocol_error",
                  "bytes since its last answer with"},
        FaultCase{"empty-large", kFlood,
                  "bytes since its last answer with|not read yet"},
        FaultCase{"closes", "disconnect", "closed the stream"},
        FaultCase{"closes-rudely", "disconnect", "\\x1b[31m"},
        FaultCase{"metadata", "protocol_error", ""},
        FaultCase{"reopens", "disconnect", "closed the stream"},
        FaultCase{"removes-socket", "", ""}, FaultCase{"takes-sockets", "", ""},
        FaultCase{"children", "crash", ""},
        FaultCase{"spins", "timeout", "gave no answer"},
        FaultCase{"becomes-other", "disconnect", ""},
        FaultCase{"kills-parent", "", ""}, FaultCase{"traces-parent", "", ""}),
    NameOf);

INSTANTIATE_TEST_SUITE_P(
    SeatsApart, PlayFaultTest,
    ::testing::Values(FaultCase{"crashes", "crash", "signal 6", true},
                      FaultCase{"hangs", "timeout", "gave no answer", true},
                      FaultCase{"illegal", "illegal_action", "answered re",
                                true},
                      FaultCase{"takes-sockets", "", "", true}),
    NameOf);

using NoisyFaultTest = FaultTest;

TEST_P(NoisyFaultTest, CostsNoOtherBot) {
  const ProgramResult run = ExpectNoCostToOthers(GetParam().fault);
  EXPECT_TRUE(SaysSo(run.err)) << run.err;
}

INSTANTIATE_TEST_SUITE_P(Table, NoisyFaultTest,
                         ::testing::Values(FaultCase{"none", "", ""},
                                           FaultCase{"writes-stderr", "", ""},
                                           FaultCase{"fills-tmp", "", ""},
                                           FaultCase{"eats-memory", "crash",
                                                     "of memory, at most 400"},
                                           FaultCase{"forks", "crash",
                                                     "processes, at most 60"}),
                         NameOf);

using SlowFaultTest = FaultTest;

// Never exceeds the move limit, and yet it would take an hour.
TEST_P(SlowFaultTest, CostsNoOtherBot) {
  const ProgramResult run =
      ExpectNoCostToOthers(GetParam().fault, {}, {"--limit", "unit:5"});
  EXPECT_TRUE(SaysSo(run.err)) << run.err;
}

INSTANTIATE_TEST_SUITE_P(Table, SlowFaultTest,
                         ::testing::Values(FaultCase{
                             "slow-drip", "timeout",
                             "in one unit of work, at most 5100 ms"}),
                         NameOf);

using StartFaultTest = FaultTest;

TEST_P(StartFaultTest, OnTrialItIsRefusedBeforePlay) {
  const std::string out = folder_.path("league");
  ProgramResult run = Play(GetParam().fault, out, LimitsOfCase());
  if (!SaysSo(run.err)) {
    run = Play(GetParam().fault, out, Longer(LimitsOfCase()));
  }
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("bot broken"), std::string::npos) << run.err;
  EXPECT_TRUE(SaysSo(run.err)) << run.err;
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos) << "steers the terminal";
  EXPECT_LT(run.err.size(), 20'000U);
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_P(StartFaultTest, LaterItForfeitsWhatItHasToPlay) {
  ExpectNoCostToOthers(GetParam().fault + " --after-trial", LimitsOfCase());
}

INSTANTIATE_TEST_SUITE_P(
    Table, StartFaultTest,
    ::testing::Values(
        FaultCase{"start-exits", "start_failure", "no \\x1b[31mmodel\\xff"},
        FaultCase{"start-never", "start_failure", " ms: there is no socket"},
        FaultCase{"start-late", "start_failure", " ms: there is no socket"},
        FaultCase{"start-not-grpc", "start_failure",
                  "its socket speaks something else, it began with \"\\xff"},
        FaultCase{"start-http1", "start_failure",
                  "its socket speaks HTTP/1, it began with \"HTTP/1.1 400"},
        FaultCase{"start-file", "start_failure", "a regular file instead of"},
        FaultCase{"start-mute", "start_failure",
                  " ms: its socket accepts connections, "
                  "but sends nothing"},
        FaultCase{"start-no-accept", "start_failure",
                  " ms: its socket accepts connections, "
                  "but sends nothing"},
        FaultCase{"start-hangs-up", "start_failure",
                  " ms: its socket accepts connections "
                  "and closes them"},
        FaultCase{"start-eats-memory", "start_failure", "MB of memory"},
        FaultCase{"start-writes", "start_failure", ""},
        FaultCase{"describe-hangs", "start_failure",
                  " ms: did not answer Describe"},
        FaultCase{"describe-fails", "start_failure", "Describe"},
        FaultCase{"describe-garbage", "start_failure", "Describe"},
        FaultCase{"describe-huge", "start_failure", "Describe"},
        FaultCase{"describe-long", "start_failure", "name has 100000 bytes"},
        FaultCase{"describe-control", "start_failure", "control characters"},
        FaultCase{"describe-sdk", "start_failure", "sdk is "},
        FaultCase{"describe-sdk-long", "start_failure", "sdk has 100000 bytes"},
        FaultCase{"describe-not-utf8", "start_failure", "Describe"},
        FaultCase{"describe-many", "start_failure", "rulesets has 50000"}),
    NameOf);

}  // namespace
}  // namespace couillon
