#include "engine/deal/keystream.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace couillon {
namespace {

constexpr int kDoubleRounds = 10;
constexpr std::array<std::uint32_t, 4> kConstants = {0x61707865, 0x3320646e,
                                                     0x79622d32, 0x6b206574};

template <int kBits, typename Word>
[[gnu::always_inline]] inline void Mix(Word& a, Word& b, Word& d) {
  a += b;
  d ^= a;
  d = (d << kBits) | (d >> (32 - kBits));
}

template <typename Word>
[[gnu::always_inline]] inline void QuarterRound(Word& a, Word& b, Word& c,
                                                Word& d) {
  Mix<16>(a, b, d);
  Mix<12>(c, d, b);
  Mix<8>(a, b, d);
  Mix<7>(c, d, b);
}

// The block function of RFC 8439, section 2.3. A word may be a vector, which
// makes as many blocks at once.
template <typename Word>
[[gnu::always_inline]] inline void Permute(
    std::array<Word, kBlockWords>& state) {
  const std::array<Word, kBlockWords> start = state;
  for (int i = 0; i < kDoubleRounds; ++i) {
    QuarterRound(state[0], state[4], state[8], state[12]);
    QuarterRound(state[1], state[5], state[9], state[13]);
    QuarterRound(state[2], state[6], state[10], state[14]);
    QuarterRound(state[3], state[7], state[11], state[15]);
    QuarterRound(state[0], state[5], state[10], state[15]);
    QuarterRound(state[1], state[6], state[11], state[12]);
    QuarterRound(state[2], state[7], state[8], state[13]);
    QuarterRound(state[3], state[4], state[9], state[14]);
  }
  for (std::size_t i = 0; i < kBlockWords; ++i) state[i] += start[i];
}

// All words of a state but the counter, which is left 0.
template <typename Word>
[[gnu::always_inline]] inline std::array<Word, kBlockWords> StateOf(
    const StreamName& stream) {
  std::array<Word, kBlockWords> state;
  for (std::size_t i = 0; i < 4; ++i) state[i] = Word{} + kConstants[i];
  for (std::size_t i = 0; i < 8; ++i) state[4 + i] = Word{} + stream.key[i];
  state[12] = Word{};
  state[13] = Word{};
  state[14] = Word{} + stream.deck;
  state[15] = Word{} + stream.extension;
  return state;
}

// Fills the blocks with vectors of `Word`.
template <typename Word>
[[gnu::always_inline]] inline void Fill(const StreamName& stream,
                                        std::uint64_t first,
                                        StreamBlocks& blocks) {
  constexpr std::size_t kWidth = sizeof(Word) / sizeof(std::uint32_t);
  for (std::size_t lane = 0; lane < kStreamLanes; lane += kWidth) {
    std::array<std::uint32_t, kWidth> low;
    std::array<std::uint32_t, kWidth> high;
    for (std::size_t i = 0; i < kWidth; ++i) {
      const std::uint64_t deal = first + lane + i;
      low[i] = static_cast<std::uint32_t>(deal);
      high[i] = static_cast<std::uint32_t>(deal >> 32);
    }
    std::array<Word, kBlockWords> state = StateOf<Word>(stream);
    std::memcpy(&state[12], low.data(), sizeof(Word));
    std::memcpy(&state[13], high.data(), sizeof(Word));
    Permute(state);
    for (std::size_t i = 0; i < kBlockWords; ++i) {
      std::memcpy(&blocks.words[i][lane], &state[i], sizeof(Word));
    }
  }
}

using Words4 [[gnu::vector_size(16)]] = std::uint32_t;
using Words8 [[gnu::vector_size(32)]] = std::uint32_t;
using Words16 [[gnu::vector_size(64)]] = std::uint32_t;
using Bytes4 [[gnu::vector_size(4)]] = std::uint8_t;
using Bytes8 [[gnu::vector_size(8)]] = std::uint8_t;
using Bytes16 [[gnu::vector_size(16)]] = std::uint8_t;

// By the number of places to choose among: draws with a lower half of the
// product below this would favour some places over others.
constexpr std::array<std::uint32_t, 33> kDropBelow = [] {
  std::array<std::uint32_t, 33> below{};
  for (std::uint32_t n = 1; n < below.size(); ++n) below[n] = 0x10000 % n;
  return below;
}();

template <typename Word, typename Bytes>
[[gnu::always_inline]] inline void Draw(const StreamBlocks& blocks,
                                        std::uint32_t size,
                                        StreamPlaces& places) {
  constexpr std::size_t kWidth = sizeof(Word) / sizeof(std::uint32_t);
  for (std::size_t lane = 0; lane < kStreamLanes; lane += kWidth) {
    Word dropped{};
    for (std::uint32_t i = 0; i + 1 < size; ++i) {
      const std::uint32_t among = size - i;
      Word draws;
      std::memcpy(&draws, &blocks.words[i / 2][lane], sizeof(Word));
      const Word product = (draws >> 16 * (i % 2) & 0xffff) * among;
      dropped |= (product & 0xffff) < kDropBelow[among] ? Word{} + 1U : Word{};
      const Word place = (product >> 16) + i;
      const Bytes bytes = __builtin_convertvector(place, Bytes);
      std::memcpy(&places.places[i][lane], &bytes, sizeof(Bytes));
    }
    std::memcpy(&places.dropped[lane], &dropped, sizeof(Word));
  }
}

// The same for each set of instructions; the machine's best is taken.
struct Functions {
  void (*fill)(const StreamName&, std::uint64_t, StreamBlocks&);
  void (*draw)(const StreamBlocks&, std::uint32_t, StreamPlaces&);
};

void FillPortable(const StreamName& stream, std::uint64_t first,
                  StreamBlocks& blocks) {
  Fill<Words4>(stream, first, blocks);
}
void DrawPortable(const StreamBlocks& blocks, std::uint32_t size,
                  StreamPlaces& places) {
  Draw<Words4, Bytes4>(blocks, size, places);
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] void FillAvx2(const StreamName& stream,
                                      std::uint64_t first,
                                      StreamBlocks& blocks) {
  Fill<Words8>(stream, first, blocks);
}
[[gnu::target("avx2")]] void DrawAvx2(const StreamBlocks& blocks,
                                      std::uint32_t size,
                                      StreamPlaces& places) {
  Draw<Words8, Bytes8>(blocks, size, places);
}
[[gnu::target("avx512f")]] void DrawAvx512(const StreamBlocks& blocks,
                                           std::uint32_t size,
                                           StreamPlaces& places) {
  Draw<Words16, Bytes16>(blocks, size, places);
}
[[gnu::target("avx512f")]] void FillAvx512(const StreamName& stream,
                                           std::uint64_t first,
                                           StreamBlocks& blocks) {
  Fill<Words16>(stream, first, blocks);
}

Functions Choose() {
  if (__builtin_cpu_supports("avx512f") != 0) return {FillAvx512, DrawAvx512};
  if (__builtin_cpu_supports("avx2") != 0) return {FillAvx2, DrawAvx2};
  return {FillPortable, DrawPortable};
}

#else

Functions Choose() { return {FillPortable, DrawPortable}; }

#endif

const Functions& Best() {
  static const Functions kBest = Choose();
  return kBest;
}

}  // namespace

void FillBlocks(const StreamName& stream, std::uint64_t first,
                StreamBlocks& blocks) {
  Best().fill(stream, first, blocks);
}

void FillPlaces(const StreamName& stream, std::uint64_t first,
                std::uint32_t size, StreamPlaces& places) {
  StreamBlocks blocks;
  Best().fill(stream, first, blocks);
  Best().draw(blocks, size, places);
}

std::array<std::uint32_t, kBlockWords> BlockOf(const StreamName& stream,
                                               std::uint64_t deal) {
  auto state = StateOf<std::uint32_t>(stream);
  state[12] = static_cast<std::uint32_t>(deal);
  state[13] = static_cast<std::uint32_t>(deal >> 32);
  Permute(state);
  return state;
}

}  // namespace couillon
