#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon::tests {
namespace {

using tools::AddSelfTestCommand;
using tools::kExitDone;
using tools::kExitUsage;

CommandRun RunSelfTest(const std::string& runs) {
  return RunCommand(AddSelfTestCommand,
                    {"selftest", "stats", "--runs", runs, "--format", "json"});
}

TEST(SelfTestCommandTest, TheInstrumentFindsWhatIsKnown) {
  const CommandRun run = RunSelfTest("300");
  EXPECT_EQ(run.exit_code, kExitDone) << run.out << run.error;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_TRUE(json["passed"]);
  std::set<std::string> groups;
  for (const auto& check : json["checks"]) {
    EXPECT_TRUE(check["passed"]) << check;
    groups.insert(check["group"]);
  }
  EXPECT_GE(groups.size(), 13U);
}

TEST(SelfTestCommandTest, TheSameSeedGivesTheSameBytes) {
  EXPECT_EQ(RunSelfTest("10").out, RunSelfTest("10").out);
}

TEST(SelfTestCommandTest, RefusesTooFewRuns) {
  EXPECT_EQ(RunSelfTest("9").exit_code, kExitUsage);
}

}  // namespace
}  // namespace couillon::tests
