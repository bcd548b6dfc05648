// Runs of units that follow each other in the schedule.
#pragma once

#include <cstdint>
#include <span>

namespace couillon::arena {

// The units with numbers from first to end - 1.
struct UnitRun {
  std::int64_t first = 0;
  std::int64_t end = 0;
  [[nodiscard]] std::int64_t size() const { return end - first; }
  friend bool operator==(const UnitRun&, const UnitRun&) = default;
};
// The total number of units in `runs`.
std::int64_t CountUnits(std::span<const UnitRun> runs);

}  // namespace couillon::arena
