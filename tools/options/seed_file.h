// Seed texts: what they may be, and one in a file, so that no command line
// shows it.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace couillon::tools {

// What is wrong with a seed text; empty if nothing is. It has some text, in
// UTF-8 since a league stores it, and at most 65,536 bytes.
std::string SeedProblem(const std::string& text);

// Returns the content of the file without a line break at its end. The error
// names the file: it cannot be read, or holds no seed text.
absl::StatusOr<std::string> ReadSeedFile(const std::string& path);

}  // namespace couillon::tools
