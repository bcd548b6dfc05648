// The keystream blocks of many deals in vectors (keystream.h).
// Included once for each instruction set, by pack_kernel.cc and play_kernel.cc.
#if defined(COUILLON_DEAL_KEYSTREAM) == defined(HWY_TARGET_TOGGLE)
#ifdef COUILLON_DEAL_KEYSTREAM
#undef COUILLON_DEAL_KEYSTREAM
#else
#define COUILLON_DEAL_KEYSTREAM
#endif

#include <cstddef>
#include <cstdint>

#include "engine/deal/keystream.h"
#include "engine/deal/vectors-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {

using Block = Vectors<Word, kBlockWords>;

// Without a rotate instruction, a shuffle of bytes is the faster way to rotate
// by 16 or 8 bits.
template <int kBits>
HWY_INLINE Word RotateLeft(Word word) {
#if HWY_TARGET > HWY_AVX3
  if constexpr (kBits == 16 || kBits == 8) {
    alignas(16) static constexpr std::uint8_t kBy16[16] = {
        2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13};
    alignas(16) static constexpr std::uint8_t kBy8[16] = {
        3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};
    const hn::Repartition<std::uint8_t, Words> bytes;
    return hn::TableLookupBytes(
        word,
        hn::BitCast(kWords, hn::LoadDup128(bytes, kBits == 16 ? kBy16 : kBy8)));
  }
#endif
  return hn::RotateRight<32 - kBits>(word);
}

HWY_INLINE void QuarterRound(Word& a, Word& b, Word& c, Word& d) {
  a = hn::Add(a, b);
  d = RotateLeft<16>(hn::Xor(d, a));
  c = hn::Add(c, d);
  b = RotateLeft<12>(hn::Xor(b, c));
  a = hn::Add(a, b);
  d = RotateLeft<8>(hn::Xor(d, a));
  c = hn::Add(c, d);
  b = RotateLeft<7>(hn::Xor(b, c));
}

HWY_INLINE void Columns(Block& s) {
  QuarterRound(s[0], s[4], s[8], s[12]);
  QuarterRound(s[1], s[5], s[9], s[13]);
  QuarterRound(s[2], s[6], s[10], s[14]);
  QuarterRound(s[3], s[7], s[11], s[15]);
}
HWY_INLINE void Diagonals(Block& s) {
  QuarterRound(s[0], s[5], s[10], s[15]);
  QuarterRound(s[1], s[6], s[11], s[12]);
  QuarterRound(s[2], s[7], s[8], s[13]);
  QuarterRound(s[3], s[4], s[9], s[14]);
}

// The initial state of the blocks of deals that share the high half of their
// index. The first round works on columns, and the low half is in the first
// column only. The other columns are the same for all these deals and are
// computed once.
class BlockStart {
 public:
  HWY_INLINE BlockStart(const StreamName& stream, std::uint32_t high)
      : words_(StartOf(stream)) {
    words_[13] = high;
    Block block;
    for (std::size_t i = 0; i < kBlockWords; ++i) {
      block[i] = hn::Set(kWords, words_[i]);
    }
    Columns(block);
    for (std::size_t i = 0; i < kBlockWords; ++i) {
      later_[i] = hn::GetLane(block[i]);
    }
  }

  // Computes the blocks of the deals with these low halves of their index.
  HWY_INLINE void MakeBlocks(Word low, Block& block) const {
    for (std::size_t i = 0; i < kBlockWords; ++i) {
      block[i] = hn::Set(kWords, i % 4 == 0 ? words_[i] : later_[i]);
    }
    block[12] = low;
    QuarterRound(block[0], block[4], block[8], block[12]);
    Diagonals(block);
    for (int i = 1; i < 10; ++i) {
      Columns(block);
      Diagonals(block);
    }
    for (std::size_t i = 0; i < kBlockWords; ++i) {
      const Word start = hn::Set(kWords, words_[i]);
      block[i] = hn::Add(block[i], i == 12 ? low : start);
    }
  }

 private:
  KeystreamBlock words_;
  KeystreamBlock later_;  // after the first round
};

// The low halves of the indices of one group, for the deals from `first` on.
HWY_INLINE Word DealsOfGroup(std::uint64_t first, std::size_t group) {
  const Word step = hn::ShiftLeft<2>(hn::Iota(kWords, 0));
  return hn::Add(step,
                 hn::Set(kWords, static_cast<std::uint32_t>(first + group)));
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
