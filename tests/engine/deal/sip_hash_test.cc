#include "engine/deal/sip_hash.h"

#include <gtest/gtest.h>
#include <sodium/crypto_shorthash_siphash24.h>

#include <cstddef>
#include <random>

namespace couillon {
namespace {

// The bytes of words, little endian.
std::array<unsigned char, 16> BytesOf(
    const std::array<std::uint64_t, 2>& words) {
  std::array<unsigned char, 16> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<unsigned char>(words[i / 8] >> (8 * (i % 8)));
  }
  return bytes;
}

TEST(SipHashTest, IsThatOfLibsodium) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 1000; ++i) {
    const std::array<std::uint64_t, 2> key = {random(), random()};
    const std::array<std::uint64_t, 2> words = {random(), random()};
    const auto message = BytesOf(words);
    std::array<unsigned char, 8> expected{};
    crypto_shorthash_siphash24(expected.data(), message.data(), message.size(),
                               BytesOf(key).data());
    const std::uint64_t hash = SipHash24(key, words[0], words[1]);
    for (std::size_t byte = 0; byte < expected.size(); ++byte) {
      ASSERT_EQ(expected[byte], hash >> (8 * byte) & 0xff) << i;
    }
  }
}

}  // namespace
}  // namespace couillon
