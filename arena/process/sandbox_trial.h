// Whether the sandbox works on this machine.
#pragma once

#include "absl/status/status.h"

namespace couillon::arena {

// Starts a program in the same sandbox as bots; OK if the complete sandbox
// works. Otherwise Unavailable or FailedPrecondition; the message says what was
// refused.
absl::Status TrySandbox();

}  // namespace couillon::arena
