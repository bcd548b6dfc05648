// The ChaCha20 blocks of many deals at once: the stream of docs/dealing.md,
// laid out for vectors. deal_source.h turns it into packs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace couillon {

inline constexpr std::size_t kStreamLanes = 16;  // blocks made in one call
inline constexpr std::size_t kBlockWords = 16;

// Block `lane` is the words [0][lane], [1][lane] ... of 32 bits, as the 64
// bytes of RFC 8439 are when read little-endian.
struct alignas(64) StreamBlocks {
  std::array<std::array<std::uint32_t, kStreamLanes>, kBlockWords> words;
};

// Which stream: the key, and what the nonce of docs/dealing.md says of it.
struct StreamName {
  std::array<std::uint32_t, 8> key{};  // little-endian words
  std::uint32_t deck = 0;
  std::uint32_t extension = 0;
};

// Fills the blocks of deals `first`, `first` + 1 ... `first` + 15.
void FillBlocks(const StreamName& stream, std::uint64_t first,
                StreamBlocks& blocks);

// What the shuffles of 16 deals exchange, made of the first draws of their
// blocks as if none had to be dropped.
struct StreamPlaces {
  // At step i of a deal: the place to exchange with place i.
  std::array<std::array<std::uint8_t, kStreamLanes>, 2 * kBlockWords> places;
  // Not 0 if a draw of the deal had to be dropped: its places are wrong.
  std::array<std::uint32_t, kStreamLanes> dropped;
};

// Fills in the places for deals `first` and on of a deck of `size` cards.
// Requires: 1 <= size <= 32.
void FillPlaces(const StreamName& stream, std::uint64_t first,
                std::uint32_t size, StreamPlaces& places);

// The block of one deal.
std::array<std::uint32_t, kBlockWords> BlockOf(const StreamName& stream,
                                               std::uint64_t deal);

}  // namespace couillon
