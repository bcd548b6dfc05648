// Whether the sandbox works on this machine.
#pragma once

#include "absl/status/status.h"

namespace couillon::arena {

// OK if the complete sandbox works here: starts a program in the same sandbox
// as bots. Unavailable or FailedPrecondition says what was refused. A partial
// sandbox is none.
absl::Status TrySandbox();

}  // namespace couillon::arena
