// SipHash-2-4 of two words (Aumasson and Bernstein, 2012), inline: the referee
// makes a seed for every decision. Tests compare it with libsodium's.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace couillon {

// Returns the hash of the 16 bytes that are `first` and `second`, both little
// endian; the key is two words in the same way.
[[nodiscard]] constexpr std::uint64_t SipHash24(
    const std::array<std::uint64_t, 2>& key, std::uint64_t first,
    std::uint64_t second) {
  std::uint64_t v0 = key[0] ^ 0x736f6d6570736575U;
  std::uint64_t v1 = key[1] ^ 0x646f72616e646f6dU;
  std::uint64_t v2 = key[0] ^ 0x6c7967656e657261U;
  std::uint64_t v3 = key[1] ^ 0x7465646279746573U;
  const auto mix = [&](int rounds) {
    for (; rounds > 0; --rounds) {
      v0 += v1;
      v2 += v3;
      v1 = std::rotl(v1, 13) ^ v0;
      v3 = std::rotl(v3, 16) ^ v2;
      v0 = std::rotl(v0, 32) + v3;
      v2 += v1;
      v3 = std::rotl(v3, 21) ^ v0;
      v1 = std::rotl(v1, 17) ^ v2;
      v2 = std::rotl(v2, 32);
    }
  };
  constexpr std::uint64_t kLength = std::uint64_t{16} << 56;
  for (const std::uint64_t word : {first, second, kLength}) {
    v3 ^= word;
    mix(2);
    v0 ^= word;
  }
  v2 ^= 0xff;
  mix(4);
  return v0 ^ v1 ^ v2 ^ v3;
}

}  // namespace couillon
