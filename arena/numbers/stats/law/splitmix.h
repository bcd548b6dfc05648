// SplitMix64, the generator of the library's own resampling. Its k-th output is
// a function of (seed, k) alone, so streams can be split by counting.
//
// For bootstrap and max-t draws only. Its output is predictable: never use it
// to deal cards.
#pragma once

#include <cstdint>

#include "arena/numbers/stats/law/int128.h"

namespace couillon::stats {

// Source: Steele, Lea and Flood 2014; constants of Vigna's public-domain code.
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}

  // Returns the next 64 random bits.
  constexpr std::uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  // Returns a number in [0, 1), a multiple of 2^-53.
  constexpr double NextUnit() {
    return static_cast<double>(Next() >> 11U) * 0x1p-53;
  }

  // Returns an integer in 0..n-1 with a bias of at most n / 2^64.
  constexpr std::uint64_t NextBelow(std::uint64_t n) {
    const auto product = static_cast<UInt128>(Next()) * n;
    return static_cast<std::uint64_t>(product >> 64U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace couillon::stats
