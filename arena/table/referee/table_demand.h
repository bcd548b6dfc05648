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

// The same where tables wait for each other in cohorts. All links are asked at
// once then, so a batch for each is enough; few tables could not hide each
// other, and too many do not fit into the cache.
inline constexpr std::size_t kFewestOfACohort = 64;
[[nodiscard]] constexpr std::size_t TablesInCohorts(std::size_t decisions) {
  constexpr std::size_t kMost = 8192;
  return std::clamp(decisions, kFewestOfACohort, kMost);
}

}  // namespace couillon::arena
