// Buckets are fractions of powers of two, found from the leading bits.

#include "arena/table/referee/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstddef>

#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

using std::chrono::nanoseconds;

constexpr int kFractionBits = 4;  // of a bucket's bound, after its first 1
constexpr std::int64_t kPerPower = 1 << kFractionBits;
constexpr int kTimeBits = 47;  // 39 hours in nanoseconds
constexpr std::int64_t kLongest = (std::int64_t{1} << kTimeBits) - 1;
constexpr int kBuckets = (kTimeBits - kFractionBits + 1) << kFractionBits;

// The number of the power of two of `time`, of those that have fractions.
int ShiftOf(std::int64_t time) {
  const auto bits =
      static_cast<int>(std::bit_width(static_cast<std::uint64_t>(time)));
  return std::max(bits - kFractionBits - 1, 0);
}

int BucketOf(std::int64_t time) {
  const int shift = ShiftOf(time);
  return static_cast<int>(shift * kPerPower + (time >> shift));
}

// The first nanosecond of a bucket.
std::int64_t BeginOf(int bucket) {
  const int shift = std::max((bucket >> kFractionBits) - 1, 0);
  return (bucket - shift * kPerPower) << shift;
}

}  // namespace

void LatencyHistogram::Count(int bucket, std::int64_t decisions) {
  const auto at = static_cast<std::size_t>(bucket);
  if (at >= counts_.size()) counts_.resize(at + 1);
  counts_[at] += decisions;
  size_ += decisions;
}

void LatencyHistogram::Add(Clock::duration each, std::int64_t decisions) {
  COUILLON_CHECK(decisions >= 0);
  if (decisions == 0) return;
  const std::int64_t time =
      std::chrono::duration_cast<nanoseconds>(each).count();
  Count(BucketOf(std::clamp<std::int64_t>(time, 0, kLongest)), decisions);
}

bool LatencyHistogram::Add(const Bucket& bucket) {
  if (bucket.number < 0 || bucket.number >= kBuckets || bucket.decisions < 0) {
    return false;
  }
  if (bucket.decisions > 0) Count(bucket.number, bucket.decisions);
  return true;
}

LatencyHistogram& LatencyHistogram::operator+=(const LatencyHistogram& other) {
  for (const Bucket& bucket : other.Buckets()) {
    Count(bucket.number, bucket.decisions);
  }
  return *this;
}

std::optional<Clock::duration> LatencyHistogram::Percentile(int percent) const {
  COUILLON_CHECK(percent >= 1 && percent <= 100);
  // The least number that is no less than the share; divided first, so that no
  // count is too large.
  const std::int64_t wanted =
      size_ / 100 * percent + (size_ % 100 * percent + 99) / 100;
  std::int64_t seen = 0;
  for (const Bucket& bucket : Buckets()) {
    seen += bucket.decisions;
    if (seen < wanted) continue;
    const std::int64_t middle =
        (BeginOf(bucket.number) + BeginOf(bucket.number + 1) - 1) / 2;
    return std::chrono::duration_cast<Clock::duration>(nanoseconds(middle));
  }
  return std::nullopt;
}

std::vector<LatencyHistogram::Bucket> LatencyHistogram::Buckets() const {
  std::vector<Bucket> buckets;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] == 0) continue;
    buckets.push_back({.number = static_cast<int>(i), .decisions = counts_[i]});
  }
  return buckets;
}

}  // namespace couillon::arena
