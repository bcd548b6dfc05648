// The examples that the help of every command ends with: they work as they are
// printed.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "tests/support/program.h"
#include "tests/tools/command_help.h"

namespace couillon {
namespace {

using testing_support::ProgramResult;
using testing_support::RunProgram;
using testing_support::TemporaryFolder;
using testing_support::WriteFile;
using tests::CommandHelp;

using testing_support::kCouillon;

// The program itself, and its commands: the examples of each, and of those in
// it, are a case.
const std::vector<std::string> kNames = {
    "couillon", "league",   "match",    "arena",   "play",  "report", "export",
    "faults",   "replay",   "analyse",  "rate",    "sprt",  "view",   "verify",
    "audit",    "selftest", "fairness", "exploit", "bench", "rules",  "deal",
    "trace",    "solve",    "bot",      "sandbox", "help",  "version"};

std::vector<CommandHelp> HelpsOf(const std::string& name) {
  if (name == "couillon") return {tests::ReadHelp(kCouillon)};
  return tests::ReadHelps(kCouillon, name);
}

// Runs a line of a shell in `folder`, with our programs in PATH.
ProgramResult RunLine(const std::string& folder, const std::string& line) {
  const std::string programs =
      std::filesystem::path(kCouillon).parent_path().string();
  return RunProgram({"/bin/sh", "-c",
                     "cd '" + folder + "' && export PATH='" + programs +
                         "':\"$PATH\" && " + line});
}

TEST(ExamplesTest, HelpListsTheCommandsByWhatPeopleWantToDo) {
  const ProgramResult run = RunProgram({kCouillon, "--help"});
  std::size_t at = 0;
  for (const char* heading :
       {"\nPlay:\n", "\nRead results:\n", "\nCheck:\n", "\nMeasure:\n",
        "\nRules and deals:\n", "\nWrite a bot:\n", "\nExamples:\n"}) {
    const std::size_t found = run.out.find(heading, at);
    ASSERT_NE(found, std::string::npos) << heading << run.out;
    at = found;
  }
  EXPECT_EQ(run.out.find("\nSubcommands:\n"), std::string::npos) << run.out;
}

TEST(ExamplesTest, HelpFitsAScreenAndNamesNoLimitsOfTheParser) {
  for (const CommandHelp& help : tests::ReadHelps(kCouillon)) {
    std::vector<std::string> words = {kCouillon};
    for (const auto name : absl::StrSplit(help.name, ' ', absl::SkipEmpty())) {
      words.emplace_back(name);
    }
    words.emplace_back("--help");
    const std::string text = RunProgram(words).out;
    const std::string before = text.substr(0, text.find("\nExamples:\n"));
    const std::vector<std::string> lines = absl::StrSplit(before, '\n');
    EXPECT_LE(lines.size(), 62U) << help.name;
    for (const std::string& line : lines) {
      EXPECT_LE(line.size(), 100U) << help.name << ": " << line;
    }
    EXPECT_EQ(before.find(" in ["), std::string::npos) << help.name;
    EXPECT_EQ(before.find("Excludes:"), std::string::npos) << help.name;
    words.insert(words.begin() + 1, "help");
    words.pop_back();
    EXPECT_EQ(RunProgram(words).out, text) << help.name;
  }
  EXPECT_EQ(RunProgram({kCouillon, "version"}).out,
            RunProgram({kCouillon, "-V"}).out);
  EXPECT_EQ(RunProgram({kCouillon, "help", "limitz"}).exit_code, 2);
  const std::string limits = RunProgram({kCouillon, "help", "limits"}).out;
  EXPECT_NE(limits.find("move (s, default 10)\n"), std::string::npos) << limits;
}

TEST(ExamplesTest, EveryCommandIsACase) {
  const CommandHelp help = tests::ReadHelp(kCouillon);
  std::set<std::string> commands(help.subcommands.begin(),
                                 help.subcommands.end());
  commands.insert("couillon");
  EXPECT_EQ(std::set<std::string>(kNames.begin(), kNames.end()), commands);
}

class CommandExamplesTest : public testing::TestWithParam<std::string> {
 protected:
  // Makes what examples in `helps` take for granted: a bot of the reader's own,
  // a league in which such a bot failed, and one that another example makes.
  void Prepare(const std::vector<CommandHelp>& helps) const {
    std::filesystem::create_directories(folder_.path("mine"));
    WriteFile(folder_.path("mine/bot.txtpb"),
              "name: \"mine\"\nversion: \"1\"\n"
              "command: [\"couillon-bot\", \"--name\", \"greedy\"]\n"
              "build: [\"true\"]\n");
    std::string examples;
    for (const CommandHelp& help : helps) {
      absl::StrAppend(&examples, absl::StrJoin(help.examples, "\n"), "\n");
    }
    if (absl::StrContains(examples, " results") ||
        absl::StrContains(examples, " questions/")) {
      ASSERT_NO_FATAL_FAILURE(MakeResults());
    }
    if (absl::StrContains(examples, " spring") &&
        !absl::StrContains(examples, "--out spring")) {
      ASSERT_NO_FATAL_FAILURE(MakeSpring());
    }
  }
  [[nodiscard]] ProgramResult Run(const std::string& line) const {
    return RunLine(folder_.path(""), line);
  }

 private:
  void MakeResults() const {
    const ProgramResult played = Run(
        "couillon league run --bots builtin:greedy builtin:random "
        "'mine=couillon-broken-bot --fault illegal' --ruleset fr --deals 20 "
        "--record deals --seed example --out results && "
        "couillon faults results --save questions");
    ASSERT_EQ(played.exit_code, 0) << played.err;
  }
  void MakeSpring() const {
    for (const std::string& example :
         tests::ReadHelp(kCouillon, "league run").examples) {
      if (!example.ends_with("--out spring")) continue;
      const ProgramResult played = Run(example);
      ASSERT_EQ(played.exit_code, 0) << played.err;
    }
  }

  TemporaryFolder folder_;
};

TEST_P(CommandExamplesTest, EachOneWorks) {
  const std::vector<CommandHelp> helps = HelpsOf(GetParam());
  ASSERT_NO_FATAL_FAILURE(Prepare(helps));
  std::set<std::string> tried;  // a command's example may be in another's help
  for (const CommandHelp& help : helps) {
    EXPECT_EQ(help.examples.size(), 2U) << help.name;
    for (const std::string& example : help.examples) {
      EXPECT_TRUE(example.starts_with("couillon " + help.name)) << example;
      if (!tried.insert(example).second) continue;
      const ProgramResult run = Run(example);
      EXPECT_EQ(run.exit_code, 0) << example << "\n" << run.out << run.err;
      if (example.ends_with("--format json") && help.name != "deal") {
        EXPECT_TRUE(run.out.starts_with("{\n  \"schema\": {")) << run.out;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CommandExamplesTest, testing::ValuesIn(kNames),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace couillon
