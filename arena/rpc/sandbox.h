// A bot behind bubblewrap: no network, no processes but its own, no file that
// it can write but in its own folders. docs/faults.md says what is kept from
// it and what is not.
#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::arena {

// What a bot behind bubblewrap is given and what is kept from it.
struct Sandbox {
  std::vector<std::string> hidden;  // folders, empty for the bot
};

// Whether bubblewrap works here; if not, the error says what it answered.
absl::Status TrySandbox();

// `command` behind bubblewrap. `own_folder` is the one folder of the machine
// that it may write to.
std::vector<std::string> Sandboxed(const Sandbox& sandbox,
                                   const std::vector<std::string>& command,
                                   const std::string& own_folder);

// The file that the first word of a command stands for, looked up in PATH as
// a shell would. NotFound or PermissionDenied say what is wrong with it.
absl::StatusOr<std::string> FindProgram(const std::string& word);

}  // namespace couillon::arena
