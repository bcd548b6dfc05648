// Random draws for bots. The SDKs of all languages have the same generator, so
// that a randomised bot takes the same actions in each of them; test vectors
// are in tests/bots/random_vectors.txt.
//
//   next():    state += 0x9E3779B97F4A7C15
//              z = state
//              z = (z xor (z >> 30)) * 0xBF58476D1CE4E5B9
//              z = (z xor (z >> 27)) * 0x94D049BB133111EB
//              return z xor (z >> 31)
//   Below(n):  the high 64 bits of the 128-bit product next() * n
//
// in unsigned arithmetic modulo 2^64 (SplitMix64). The first state is the
// random seed of the decision.
#pragma once

#include <cstdint>

namespace couillon::bots {

class Random {
 public:
  constexpr explicit Random(std::uint64_t random_seed) : state_(random_seed) {}

  // The next number, uniform over 64 bits.
  constexpr std::uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31);
  }

  // The same as `count` calls of Next().
  constexpr void Skip(std::uint64_t count) {
    state_ += count * 0x9E3779B97F4A7C15U;
  }

  // A number from 0 to n - 1, or 0 for n = 0. For the small n of a card game
  // the probabilities are equal up to a relative error of 2^-58.
  constexpr std::uint64_t Below(std::uint64_t n) {
#ifdef __SIZEOF_INT128__
    return static_cast<std::uint64_t>(Wide{Next()} * n >> 64U);
#else
    // In 32-bit halves, since standard C++ has no 128-bit integer.
    const std::uint64_t next = Next();
    const std::uint64_t next_low = next & 0xffffffffU;
    const std::uint64_t next_high = next >> 32;
    const std::uint64_t n_low = n & 0xffffffffU;
    const std::uint64_t n_high = n >> 32;
    const std::uint64_t low = next_low * n_low;
    const std::uint64_t cross = next_high * n_low + (low >> 32);
    const std::uint64_t middle = next_low * n_high + (cross & 0xffffffffU);
    return next_high * n_high + (cross >> 32) + (middle >> 32);
#endif
  }

 private:
#ifdef __SIZEOF_INT128__
  __extension__ using Wide = unsigned __int128;
#endif
  std::uint64_t state_;
};

}  // namespace couillon::bots
