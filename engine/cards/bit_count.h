// The number of bits set. On plain x86-64, which has no instruction for it,
// std::popcount is a call of a library function; these are a few instructions.
#pragma once

#include <bit>
#include <cstdint>

namespace couillon {

// Sums of bits in pairs, then in fours, in bytes, and over all bytes.
constexpr int CountBits(std::uint64_t bits) {
#ifdef __POPCNT__
  return std::popcount(bits);
#else
  bits -= bits >> 1U & 0x5555555555555555U;
  bits = (bits & 0x3333333333333333U) + (bits >> 2U & 0x3333333333333333U);
  bits = (bits + (bits >> 4U)) & 0x0f0f0f0f0f0f0f0fU;
  return static_cast<int>(bits * 0x0101010101010101U >> 56U);
#endif
}

constexpr int CountBits(std::uint32_t bits) {
#ifdef __POPCNT__
  return std::popcount(bits);
#else
  bits -= bits >> 1U & 0x55555555U;
  bits = (bits & 0x33333333U) + (bits >> 2U & 0x33333333U);
  bits = (bits + (bits >> 4U)) & 0x0f0f0f0fU;
  return static_cast<int>(bits * 0x01010101U >> 24U);
#endif
}

}  // namespace couillon
