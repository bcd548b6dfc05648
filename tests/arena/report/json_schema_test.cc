// Every JSON document names its schema and version. json_keys_test.cc checks
// it of the documents whose keys it lists, bot_directory_test.cc of `bot check`
// and examples_test.cc of `selftest`; here are the others.
#include "tests/arena/report/json_schema.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "absl/strings/str_split.h"
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

// The names in the first line of a report as CSV.
Words CsvColumns(const std::string& folder, Words league) {
  league.insert(league.begin(), {kCouillon, "league", "run"});
  league.insert(league.end(), {"--seed", "columns", "--quiet", "--isolation",
                               "none", "--out", folder});
  const ProgramResult played = RunProgram(league);
  EXPECT_EQ(played.exit_code, 0) << played.err;
  const ProgramResult csv =
      RunProgram({kCouillon, "report", folder, "--format", "csv"});
  return absl::StrSplit(csv.out.substr(0, csv.out.find('\n')), ',');
}

TEST(ReportCsvTest, EveryColumnIsDocumented) {
  const std::string page = testing_support::ReadFile(COUILLON_FORMATS_PAGE);
  const std::string section =
      page.substr(page.find("## The tables of `report --format csv`"));
  const std::string tables = section.substr(0, section.find("\n## Parquet"));
  const testing_support::TemporaryFolder folder;
  const Words bots = {"--bots", "builtin:greedy", "builtin:first-legal",
                      "builtin:random", "builtin:heuristic"};
  const std::vector<Words> formats = {
      {"--ruleset", "fr", "--deals", "4", "--audit", "2", "--record", "deals"},
      {"--ruleset", "fr", "--matches", "2"},
      {"--ruleset", "troeven-3-solo", "--format", "three-way", "--deals", "2"},
      {"--ruleset", "fr", "--format", "individual", "--deals", "2"}};
  std::size_t columns = 0;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    Words league = bots;
    league.insert(league.end(), formats[i].begin(), formats[i].end());
    for (std::string name :
         CsvColumns(folder.path(std::to_string(i)), league)) {
      ++columns;
      if (name.ends_with("_lo") || name.ends_with("_hi")) {
        name.resize(name.size() - 3);
      }
      // Those of the second bot are named like those of the first.
      const std::string first =
          name.starts_with("second_audit") ? "first" + name.substr(6) : name;
      EXPECT_NE(tables.find("`" + first + "`"), std::string::npos) << name;
    }
  }
  EXPECT_GT(columns, 100U);
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
