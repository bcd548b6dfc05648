// Runs one subcommand of `couillon` inside a test, with its output caught.
#pragma once

#include <string>
#include <vector>

#include "tools/options/command_line.h"

namespace couillon::tests {

struct CommandRun {
  int exit_code = 0;
  std::string out;
  std::string error;  // what was written to stderr
};

// Runs the command line `arguments` (the subcommand first) with the subcommand
// that `add` adds. Bad usage gives kExitUsage.
CommandRun RunCommand(void (*add)(tools::CommandLine),
                      const std::vector<std::string>& arguments);

}  // namespace couillon::tests
