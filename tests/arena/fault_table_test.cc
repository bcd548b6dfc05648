// The table of docs/faults.md: one bot that breaks the contract in one way, two
// honest ones, real processes. The verdict is the right one, the others'
// results are the bytes that they are without it, the league ends, and nothing
// is left behind.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProcessesWith;
using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

const std::string kCouillon = COUILLON_PROGRAM;
const std::string kBot = COUILLON_BOT_PROGRAM;
const std::string kBroken = COUILLON_BROKEN_BOT_PROGRAM;

struct FaultCase {
  std::string fault;
  std::string verdict;  // empty: nothing comes of it
  // What its detail, or the referee's refusal, has to say.
  std::string told;
};

void PrintTo(const FaultCase& fault, std::ostream* out) { *out << fault.fault; }

std::string NameOf(const ::testing::TestParamInfo<FaultCase>& info) {
  std::string name = info.param.fault;
  std::erase(name, '-');
  return name;
}

class FaultTest : public ::testing::TestWithParam<FaultCase> {
 protected:
  // Everything that the referee starts has this in its environment; its
  // sockets go to a folder that nobody else uses.
  FaultTest() {
    std::filesystem::create_directory(temporary_);
    setenv("TMPDIR", temporary_.c_str(), 1);
    setenv("COUILLON_TEST_MARK", mark_.c_str(), 1);
  }
  ~FaultTest() override {
    unsetenv("TMPDIR");
    unsetenv("COUILLON_TEST_MARK");
  }

  ProgramResult Play(const std::string& fault, const std::string& out,
                     const std::string& move_limit = "0.5",
                     const std::vector<std::string>& more = {}) {
    std::vector<std::string> command = {
        kCouillon,
        "league",
        "run",
        "--bots",
        "honest=" + kBot + " --name greedy",
        "other=builtin:random",
        "broken=" + kBroken + " --fault " + fault,
        "--ruleset",
        "basic-gerver,mit-malmedy",
        "--deals",
        "32",
        "--block",
        "16",
        "--seed",
        "faults",
        "--concurrency",
        "2",
        "--st",
        move_limit,
        "--start-limit",
        "1.5",
        "--timemargin",
        "100",
        "--most-faults",
        "2",
        "--out-after",
        "1",
        "--recover",
        "3",
        "--bot-memory",
        "400",
        "--bot-processes",
        "60",
        "--bot-cpu",
        "20",
        "--bot-env",
        "COUILLON_TEST_MARK",
        "--out",
        out};
    command.insert(command.end(), more.begin(), more.end());
    const auto begin = std::chrono::steady_clock::now();
    const ProgramResult result = RunProgram(command);
    EXPECT_LT(std::chrono::steady_clock::now() - begin,
              std::chrono::seconds(60));
    NothingIsLeft();
    return result;
  }

  void NothingIsLeft() {
    EXPECT_TRUE(ProcessesWith("COUILLON_TEST_MARK=" + mark_).empty());
    EXPECT_TRUE(std::filesystem::is_empty(temporary_));
  }

  static json Report(const std::string& directory) {
    const ProgramResult report =
        RunProgram({kCouillon, "report", directory, "--format", "json"});
    EXPECT_EQ(report.exit_code, 0) << report.err;
    return json::parse(report.out, nullptr, false);
  }

  // The pairings of the two honest bots, as printed.
  static std::string Honest(const json& report) {
    std::string text;
    for (const json& ruleset : report["rulesets"]) {
      text += ruleset["pairings"][0].dump() + "\n";
    }
    return text;
  }

  // What they are when nobody is broken.
  std::string Reference() {
    static const std::string kReference = [this] {
      const std::string out = folder_.path("reference");
      EXPECT_EQ(Play("none", out).exit_code, 0);
      const json report = Report(out);
      EXPECT_TRUE(report["faults"].empty());
      return Honest(report);
    }();
    return kReference;
  }

  void ExpectVerdict(const json& report) {
    std::string verdicts;
    for (const json& fault : report["faults"]) {
      EXPECT_EQ(fault["bot"], "broken");
      verdicts += fault["verdict"].get<std::string>();
    }
    EXPECT_EQ(verdicts, GetParam().verdict);
    std::int64_t forfeits = 0;
    for (const json& ruleset : report["rulesets"]) {
      for (const json& pairing : ruleset["pairings"]) {
        forfeits += pairing["forfeits"].get<std::int64_t>();
      }
    }
    EXPECT_EQ(forfeits > 0, !GetParam().verdict.empty());
  }

  TemporaryFolder folder_;
  const std::string temporary_ = folder_.path("t");
  const std::string mark_ = std::to_string(getpid());
};

using PlayFaultTest = FaultTest;

