// Reads whole files.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace couillon {

// Returns the content of a file; an empty file is no error. The error is
// "PATH: cannot be read: " and what the system says of it, with the code that
// belongs to it: NotFound, PermissionDenied, FailedPrecondition of a folder.
absl::StatusOr<std::string> ReadWhole(const std::string& path);

}  // namespace couillon
