// The Fisher-Yates shuffle with numbers of the keystream.

#include "engine/deal/shuffle.h"

#include <cstddef>
#include <utility>

#include "engine/cards/card_set.h"

namespace couillon {

Pack ShuffledPack(StreamName stream, std::uint64_t index) {
  const CardSet deck(stream.deck);
  const auto size = static_cast<std::uint32_t>(deck.size());
  Pack pack = CanonicalPack(deck);
  KeystreamBlock block = BlockOf(stream, index);
  std::size_t used = 0;  // draws of 16 bits, two per word
  for (std::uint32_t i = 0; i + 1 < size;) {
    if (used == 2 * kBlockWords) {
      ++stream.extension;
      block = BlockOf(stream, index);
      used = 0;
    }
    const std::uint32_t draw = block[used / 2] >> (16 * (used % 2)) & 0xffff;
    ++used;
    const std::uint32_t among = size - i;
    const std::uint32_t product = draw * among;
    // Drops the few draws that would favour some cards over others.
    const std::uint32_t low = product & 0xffff;
    if (low < among && low < 0x10000 % among) continue;
    std::swap(pack[i], pack[i + (product >> 16)]);
    ++i;
  }
  return pack;
}

}  // namespace couillon
