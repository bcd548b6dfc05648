// The bots that gain by memory or by signals, audited: each is named where
// nothing keeps it from gaining, and none under the defaults.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tests/broken/memory/channel.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using bots::broken::RemoveFilesOf;
using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunningProgram;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

using testing_support::kCouillon;

struct FixtureCase {
  std::string name;   // of the fault
  bool in_a_process;  // whether one process suffices for its gain
};

void PrintTo(const FixtureCase& fixture, std::ostream* out) {
  *out << fixture.name;
}

class FixtureAuditTest : public ::testing::TestWithParam<FixtureCase> {
 protected:
  // Plays a league of the fixture with its twins, and returns its audit.
  json Audited(const std::vector<std::string>& options,
               const std::vector<std::string>& audit_options) {
    const std::string out = folder_.path("league");
    std::vector<std::string> command = {
        kCouillon,
        "league",
        "run",
        "--bots",
        "a=builtin:greedy",
        "b=builtin:greedy",
        "fixture=" + std::string(COUILLON_BROKEN_BOT_PROGRAM) + " --fault " +
            GetParam().name,
        "--ruleset",
        "basic-gerver",
        "--deals",
        "400",
        "--block",
        "16",
        "--concurrency",
        "1",
        "--seed",
        "audited fixtures",
        "--record",
        "deals",
        "--limit",
        "start:250,move:250",
        "--quiet",
        "--out",
        out};
    command.insert(command.end(), options.begin(), options.end());
    RunningProgram run(command, log_);
    EXPECT_EQ(run.Wait(), 0) << ReadFile(log_);
    std::vector<std::string> audit = {kCouillon, "audit",    out,
                                      "--quiet", "--format", "json"};
    audit.insert(audit.end(), audit_options.begin(), audit_options.end());
    const ProgramResult audited = RunProgram(audit);
    EXPECT_EQ(audited.exit_code, 0) << audited.err;
    RemoveFilesOf(run.pid());  // a bot is killed before it could
    const json report = json::parse(audited.out, nullptr, false);
    return report.is_discarded() ? json() : report["bots"][0];
  }

 private:
  TemporaryFolder folder_;
  const std::string log_ = folder_.path("log");
};

TEST_P(FixtureAuditTest, GainOfAMemoryIsNamed) {
  json fixture;
  if (GetParam().in_a_process) {
    // Small batches keep few tables open. With large ones all pairings are
    // under way at once, and no deal has ended before it is played again.
    fixture = Audited({"--trust", "same-deals", "--trust", "shared-process",
                       "--limit", "batch:4"},
                      {});
  } else {
    // Its own sandboxes keep the processes of the audit apart.
    if (RunProgram({"/usr/bin/env", "bwrap", "--ro-bind", "/", "/", "true"})
            .exit_code != 0) {
      GTEST_SKIP() << "bubblewrap does not work here";
    }
    fixture = Audited({"--isolation", "none"}, {"--isolation", "bwrap"});
  }
  EXPECT_EQ(fixture["verdict"], "better") << fixture;
  EXPECT_GT(fixture["changed"], 0) << fixture;
}

TEST_P(FixtureAuditTest, NothingIsFoundUnderTheDefaults) {
  const json fixture = Audited({}, {});
  // Now and then it takes one deal for another that it has seen before, so two
  // processes that are asked in two orders answer differently.
  EXPECT_TRUE(fixture["verdict"] == "alike" ||
              fixture["verdict"] == "not_reproducible")
      << fixture;
  EXPECT_LE(fixture["seen_deals"]["interval"][0], 0) << fixture;
  EXPECT_EQ(fixture["asked"], 200) << fixture;
}

INSTANTIATE_TEST_SUITE_P(
    , FixtureAuditTest,
    ::testing::Values(FixtureCase{"remembers-deals", true},
                      FixtureCase{"remembers-partner", true},
                      FixtureCase{"remembers-seating", true},
                      FixtureCase{"tells-by-file", false},
                      FixtureCase{"tells-by-network", false}),
    [](const auto& instance) {
      std::string name = instance.param.name;
      std::erase(name, '-');
      return name;
    });

}  // namespace
}  // namespace couillon
