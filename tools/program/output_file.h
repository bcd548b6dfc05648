// Writes a file that a command was asked for.
#pragma once

#include <functional>
#include <ostream>
#include <string>

#include "absl/status/status.h"

namespace couillon::tools {

// Writes the text to a temporary file beside `path` and renames it: whoever
// reads `path` finds the old file or the new one whole. The error begins with
// "--out: " and names the file.
absl::Status WriteWhole(const std::string& path, const std::string& text);

// The same for what `write` writes. Its error is returned, and leaves the old
// file as it is.
absl::Status WriteWhole(
    const std::string& path,
    const std::function<absl::Status(std::ostream&)>& write);

}  // namespace couillon::tools
