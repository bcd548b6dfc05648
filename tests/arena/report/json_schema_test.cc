// Every JSON document names its schema and version. json_keys_test.cc checks
// it of the documents whose keys it lists, bot_directory_test.cc of `bot check`
// and examples_test.cc of `selftest`; here are the others.
#include "tests/arena/report/json_schema.h"

#include <algorithm>
#include <set>
#include <vector>

#include "tests/tools/command_help.h"

namespace couillon::arena {
namespace {

using testing_support::ExpectListedSchema;
using testing_support::ProgramResult;
using testing_support::RunProgram;

using testing_support::kCouillon;

nlohmann::json DocumentOf(std::vector<std::string> command) {
  command.insert(command.begin(), kCouillon);
  const ProgramResult run = RunProgram(command);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return nlohmann::json::parse(run.out, nullptr, false);
}

class JsonSchemaTest
    : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(JsonSchemaTest, DocumentNamesItsSchema) {
  std::vector<std::string> command = GetParam();
  command.insert(command.end(), {"--format", "json"});
  ExpectListedSchema(DocumentOf(command));
}

using Words = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(
    All, JsonSchemaTest,
    ::testing::Values(Words{"rules"}, Words{"rules", "fr"}, Words{"sandbox"},
                      Words{"sprt", "elo0=0", "elo1=5"},
                      Words{"bench", "--rows", "engine", "--seconds", "0.02"}));

TEST(JsonSchemasTest, AnalysedDealNamesItsSchema) {
  const nlohmann::json solved =
      DocumentOf({"solve", "--ruleset", "basic-gerver", "--seed", "x",
                  "--format", "json"});
  ExpectListedSchema(solved);
  ExpectListedSchema(DocumentOf(
      {"analyse", solved.at("deal").get<std::string>(), "--format", "json"}));
}

TEST(JsonSchemasTest, EveryCommandThatPrintsJsonIsTested) {
  const std::set<std::string> tested = {
      "analyse",  "arena report", "arena status",   "league status",
      "audit",    "bench",        "bot check",      "exploit",
      "fairness", "faults",       "rate",           "report",
      "rules",    "sandbox",      "selftest deals", "selftest stats",
      "solve",    "sprt"};
  const std::set<std::string> lines = {"deal"};  // an object per line
  std::set<std::string> found;
  for (const tests::CommandHelp& help : tests::ReadHelps(kCouillon)) {
    if (std::ranges::count(help.options, "--format") == 0) continue;
    const ProgramResult run =
        RunProgram({"/bin/sh", "-c", kCouillon + " " + help.name + " --help"});
    if (run.out.find("--format text|json") == std::string::npos) continue;
    if (!lines.contains(help.name)) found.insert(help.name);
  }
  EXPECT_EQ(found, tested);
}

}  // namespace
}  // namespace couillon::arena
