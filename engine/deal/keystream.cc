// The 20 rounds of ChaCha20 in portable code, the reference for the pack
// kernel.

#include "engine/deal/keystream.h"

#include <algorithm>
#include <bit>

namespace couillon {
namespace {

constexpr int kDoubleRounds = 10;
constexpr std::array<std::uint32_t, 4> kConstants = {0x61707865, 0x3320646e,
                                                     0x79622d32, 0x6b206574};

void QuarterRound(std::uint32_t& a, std::uint32_t& b, std::uint32_t& c,
                  std::uint32_t& d) {
  a += b;
  d = std::rotl(d ^ a, 16);
  c += d;
  b = std::rotl(b ^ c, 12);
  a += b;
  d = std::rotl(d ^ a, 8);
  c += d;
  b = std::rotl(b ^ c, 7);
}

// The block function of RFC 8439, section 2.3.
KeystreamBlock Permuted(const KeystreamBlock& start) {
  KeystreamBlock s = start;
  for (int i = 0; i < kDoubleRounds; ++i) {
    QuarterRound(s[0], s[4], s[8], s[12]);
    QuarterRound(s[1], s[5], s[9], s[13]);
    QuarterRound(s[2], s[6], s[10], s[14]);
    QuarterRound(s[3], s[7], s[11], s[15]);
    QuarterRound(s[0], s[5], s[10], s[15]);
    QuarterRound(s[1], s[6], s[11], s[12]);
    QuarterRound(s[2], s[7], s[8], s[13]);
    QuarterRound(s[3], s[4], s[9], s[14]);
  }
  for (std::size_t i = 0; i < kBlockWords; ++i) s[i] += start[i];
  return s;
}

}  // namespace

KeystreamBlock StartOf(const StreamName& stream) {
  KeystreamBlock start{};
  std::copy(kConstants.begin(), kConstants.end(), start.begin());
  std::copy(stream.key.begin(), stream.key.end(), start.begin() + 4);
  start[14] = stream.deck;
  start[15] = stream.extension;
  return start;
}

KeystreamBlock BlockOf(const StreamName& stream, std::uint64_t deal) {
  KeystreamBlock start = StartOf(stream);
  start[12] = static_cast<std::uint32_t>(deal);
  start[13] = static_cast<std::uint32_t>(deal >> 32);
  return Permuted(start);
}

}  // namespace couillon
