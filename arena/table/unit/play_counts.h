// Counts over tables, as kept by units, running sums and reports.
#pragma once

#include <cstdint>

namespace couillon::arena {

// Summed over all seatings.
struct PlayCounts {
  std::int64_t deals = 0;      // played
  std::int64_t decisions = 0;  // taken by bots
  std::int64_t forfeits = 0;   // tables lost by a fault

  PlayCounts& operator+=(const PlayCounts& other) {
    deals += other.deals;
    decisions += other.decisions;
    forfeits += other.forfeits;
    return *this;
  }
  friend bool operator==(const PlayCounts&, const PlayCounts&) = default;
};

}  // namespace couillon::arena
