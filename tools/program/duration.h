// Durations as people type them.
#pragma once

#include <chrono>
#include <string>

#include "absl/status/statusor.h"

namespace couillon::tools {

// Reads a positive number with the unit s, m or h, such as "90s", "1.5h".
// InvalidArgument names the option, what was found and what was expected.
absl::StatusOr<std::chrono::milliseconds> ReadDuration(
    const std::string& option, const std::string& text);

}  // namespace couillon::tools
