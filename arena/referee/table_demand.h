// How many tables the referee of a worker keeps open.
#pragma once

#include <algorithm>
#include <cstddef>

namespace couillon::arena {

// Enough that every bot finds a full batch while others think. `decisions` go
// into the next message of each bot that is waited for, summed over those bots.
[[nodiscard]] constexpr std::size_t TablesFor(std::size_t decisions) {
  constexpr std::size_t kFewest = 16;
  constexpr std::size_t kMost = 4096;
  // If all bots answer at once: a few tables, which stay in the cache.
  constexpr std::size_t kAtOnce = 128;
  if (decisions == 0) return kAtOnce;
  return std::clamp(3 * decisions, kFewest, kMost);
}

}  // namespace couillon::arena
