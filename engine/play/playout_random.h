// The random draws of playouts.
#pragma once

#include <cstdint>

namespace couillon {

// A stream of random draws, a different one for each pair of key and deal. Made
// for speed, and for vectors as well; bots draw from the random seed of their
// decision instead. The generator is MWC64X (Thomas): multiply with carry, both
// halves of its state combined; SplitMix64 makes the first state. One number of
// 32 bits serves several draws in a row: it is a fraction, of which each draw
// uses up a part. Each joint result of the draws has its probability to within
// 2^-32. For a trick of four cards, each one of ten, that is a relative error
// of about 2^-18.
class PlayoutRandom {
 public:
  static constexpr std::uint64_t kMultiplier = 4294883355U;

  constexpr PlayoutRandom(std::uint64_t key, std::uint64_t deal) {
    std::uint64_t mixed = key + (deal + 1) * 0x9E3779B97F4A7C15U;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    mixed ^= mixed >> 31;
    state_ = (mixed >> 1) | 1U;  // neither of the two fixed points
  }

  // Begins a new random number of 32 bits. To be called before each row of
  // draws.
  constexpr void Refresh() {
    fraction_ = static_cast<std::uint32_t>(state_ ^ (state_ >> 32));
    state_ = (state_ & 0xffffffffU) * kMultiplier + (state_ >> 32);
  }
  // Returns a number from 0 to n - 1. Requires: n > 0.
  constexpr std::uint32_t Below(std::uint32_t n) {
    const std::uint64_t product = std::uint64_t{fraction_} * n;
    fraction_ = static_cast<std::uint32_t>(product);
    return static_cast<std::uint32_t>(product >> 32);
  }
  friend bool operator==(const PlayoutRandom&, const PlayoutRandom&) = default;

 private:
  std::uint64_t state_;
  std::uint32_t fraction_ = 0;
};

}  // namespace couillon
