// Writes a file that a command was asked for.
#pragma once

#include <string>

#include "absl/status/status.h"

namespace couillon::tools {

// Writes the text to a temporary file beside `path` and renames it: whoever
// reads `path` finds the old file or the new one whole. The error begins with
// "--out: " and names the file.
absl::Status WriteWhole(const std::string& path, const std::string& text);

}  // namespace couillon::tools
