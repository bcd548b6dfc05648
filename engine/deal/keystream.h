// The keystream of dealing, one block at a time: ChaCha20 (RFC 8439) with the
// nonce and counter of docs/dealing.md. keystream-inl.h makes the blocks of
// many deals at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace couillon {

inline constexpr std::size_t kBlockWords = 16;

// The words of the 64 bytes of a block, read little-endian.
using KeystreamBlock = std::array<std::uint32_t, kBlockWords>;

// The identity of a stream: the key, and its parts of the nonce
// (docs/dealing.md).
struct StreamName {
  std::array<std::uint32_t, 8> key{};  // little-endian words
  std::uint32_t deck = 0;              // the cards, as a CardSet mask
  std::uint32_t extension = 0;  // blocks of the same deal before this one
};

// Returns the state that a block starts from, with 0 as the index of the deal:
// the constants of ChaCha20, the key, two words of 0, the deck, the extension.
[[nodiscard]] KeystreamBlock StartOf(const StreamName& stream);

// The block of one deal.
[[nodiscard]] KeystreamBlock BlockOf(const StreamName& stream,
                                     std::uint64_t deal);

}  // namespace couillon
