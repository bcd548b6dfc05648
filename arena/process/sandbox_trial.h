// Whether bots can be put into a sandbox on this machine.
#pragma once

#include "absl/status/status.h"

namespace couillon::arena {

// OK if the whole sandbox is available here: starts a program in the same
// sandbox as bots. Unavailable or FailedPrecondition says what was refused. A
// part of it is no sandbox.
absl::Status TrySandbox();

}  // namespace couillon::arena
