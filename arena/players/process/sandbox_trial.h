// A trial of the sandbox on this machine.
#pragma once

#include "absl/status/status.h"

namespace couillon::arena {

// Starts a program in the same sandbox as bots; OK if the complete sandbox
// works. Otherwise Unavailable; the message, on one line, names the part that
// does not work, the cause, and what helps (sandbox_parts.h).
absl::Status TrySandbox();

}  // namespace couillon::arena
