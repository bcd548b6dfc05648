// Errors of the arena name the fields of a request; users of the command line
// know the options that set them.
#pragma once

#include "absl/status/status.h"

namespace couillon::tools {

// If the message of `status` starts with the name of a field, returns it with
// the option in place of the field: "sprt: found ..." becomes "--sprt: found
// ...".
absl::Status WithOptionName(const absl::Status& status);

}  // namespace couillon::tools
