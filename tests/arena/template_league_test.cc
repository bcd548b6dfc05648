// From nothing to a first league in every language: the template is made,
// built and played as docs/write-a-bot.md says.
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace couillon {
namespace {

using nlohmann::json;
using testing_support::ProgramResult;
using testing_support::ReadFile;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;

const std::string kCouillon = COUILLON_PROGRAM;
const std::string kSource = COUILLON_SOURCE;

struct Template {
  std::string language;
  std::string made;  // the last file that building its SDK makes
};

std::ostream& operator<<(std::ostream& out, const Template& one) {
  return out << one.language;
}

std::vector<Template> Templates() {
  const std::string built = kSource + "/build/bots/";
  return {{"cpp", kSource + "/bots/cpp/bot_server.h"},
          {"python", kSource + "/build/venv/.installed"},
          {"node", built + "node.built"},
          {"go", built + "go.built"},
          {"rust", built + "rust.built"},
          {"java", built + "java.built"}};
}

class TemplateLeagueTest : public ::testing::TestWithParam<Template> {};

TEST_P(TemplateLeagueTest, NewBotBuildsAndPlaysWithoutAFault) {
  const Template& one = GetParam();
  if (access(one.made.c_str(), R_OK) != 0) {
    const std::string why =
        kSource + "/build/bots/" + one.language + ".skipped";
    GTEST_SKIP() << (access(why.c_str(), R_OK) == 0
                         ? ReadFile(why)
                         : one.made + " is missing: run tools/setup.sh --bots");
  }
  const TemporaryFolder folder;
  const std::string bot = folder.path("my_bot");
  const ProgramResult made =
      RunProgram({kCouillon, "bot", "new", "--lang", one.language, bot});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const ProgramResult built = RunProgram({kCouillon, "bot", "build", bot});
  ASSERT_EQ(built.exit_code, 0) << built.out << built.err;
  const std::string out = folder.path("league");
  const ProgramResult run = RunProgram(
      {kCouillon, "league", "run", "--bots", bot, "builtin:random", "--ruleset",
       "basic-gerver,mit-malmedy", "--deals", "64", "--seed", "templates",
       "--start-limit", "250", "--st", "250", "--out", out});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const json report = json::parse(
      RunProgram({kCouillon, "report", out, "--format", "json"}).out);
  EXPECT_EQ(report["league"]["bots"][0], "my_bot");
  EXPECT_EQ(report["units_done"], report["units"]);
  EXPECT_TRUE(report["faults"].empty()) << report["faults"];
}

INSTANTIATE_TEST_SUITE_P(All, TemplateLeagueTest,
                         ::testing::ValuesIn(Templates()),
                         ::testing::PrintToStringParamName());

}  // namespace
}  // namespace couillon
