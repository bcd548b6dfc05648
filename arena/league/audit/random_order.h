// The numbers 0 to size - 1 in random order, one by one. Needs memory for the
// numbers that were taken, not for all.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

#include "arena/numbers/stats/law/splitmix.h"

namespace couillon::arena {

class RandomOrder {
 public:
  // `random` outlives this object.
  RandomOrder(std::uint64_t size, stats::SplitMix64& random)
      : size_(size), random_(random) {}

  // The next number; nullopt after the last.
  std::optional<std::uint64_t> Next() {
    if (taken_ == size_) return std::nullopt;
    const std::uint64_t place = taken_ + random_.NextBelow(size_ - taken_);
    const std::uint64_t number = At(place);
    moved_[place] = At(taken_++);
    return number;
  }

 private:
  // The shuffle of Fisher and Yates, of which only the changed places are kept.
  [[nodiscard]] std::uint64_t At(std::uint64_t place) const {
    const auto found = moved_.find(place);
    return found == moved_.end() ? place : found->second;
  }

  std::uint64_t size_;
  stats::SplitMix64& random_;
  std::uint64_t taken_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> moved_;
};

}  // namespace couillon::arena
