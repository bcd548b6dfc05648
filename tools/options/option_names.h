// Translates errors of the arena, which name fields of a request, for users of
// the command line, who know the options that set these fields.
#pragma once

#include "absl/status/status.h"

namespace couillon::tools {

// If the message of `status` starts with the name of a field, returns it with
// the option in place of the field: "sprt: found ..." becomes "--sprt: found
// ...".
absl::Status WithOptionName(const absl::Status& status);

}  // namespace couillon::tools
