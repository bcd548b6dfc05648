// What is executed for a bot, and where its file is found.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

struct BotProgram {
  std::vector<std::string> command;
  // Of a bot with a directory of its own, where it runs; empty: here.
  std::string directory;
  std::vector<std::string> environment;  // NAME=VALUE, its own
  // Of ours, besides what BotEnvironment gives to all: NAME, or NAME=VALUE.
  std::vector<std::string> passed;
};

// The file that the first word of a command stands for, looked up in PATH as
// a shell in `directory` would; empty: here. NotFound says what is wrong.
absl::StatusOr<std::string> FindProgram(const std::string& word,
                                        const std::string& directory);

}  // namespace couillon::arena
