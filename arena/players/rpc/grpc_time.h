// Deadlines in gRPC's type.
#pragma once

#include <grpc/support/time.h>

#include "arena/table/referee/clock.h"

namespace couillon::arena {

// Returns the time `left` from now on gRPC's own steady clock; now if `left` is
// negative. For deadlines of operations and waits only: the arena's clock
// decides whether a limit has passed.
gpr_timespec AfterNow(Clock::duration left);

}  // namespace couillon::arena
