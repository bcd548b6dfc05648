// Errors of the arena name the fields of a request; people at the command line
// know the options that fill them in.
#pragma once

#include "absl/status/status.h"

namespace couillon::tools {

// Returns `status` with the option in place of the field that its message
// starts with, if it does: "sprt: found ..." becomes "--sprt: found ...".
absl::Status WithOptionName(const absl::Status& status);

}  // namespace couillon::tools
