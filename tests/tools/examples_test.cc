// The examples that the help of every command ends with: they work as they are
// printed.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

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

const std::vector<CommandHelp>& AllHelps() {
  static const std::vector<CommandHelp> kHelps = tests::ReadHelps(kCouillon);
  return kHelps;
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

TEST(ExamplesTest, EveryCommandHasTwoOfItsOwn) {
  ASSERT_GE(AllHelps().size(), 23U);
  for (const CommandHelp& help : AllHelps()) {
    EXPECT_EQ(help.examples.size(), 2U) << help.name;
    for (const std::string& example : help.examples) {
      EXPECT_TRUE(example.starts_with("couillon " + help.name)) << example;
    }
  }
}

TEST(ExamplesTest, EveryOneWorks) {
  const TemporaryFolder folder;
  const std::string here = folder.path("");
  // What the examples take for granted: a bot of the reader's own, and a league
  // in which such a bot failed.
  std::filesystem::create_directories(folder.path("mine"));
  WriteFile(folder.path("mine/bot.txtpb"),
            "name: \"mine\"\nversion: \"1\"\n"
            "command: [\"couillon-bot\", \"--name\", \"greedy\"]\n"
            "build: [\"true\"]\n");
  const ProgramResult played = RunLine(
      here,
      "couillon league run --bots builtin:greedy builtin:random "
      "'mine=couillon-broken-bot --fault illegal' --ruleset fr --deals 20 "
      "--record deals --seed example --out results && "
      "couillon faults results --save questions");
  ASSERT_EQ(played.exit_code, 0) << played.err;
  std::set<std::string> tried;  // a command's example may be in another's help
  for (const CommandHelp& help : AllHelps()) {
    for (const std::string& example : help.examples) {
      if (!tried.insert(example).second) continue;
      const ProgramResult run = RunLine(here, example);
      EXPECT_EQ(run.exit_code, 0) << example << "\n" << run.out << run.err;
      if (example.ends_with("--format json") && help.name != "deal") {
        EXPECT_TRUE(run.out.starts_with("{\n  \"schema\": {")) << run.out;
      }
    }
  }
}

}  // namespace
}  // namespace couillon
