// PlayoutRandom (playout_random.h) in vectors.
// Included once for each instruction set, by play_kernel.cc alone.
#if defined(COUILLON_BULK_RANDOM) == defined(HWY_TARGET_TOGGLE)
#ifdef COUILLON_BULK_RANDOM
#undef COUILLON_BULK_RANDOM
#else
#define COUILLON_BULK_RANDOM
#endif

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/deal/vectors-inl.h"
#include "engine/play/playout_random.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {

HWY_INLINE Long Multiply(Long factor, std::uint64_t by) {
#if HWY_TARGET <= HWY_AVX3
  return hn::Mul(factor, hn::Set(kLongs, by));
#else
  const Word low = hn::BitCast(kWords, factor);
  const Word high = hn::BitCast(kWords, hn::ShiftRight<32>(factor));
  const Word by_low = hn::BitCast(kWords, hn::Set(kLongs, by & 0xffffffffU));
  const Word by_high = hn::BitCast(kWords, hn::Set(kLongs, by >> 32));
  const Long cross =
      hn::Add(hn::MulEven(low, by_high), hn::MulEven(high, by_low));
  return hn::Add(hn::MulEven(low, by_low), hn::ShiftLeft<32>(cross));
#endif
}

// A seed is made from the number of a deal times kSeedStep. For the deals of a
// vector, that is the product for the first deal plus a constant offset per
// deal. Even words of a group are every eighth deal, and so are odd words.
inline constexpr std::uint64_t kSeedStep = 0x9E3779B97F4A7C15U;
struct SeedOffsets {
  std::array<std::uint64_t, kLanes> at;
};
inline constexpr SeedOffsets MakeSeedOffsets() {
  SeedOffsets offsets{};
  for (std::size_t i = 0; i < kLanes; ++i) {
    const std::size_t vector = i / (kLanes / 8);
    const std::size_t lane = i % (kLanes / 8);
    offsets.at[i] = kSeedStep * (vector / 2 + vector % 2 * kGroups + 8 * lane);
  }
  return offsets;
}
alignas(64) inline constexpr SeedOffsets kSeedOffsets = MakeSeedOffsets();

// The draws of one PlayoutRandom for each deal of a vector.
class Draws {
 public:
  HWY_INLINE Draws(std::uint64_t key, std::uint64_t first) {
    const Long base = hn::Set(kLongs, key + (first + 1) * kSeedStep);
    for (std::size_t i = 0; i < 2 * kGroups; ++i) {
      const Long offset =
          hn::Load(kLongs, kSeedOffsets.at.data() + i * (kLanes / 8));
      states_[i] = Seeded(hn::Add(base, offset));
    }
  }

  // Begins a new number, as PlayoutRandom::Refresh does.
  HWY_INLINE void Refresh() {
    Vectors<Word, kGroups> number;
    for (std::size_t group = 0; group < kGroups; ++group) {
      number[group] = NextOfGroup(states_[2 * group], states_[2 * group + 1]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const Word first = number[i];
      const Word second = number[i + 2];
      high_[i] =
          hn::BitCast(kHalves, JoinHalves(second, hn::ShiftRight<16>(first)));
      low_[i] =
          hn::BitCast(kHalves, JoinHalves(hn::ShiftLeft<16>(second), first));
    }
  }

  // Returns a number below `n` for each deal. Requires: 1 <= n <= 127.
  HWY_INLINE Byte Below(Byte n) {
    const Half both = hn::BitCast(kHalves, n);
    const Half even =
        BelowOf(high_[0], low_[0], hn::And(both, hn::Set(kHalves, 0xff)));
    const Half odd = BelowOf(high_[1], low_[1], hn::ShiftRight<8>(both));
    return hn::BitCast(kBytes, hn::Or(even, hn::ShiftLeft<8>(odd)));
  }

 private:
  static HWY_INLINE Long Seeded(Long mixed) {
    mixed = Multiply(hn::Xor(mixed, hn::ShiftRight<30>(mixed)),
                     0xBF58476D1CE4E5B9U);
    mixed = Multiply(hn::Xor(mixed, hn::ShiftRight<27>(mixed)),
                     0x94D049BB133111EBU);
    mixed = hn::Xor(mixed, hn::ShiftRight<31>(mixed));
    return hn::Or(hn::ShiftRight<1>(mixed), hn::Set(kLongs, 1));
  }

  // Returns both halves of each state combined, and advances the states: those
  // of the even and of the odd words of a group.
  static HWY_INLINE Word NextOfGroup(Long& even, Long& odd) {
    const Word factor =
        hn::BitCast(kWords, hn::Set(kLongs, PlayoutRandom::kMultiplier));
    const Long even_carry = hn::ShiftRight<32>(even);
    const Long odd_carry = hn::ShiftRight<32>(odd);
    const Word number =
        hn::OddEven(hn::BitCast(kWords, hn::Xor(odd, hn::ShiftLeft<32>(odd))),
                    hn::BitCast(kWords, hn::Xor(even, even_carry)));
    even = hn::Add(hn::MulEven(hn::BitCast(kWords, even), factor), even_carry);
    odd = hn::Add(hn::MulEven(hn::BitCast(kWords, odd), factor), odd_carry);
    return number;
  }

  // Multiplies a fraction of 32 bits by n; returns the integer part and keeps
  // the fractional part.
  static HWY_INLINE Half BelowOf(Half& high, Half& low, Half n) {
    const Half carry = hn::MulHigh(low, n);
    low = hn::Mul(low, n);
    const Half whole = hn::MulHigh(high, n);
    high = hn::Add(hn::Mul(high, n), carry);
    // A sum below one of its summands has overflowed.
    return hn::Sub(whole, hn::VecFromMask(kHalves, hn::Lt(high, carry)));
  }

  Vectors<Long, 2 * kGroups> states_;
  // The halves of the fractions: [0] of groups 0 and 2, [1] of groups 1 and 3.
  Vectors<Half, 2> high_;
  Vectors<Half, 2> low_;
};

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
