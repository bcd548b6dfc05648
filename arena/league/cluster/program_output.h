// Programs of the user's cluster, run to their end.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace couillon::arena {

// Runs a command, its program looked up in PATH, with nothing to read. Returns
// its output. NotFound if the program cannot be executed; FailedPrecondition
// names the command, how it ended and what it wrote to stderr.
absl::StatusOr<std::string> CaptureOutput(
    const std::vector<std::string>& command);

// The type of CaptureOutput, for those who are tested without a cluster.
using CommandRunner = std::function<absl::StatusOr<std::string>(
    const std::vector<std::string>& command)>;

}  // namespace couillon::arena