TEST_P(PlayFaultTest, CostsNobodyElse) {
  const std::string reference = Reference();
  const std::string out = folder_.path("league");
  const ProgramResult run = Play(GetParam().fault, out);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json report = Report(out);
  EXPECT_EQ(Honest(report), reference);
  ExpectVerdict(report);
  EXPECT_NE(run.err.find(GetParam().told), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos) << "steers the terminal";
}

INSTANTIATE_TEST_SUITE_P(
    Table, PlayFaultTest,
    ::testing::Values(
        FaultCase{"crashes", "crash", "signal 6"},
        FaultCase{"exits", "crash", "exited with status 0"},
        FaultCase{"exits-after", "crash", ""},
        FaultCase{"hangs", "timeout", "gave no answer for 600 ms"},
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
        FaultCase{"million", "protocol_error", "answered 1000"},
        FaultCase{"garbage", "protocol_error", "cannot be read"},
        FaultCase{"empty-messages", "protocol_error", "without an answer"},
        FaultCase{"unknown-fields", "", ""},
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

using NoisyFaultTest = FaultTest;

TEST_P(NoisyFaultTest, CostsNobodyElse) {
  const std::string reference = Reference();
  const std::string out = folder_.path("league");
  // A gigabyte takes its time.
  const ProgramResult run = Play(GetParam().fault, out, "20");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Honest(Report(out)), reference);
  ExpectVerdict(Report(out));
  EXPECT_NE(run.err.find(GetParam().told), std::string::npos) << run.err;
}

INSTANTIATE_TEST_SUITE_P(
    Table, NoisyFaultTest,
    ::testing::Values(
        FaultCase{"writes-stderr", "", ""}, FaultCase{"fills-tmp", "", ""},
        FaultCase{"huge-message", "protocol_error", "larger than max"},
        FaultCase{"eats-memory", "crash", "of memory, at most 400"},
        FaultCase{"forks", "crash", "processes, at most 60"}),
    NameOf);

using SlowFaultTest = FaultTest;

// Within the limit of every silence, and yet it would take an hour.
TEST_P(SlowFaultTest, CostsNobodyElse) {
  const std::string reference = Reference();
  const std::string out = folder_.path("league");
  const ProgramResult run =
      Play(GetParam().fault, out, "20", {"--unit-budget", "5"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(Honest(Report(out)), reference);
  ExpectVerdict(Report(out));
  EXPECT_NE(run.err.find(GetParam().told), std::string::npos) << run.err;
}

INSTANTIATE_TEST_SUITE_P(Table, SlowFaultTest,
                         ::testing::Values(FaultCase{
                             "slow-drip", "timeout",
                             "in one unit of work, at most 5100 ms"}),
                         NameOf);

using StartFaultTest = FaultTest;

TEST_P(StartFaultTest, OnTrialItIsRefusedBeforePlay) {
  const std::string out = folder_.path("league");
  const ProgramResult run = Play(GetParam().fault, out);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.err.find("bot broken"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find(GetParam().told), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find('\x1b'), std::string::npos) << "steers the terminal";
  EXPECT_LT(run.err.size(), 20'000U);
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_P(StartFaultTest, LaterItForfeitsWhatItHasToPlay) {
  const std::string reference = Reference();
  const std::string out = folder_.path("league");
  const ProgramResult run = Play(GetParam().fault + " --after-trial", out);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json report = Report(out);
  EXPECT_EQ(Honest(report), reference);
  ExpectVerdict(report);
}

INSTANTIATE_TEST_SUITE_P(
    Table, StartFaultTest,
    ::testing::Values(
        FaultCase{"start-exits", "start_failure", "no \\x1b[31mmodel\\xff"},
        FaultCase{"start-never", "start_failure", "not ready within 1600 ms"},
        FaultCase{"start-late", "start_failure", "not ready within 1600 ms"},
        FaultCase{"start-not-grpc", "start_failure", "not ready within"},
        FaultCase{"start-eats-memory", "start_failure", "MB of memory"},
        FaultCase{"start-writes", "start_failure", ""},
        FaultCase{"describe-hangs", "start_failure", "Describe"},
        FaultCase{"describe-fails", "start_failure", "Describe"},
        FaultCase{"describe-garbage", "start_failure", "Describe"},
        FaultCase{"describe-huge", "start_failure", "Describe"},
        FaultCase{"describe-long", "start_failure", "name has 3145728 bytes"},
        FaultCase{"describe-control", "start_failure", "control characters"},
        FaultCase{"describe-not-utf8", "start_failure", "Describe"},
        FaultCase{"describe-many", "start_failure", "rulesets has 1000000"}),
    NameOf);

}  // namespace
}  // namespace couillon
