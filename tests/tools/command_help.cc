#include "tests/tools/command_help.h"

#include <gtest/gtest.h>

#include <sstream>

#include "absl/strings/str_split.h"
#include "tests/support/program.h"

namespace couillon::tests {
namespace {

using testing_support::ProgramResult;
using testing_support::RunProgram;

void AddHelps(const std::string& program, const std::string& name,
              std::vector<CommandHelp>& helps) {
  const CommandHelp help = ReadHelp(program, name);
  helps.push_back(help);
  const std::string before = name.empty() ? "" : name + " ";
  for (const std::string& subcommand : help.subcommands) {
    AddHelps(program, before + subcommand, helps);
  }
}

}  // namespace

// Options, subcommands and examples stand indented under their headings.
CommandHelp ReadHelp(const std::string& program, const std::string& name) {
  CommandHelp help{.name = name};
  std::vector<std::string> arguments = {program};
  std::istringstream parts(name);
  for (std::string part; parts >> part;) arguments.push_back(part);
  arguments.emplace_back("--help-all");
  const ProgramResult run = RunProgram(arguments);
  EXPECT_EQ(run.exit_code, 0) << name << run.err;
  std::istringstream lines(run.out);
  std::string heading;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("  ")) {
      heading = line;
    } else if (heading == "Examples:") {
      help.examples.push_back(line.substr(2));
    } else if (line[2] == ' ') {
      continue;
    } else if (line[2] == '-') {
      for (const auto option :
           absl::StrSplit(line.substr(2, line.find(' ', 2) - 2), ',')) {
        help.options.emplace_back(option);
      }
    } else if (heading != "Arguments:") {
      help.subcommands.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
  }
  return help;
}

std::vector<CommandHelp> ReadHelps(const std::string& program,
                                   const std::string& name) {
  std::vector<CommandHelp> helps;
  AddHelps(program, name, helps);
  return helps;
}

}  // namespace couillon::tests
