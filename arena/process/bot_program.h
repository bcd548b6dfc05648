// The command of a bot, and where its file is found.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

struct BotProgram {
  std::vector<std::string> command;
  // The bot's own directory, in which it runs; empty: the current one.
  std::string directory;
  std::vector<std::string> environment;  // NAME=VALUE, its own
  // Passed on in addition to what BotEnvironment passes to all: NAME, or
  // NAME=VALUE.
  std::vector<std::string> passed;
};

// Returns the file of the program called `name`, looked up in PATH as a shell
// in `directory` would; empty: the current one. NotFound says what is wrong.
absl::StatusOr<std::string> FindProgram(const std::string& name,
                                        const std::string& directory);

}  // namespace couillon::arena
