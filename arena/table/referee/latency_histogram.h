// The time that the decisions of a bot took: counts in buckets whose bounds are
// fixed, so that the histograms of links, workers, runs and machines add up
// exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arena/table/referee/clock.h"

namespace couillon::arena {

// A bucket begins at a power of two, in nanoseconds, times 16/16, 17/16 and so
// on to 31/16; below 32 ns each nanosecond has its own. So a quantile is at
// most 1/32 (3.2%) too long or too short. Times above 39 hours count as 39
// hours.
class LatencyHistogram {
 public:
  // The number of decisions with a time in this bucket; buckets count from 0.
  struct Bucket {
    int number = 0;
    std::int64_t decisions = 0;
  };

  // Counts `decisions` that took `each`; a time below 0 counts as 0.
  void Add(Clock::duration each, std::int64_t decisions);
  // Adds a bucket of another histogram. Returns false, and does nothing, if
  // there is no such bucket, or if its count is negative.
  [[nodiscard]] bool Add(const Bucket& bucket);
  LatencyHistogram& operator+=(const LatencyHistogram& other);

  // The number of decisions.
  [[nodiscard]] std::int64_t size() const { return size_; }
  // The time within which `percent` per cent of the decisions were taken: the
  // middle of the first bucket up to which they are at least as many. Null if
  // there are none. Requires: 1 <= percent <= 100.
  [[nodiscard]] std::optional<Clock::duration> Percentile(int percent) const;
  // The buckets that are not empty, in order.
  [[nodiscard]] std::vector<Bucket> Buckets() const;

  friend bool operator==(const LatencyHistogram&,
                         const LatencyHistogram&) = default;

 private:
  void Count(int bucket, std::int64_t decisions);

  std::vector<std::int64_t> counts_;  // as long as the last bucket needs
  std::int64_t size_ = 0;
};

}  // namespace couillon::arena
