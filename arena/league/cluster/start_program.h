// Starts a program, looked up in PATH, with the environment of this one.
#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

// Starts `command` with nothing to read, after `actions`, which say where its
// output goes. Returns its pid. NotFound if it cannot be executed. Requires:
// the command has a program.
absl::StatusOr<pid_t> StartProgram(const std::vector<std::string>& command,
                                   posix_spawn_file_actions_t& actions);

}  // namespace couillon::arena
