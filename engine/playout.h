// Deals played out at random, each legal action as likely as the others: the
// workload of rollouts, of fairness runs without bots, and of benchmarks.
#pragma once

#include <cstdint>
#include <span>

#include "engine/position.h"

namespace couillon {

// Draws for playouts, a stream of its own for every pair of numbers that it is
// made from. Made for speed, and for vectors as well; bots draw from the random
// seed of their decision instead. The generator is MWC64X (Thomas): multiply
// with carry, both halves of its state combined; SplitMix64 makes the state.
class PlayoutRandom {
 public:
  static constexpr std::uint64_t kMultiplier = 4294883355U;

  constexpr PlayoutRandom(std::uint64_t key, std::uint64_t deal) {
    std::uint64_t mixed = key + (deal + 1) * 0x9E3779B97F4A7C15U;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    mixed ^= mixed >> 31;
    state_ = (mixed >> 1) | 1U;  // neither of the two that repeat themselves
  }

  // The next number, all 32 bits alike.
  constexpr std::uint32_t Next() {
    const std::uint64_t next = state_ ^ (state_ >> 32);
    state_ = (state_ & 0xffffffffU) * kMultiplier + (state_ >> 32);
    return static_cast<std::uint32_t>(next);
  }
  // A number from 0 to n - 1. For the n of a card game the numbers are as
  // likely as each other to one in 2^26. Requires: n > 0.
  constexpr std::uint32_t Below(std::uint32_t n) {
    return static_cast<std::uint32_t>((std::uint64_t{Next()} * n) >> 32);
  }
  // From which all further numbers follow.
  [[nodiscard]] constexpr std::uint64_t state() const { return state_; }

 private:
  std::uint64_t state_;
};

// Plays each of `positions` to its end with the draws of the PlayoutRandom at
// the same place, and leaves that at the next draw. One deal is played the same
// whatever stands beside it; eight or more at a time are played fastest.
// Requires: as many `randoms` as `positions`.
void PlayOut(std::span<Position> positions, std::span<PlayoutRandom> randoms);

}  // namespace couillon
