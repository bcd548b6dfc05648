// A bot behind bubblewrap: no network, no processes but its own, no file that
// it can write but in its own folders. docs/faults.md says what is kept from
// it and what is not.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/rpc/bot_process.h"

namespace couillon::arena {

// What is kept from a bot behind bubblewrap, besides what is kept from all.
struct Sandbox {
  std::vector<std::string> hidden;        // folders, empty for the bot
  std::vector<std::string> hidden_files;  // that it cannot read
};

// Whether bubblewrap works here; if not, the error says what it answered.
absl::Status TrySandbox();

// The command that runs `program` behind bubblewrap. `own_folder` is the one
// folder of the machine that it may write to.
std::vector<std::string> Sandboxed(const Sandbox& sandbox,
                                   const BotProgram& program,
                                   const std::string& own_folder);

// The file that the first word of a command stands for, looked up in PATH as
// a shell in `directory` would; empty: here. NotFound says what is wrong.
absl::StatusOr<std::string> FindProgram(const std::string& word,
                                        const std::string& directory);

}  // namespace couillon::arena
