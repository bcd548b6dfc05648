// The vectors of the kernels. A byte lane is one deal. Words of 32 bits need
// four vectors, called groups: word lane i of group g belongs to deal 4 i + g.
// Included once for each instruction set, by pack_kernel.cc and play_kernel.cc.
#if defined(COUILLON_DEAL_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef COUILLON_DEAL_VECTORS
#undef COUILLON_DEAL_VECTORS
#else
#define COUILLON_DEAL_VECTORS
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::ScalableTag<std::int8_t>;
using Halves = hn::Repartition<std::uint16_t, Bytes>;
using Words = hn::Repartition<std::uint32_t, Bytes>;
using Longs = hn::Repartition<std::uint64_t, Bytes>;
using Byte = hn::Vec<Bytes>;
using Half = hn::Vec<Halves>;
using Word = hn::Vec<Words>;
using Long = hn::Vec<Longs>;
using Deals = hn::Mask<Bytes>;  // a mask of deals

inline constexpr Bytes kBytes;
inline constexpr Halves kHalves;
inline constexpr Words kWords;
inline constexpr Longs kLongs;
inline constexpr std::size_t kLanes = hn::MaxLanes(kBytes);
inline constexpr std::size_t kGroups = 4;

// An array of vectors that may lie in memory.
template <typename Vector, std::size_t kSize>
struct Vectors {
  Vector at[kSize];
  HWY_INLINE Vector& operator[](std::size_t i) { return at[i]; }
  HWY_INLINE const Vector& operator[](std::size_t i) const { return at[i]; }
};

HWY_INLINE Byte SetByte(int value) {
  return hn::Set(kBytes, static_cast<std::int8_t>(value));
}
// The two halves of `value`, repeated.
HWY_INLINE Half SetHalves(std::uint32_t value) {
  return hn::BitCast(kHalves, hn::Set(kWords, value));
}
// The even halves of a word from `even`, the odd ones from `odd`.
HWY_INLINE Word JoinHalves(Word odd, Word even) {
  return hn::BitCast(kWords, hn::OddEven(hn::BitCast(kHalves, odd),
                                         hn::BitCast(kHalves, even)));
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
