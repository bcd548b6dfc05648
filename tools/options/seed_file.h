// The seed text of a league in a file, so that no command line shows it.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace couillon::tools {

// Returns the content of the file without a line break at its end. The error
// names the file: it cannot be read, or holds no text.
absl::StatusOr<std::string> ReadSeedFile(const std::string& path);

}  // namespace couillon::tools
