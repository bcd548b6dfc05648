// What tests of `rate` and `sprt` share: their JSON, files of pairs, a league.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>  // IWYU pragma: keep
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/program.h"
#include "tests/tools/run_command.h"
#include "tools/commands/shared/command.h"

namespace couillon::tests {

// What a command, which `add` adds under its name, prints as JSON.
template <typename Add>
nlohmann::json JsonOf(Add add, const char* name,
                      std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), name);
  arguments.insert(arguments.end(), {"--format", "json"});
  const CommandRun run = RunCommand(add, arguments);
  EXPECT_EQ(run.exit_code, tools::kExitDone) << run.error;
  return nlohmann::json::parse(run.out);
}

inline nlohmann::json Rate(std::vector<std::string> arguments) {
  return JsonOf(tools::AddRateCommand, "rate", std::move(arguments));
}

inline nlohmann::json Sprt(std::vector<std::string> arguments) {
  return JsonOf(tools::AddSprtCommand, "sprt", std::move(arguments));
}

class PairsFileTest : public ::testing::Test {
 protected:
  std::string Write(const std::string& text) {
    const std::string path = folder_.path("pairs.csv");
    testing_support::WriteFile(path, text);
    return path;
  }
  static CommandRun Run(const std::string& path) {
    return RunCommand(tools::AddRateCommand, {"rate", "--pairs", path});
  }
  testing_support::TemporaryFolder folder_;
};

// A league of two bots on 64 deals in the folder "league".
class StoredLeagueTest : public PairsFileTest {
 protected:
  void SetUp() override {
    const CommandRun run = RunCommand(
        tools::AddMatchCommand, {"match", "builtin:heuristic", "builtin:random",
                                 "--ruleset", "basic-gerver", "--deals", "64",
                                 "--seed", "stored", "--out", league()});
    ASSERT_EQ(run.exit_code, tools::kExitDone) << run.error;
  }
  [[nodiscard]] std::string league() const { return folder_.path("league"); }
};

}  // namespace couillon::tests
