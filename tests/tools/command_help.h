// The help of the real program, read as a user would: which commands there are,
// their options, their examples.
#pragma once

#include <string>
#include <vector>

namespace couillon::tests {

struct CommandHelp {
  std::string name;  // "league run"; empty for the program
  std::vector<std::string> subcommands;
  std::vector<std::string> options;  // names such as "-h" and "--help"
  std::vector<std::string> examples;
};

// The help of the program at the path `program`, or of its command `name`.
CommandHelp ReadHelp(const std::string& program, const std::string& name = "");

// The same, followed by the help of all commands in it; a command stands before
// those in it.
std::vector<CommandHelp> ReadHelps(const std::string& program,
                                   const std::string& name = "");

}  // namespace couillon::tests
