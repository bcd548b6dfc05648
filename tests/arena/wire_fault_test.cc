// Bots that break HTTP/2 and gRPC below the messages of the contract: the
// verdict is one of theirs, the others' results are the bytes that they are
// without it, and the referee stays small.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/arena/fault_fixture.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::FaultCase;
using testing_support::FaultTest;
using testing_support::NameOf;
using testing_support::ProgramResult;

// A referee of two workers takes 25 MB, and 16 MB more for each connection
// that a bot fills.
constexpr std::int64_t kMostBytes = std::int64_t{200} << 20;

class WireFaultTest : public FaultTest {
 protected:
  // Each fault is the broken bot's and has one of the verdicts, which are
  // divided by "|": with some faults it depends on what comes first.
  static void ExpectVerdicts(const json& report) {
    const std::string expected = "|" + GetParam().verdict + "|";
    EXPECT_EQ(report["faults"].empty(), GetParam().verdict.empty());
    for (const json& fault : report["faults"]) {
      EXPECT_EQ(fault["bot"], "broken");
      EXPECT_NE(expected.find("|" + fault["verdict"].get<std::string>() + "|"),
                std::string::npos)
          << fault;
    }
  }

  static void ExpectQuiet(const ProgramResult& run) {
    EXPECT_NE(run.err.find(GetParam().told), std::string::npos) << run.err;
    EXPECT_EQ(run.err.find('\x1b'), std::string::npos) << "steers the terminal";
    // Lines of gRPC's log begin with a level, a date and a time.
    EXPECT_EQ(run.err.find(".cc:"), std::string::npos) << run.err;
    EXPECT_LT(run.peak_bytes, kMostBytes);
  }
};

using WirePlayFaultTest = WireFaultTest;

TEST_P(WirePlayFaultTest, CostsNobodyElse) {
  const std::string reference = Reference();
  const std::string out = folder_.path("league");
  const ProgramResult run = Play(GetParam().fault, out);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json report = Report(out);
  EXPECT_EQ(Honest(report), reference);
  ExpectVerdicts(report);
  ExpectQuiet(run);
}

constexpr char kAny[] = "disconnect|protocol_error|timeout";

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
        FaultCase{"wire-padding", "protocol_error", "cannot be read"},
        FaultCase{"wire-header-list", "protocol_error", "exceeds limit"},
        FaultCase{"wire-continuations", kAny, ""},
        FaultCase{"wire-pings", kAny, ""}, FaultCase{"wire-settings", kAny, ""},
        FaultCase{"wire-empty-data", kAny, ""},
        FaultCase{"wire-window", kAny, ""},
        FaultCase{"wire-length-lies", kAny, ""},
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
  const ProgramResult run = Play(GetParam().fault, out);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("bot broken"), std::string::npos) << run.err;
  EXPECT_FALSE(std::filesystem::exists(out));
  ExpectQuiet(run);
}

TEST_P(WireStartFaultTest, LaterItForfeitsWhatItHasToPlay) {
  const std::string reference = Reference();
  const std::string out = folder_.path("league");
  const ProgramResult run = Play(GetParam().fault + " --after-trial", out);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json report = Report(out);
  EXPECT_EQ(Honest(report), reference);
  ExpectVerdicts(report);
  ExpectQuiet(run);
}

INSTANTIATE_TEST_SUITE_P(
    Table, WireStartFaultTest,
    ::testing::Values(
        FaultCase{"describe-no-status", "start_failure", "Describe"},
        FaultCase{"describe-trailers-only", "start_failure", "Describe"},
        FaultCase{"describe-http-500", "start_failure", "status: 500"},
        FaultCase{"describe-goaway", "start_failure", "GOAWAY"},
        FaultCase{"describe-gzip-bomb", "start_failure", "'gzip' is disabled"}),
    NameOf);

}  // namespace
}  // namespace couillon
