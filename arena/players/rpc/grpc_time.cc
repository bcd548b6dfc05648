// Converts a duration to a gpr_timespec.

#include "arena/players/rpc/grpc_time.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace couillon::arena {

gpr_timespec AfterNow(Clock::duration left) {
  const std::int64_t nanoseconds =
      std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
  return gpr_time_add(
      gpr_now(GPR_CLOCK_MONOTONIC),
      gpr_time_from_nanos(std::max<std::int64_t>(nanoseconds, 0),
                          GPR_TIMESPAN));
}

}  // namespace couillon::arena
