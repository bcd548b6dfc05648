// The scalar keystream against RFC 8439 and against libsodium.
#include "engine/deal/keystream.h"

#include <gtest/gtest.h>
#include <sodium/crypto_stream_chacha20.h>

#include <bit>
#include <cstring>
#include <string>

#include "absl/strings/escaping.h"

namespace couillon::tests {
namespace {

static_assert(std::endian::native == std::endian::little);

// A block of the RFC: key, nonce and block in hexadecimal.
struct RfcBlock {
  const char* where;
  const char* key;
  const char* nonce;
  std::uint32_t counter;
  const char* block;
};

constexpr std::array<RfcBlock, 6> kBlocks = {{
    {"2.3.2",
     "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
     "000000090000004a00000000", 1,
     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
    {"A.1, 1",
     "0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", 0,
     "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
    {"A.1, 2",
     "0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", 1,
     "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
    {"A.1, 3",
     "0000000000000000000000000000000000000000000000000000000000000001",
     "000000000000000000000000", 1,
     "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
     "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
    {"A.1, 4",
     "00ff000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000000", 2,
     "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
     "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
    {"A.1, 5",
     "0000000000000000000000000000000000000000000000000000000000000000",
     "000000000000000000000002", 0,
     "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
     "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"},
}};

template <std::size_t kWords>
std::array<std::uint32_t, kWords> WordsOf(const char* hex) {
  const std::string bytes = absl::HexStringToBytes(hex);
  std::array<std::uint32_t, kWords> words{};
  EXPECT_EQ(bytes.size(), sizeof(words));
  std::memcpy(words.data(), bytes.data(), sizeof(words));
  return words;
}

// The deal is the counter and the first word of the nonce.
TEST(KeystreamTest, BlocksAreThoseOfTheRfc) {
  for (const RfcBlock& block : kBlocks) {
    SCOPED_TRACE(block.where);
    const auto nonce = WordsOf<3>(block.nonce);
    const StreamName stream{
        .key = WordsOf<8>(block.key), .deck = nonce[1], .extension = nonce[2]};
    EXPECT_EQ(BlockOf(stream, std::uint64_t{nonce[0]} << 32 | block.counter),
              WordsOf<kBlockWords>(block.block));
  }
}

KeystreamBlock SodiumBlock(const StreamName& stream, std::uint64_t deal) {
  std::array<unsigned char, 32> key;
  std::memcpy(key.data(), stream.key.data(), key.size());
  const std::array<std::uint32_t, 3> words = {
      static_cast<std::uint32_t>(deal >> 32), stream.deck, stream.extension};
  std::array<unsigned char, 12> nonce;
  std::memcpy(nonce.data(), words.data(), nonce.size());
  std::array<unsigned char, 64> bytes{};
  crypto_stream_chacha20_ietf_xor_ic(
      bytes.data(), bytes.data(), bytes.size(), nonce.data(),
      static_cast<std::uint32_t>(deal), key.data());
  KeystreamBlock block;
  std::memcpy(block.data(), bytes.data(), bytes.size());
  return block;
}

// With deals around 2^32, where the counter carries into the nonce.
TEST(KeystreamTest, BlocksAreThoseOfSodium) {
  StreamName stream{.deck = 0xfcfcfcfc, .extension = 3};
  for (std::uint32_t i = 0; i < 8; ++i) stream.key[i] = 0x9e3779b9U * (i + 1);
  for (const std::uint64_t first :
       {std::uint64_t{0}, std::uint64_t{12345}, std::uint64_t{0xfffffff8},
        std::uint64_t{0x123456789abcdef0}}) {
    for (std::uint64_t deal = first; deal < first + 16; ++deal) {
      EXPECT_EQ(BlockOf(stream, deal), SodiumBlock(stream, deal)) << deal;
    }
  }
}

}  // namespace
}  // namespace couillon::tests
