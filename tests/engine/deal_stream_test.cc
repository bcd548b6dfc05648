// The vectors of blocks against libsodium, block by block.
#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/deal/deal_source.h"
#include "engine/deal/keystream.h"
#include "gtest/gtest.h"

namespace couillon::tests {
namespace {

StreamName Stream() {
  StreamName stream{.key = {}, .deck = 0xfcfcfcfc, .extension = 3};
  for (std::uint32_t i = 0; i < 8; ++i) stream.key[i] = 0x9e3779b9U * (i + 1);
  return stream;
}

template <std::size_t kBytes>
void Put(std::uint32_t word, std::size_t at,
         std::array<unsigned char, kBytes>& bytes) {
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[4 * at + i] = static_cast<unsigned char>(word >> (8 * i));
  }
}

std::array<std::uint32_t, kBlockWords> SodiumBlock(const StreamName& stream,
                                                   std::uint64_t deal) {
  std::array<unsigned char, 32> key;
  for (std::size_t i = 0; i < 8; ++i) Put(stream.key[i], i, key);
  std::array<unsigned char, 12> nonce;
  Put(static_cast<std::uint32_t>(deal >> 32), 0, nonce);
  Put(stream.deck, 1, nonce);
  Put(stream.extension, 2, nonce);
  const auto bytes = ChaChaBlock(key, nonce, static_cast<std::uint32_t>(deal));
  std::array<std::uint32_t, kBlockWords> words{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    words[i / 4] |= std::uint32_t{bytes[i]} << (8 * (i % 4));
  }
  return words;
}

// With a run that goes past 2^32, where the counter carries.
constexpr std::array<std::uint64_t, 4> kFirst = {0, 12345, 0xfffffff8,
                                                 0x123456789abcdef0};

TEST(DealStreamTest, BlocksAreThoseOfSodium) {
  for (const std::uint64_t first : kFirst) {
    for (std::uint64_t deal = first; deal < first + 3; ++deal) {
      EXPECT_EQ(BlockOf(Stream(), deal), SodiumBlock(Stream(), deal)) << deal;
    }
  }
}

TEST(DealStreamTest, EveryLaneIsTheBlockOfItsDeal) {
  for (const std::uint64_t first : kFirst) {
    StreamBlocks blocks;
    FillBlocks(Stream(), first, blocks);
    for (std::size_t lane = 0; lane < kStreamLanes; ++lane) {
      const auto block = SodiumBlock(Stream(), first + lane);
      for (std::size_t word = 0; word < kBlockWords; ++word) {
        ASSERT_EQ(blocks.words[word][lane], block[word])
            << "deal " << first + lane << ", word " << word;
      }
    }
  }
}

// docs/dealing.md, the shuffle, step by step.
TEST(DealStreamTest, PlacesAreThoseOfTheDraws) {
  constexpr std::uint32_t kSize = 24;
  int dropped = 0;
  for (std::uint64_t first = 0; first < 16'000; first += kStreamLanes) {
    StreamPlaces places;
    FillPlaces(Stream(), first, kSize, places);
    for (std::size_t lane = 0; lane < kStreamLanes; ++lane) {
      const auto block = BlockOf(Stream(), first + lane);
      bool drops = false;
      for (std::uint32_t i = 0; i + 1 < kSize; ++i) {
        const std::uint32_t draw = block[i / 2] >> (16 * (i % 2)) & 0xffff;
        const std::uint32_t product = draw * (kSize - i);
        drops |= product % 0x10000 < 0x10000 % (kSize - i);
        ASSERT_EQ(places.places[i][lane], i + product / 0x10000);
      }
      ASSERT_EQ(places.dropped[lane] != 0, drops) << first + lane;
      dropped += drops ? 1 : 0;
    }
  }
  EXPECT_GT(dropped, 0);
}

}  // namespace
}  // namespace couillon::tests
