// Deadlines as gRPC wants them.
#pragma once

#include <grpc/support/time.h>

#include "arena/referee/clock.h"

namespace couillon::arena {

// The moment that is `left` from now, on gRPC's own steady clock; now if `left`
// is negative. For the time that an operation may take and for waits: whether
// a limit has passed is decided by the arena's clock.
gpr_timespec AfterNow(Clock::duration left);

}  // namespace couillon::arena
