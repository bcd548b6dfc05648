// The command of a bot, and the search for its file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

struct BotProgram {
  std::vector<std::string> command;
  // The bot's own directory, in which it runs; empty: the current one.
  std::string directory;
  std::vector<std::string> environment;  // NAME=VALUE, its own
  // Variables in addition to those that BotEnvironment passes to all bots:
  // NAME, or NAME=VALUE.
  std::vector<std::string> passed;
};

// The interpreter that a script names in its first line; empty if none, or if
// the file cannot be read.
std::string InterpreterOf(const std::filesystem::path& program);

// Returns the file of the program `name`, looked up in PATH as a shell in
// `directory` would do (empty: the current directory). NotFound gives the
// reason, which may be that the interpreter of a script is missing.
absl::StatusOr<std::string> FindProgram(const std::string& name,
                                        const std::string& directory);

}  // namespace couillon::arena
