#include "engine/deal/deal_source.h"

#include <sodium/core.h>
#include <sodium/crypto_shorthash_siphash24.h>
#include <sodium/crypto_stream_chacha20.h>
#include <sodium/randombytes.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/bulk/play_kernel.h"
#include "engine/bulk/play_plan.h"
#include "engine/cards/card_set.h"
#include "engine/cards/check.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/cards/text_hash.h"
#include "engine/deal/keystream.h"

namespace couillon {
namespace {

constexpr std::string_view kDecisionLabel = "couillon decision seed v1";
constexpr std::string_view kCommitmentLabel = "couillon seed commitment v1";

void PutLittleEndian(std::uint64_t value, std::size_t size,
                     unsigned char* out) {
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = static_cast<unsigned char>(value >> (8 * i));
  }
}

// Shuffles `pack`, the canonical order of `deck`, with the draws of the block
// of deal `index` and, once they are used up, of those that extend it.
void Shuffle(StreamName stream, std::uint32_t size, std::uint64_t index,
             Pack& pack) {
  auto block = BlockOf(stream, index);
  std::size_t used = 0;  // draws of 16 bits, two a word
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
}

}  // namespace

DealSource::DealSource(std::string_view seed_text) {
  std::array<unsigned char, 32> key;
  HashText(seed_text, {}, key);
  for (std::size_t i = 0; i < key.size(); ++i) {
    deal_key_[i / 4] |= std::uint32_t{key[i]} << (8 * (i % 4));
  }
  HashText(seed_text, kDecisionLabel, decision_key_);
  std::array<unsigned char, 32> commitment;
  HashText(seed_text, kCommitmentLabel, commitment);
  commitment_ = Hexadecimal(commitment);
}

Pack DealSource::PackOf(CardSet deck, std::uint64_t index) const {
  Pack pack = CanonicalPack(deck);
  Shuffle(StreamOf(deck), static_cast<std::uint32_t>(deck.size()), index, pack);
  return pack;
}

void DealSource::PacksOf(CardSet deck, std::uint64_t first,
                         std::span<Pack> packs) const {
  if (!BulkTargets().empty()) {
    const BulkTarget& target = BulkTargets().front();
    const std::size_t whole = packs.size() - packs.size() % target.lanes;
    if (whole > 0) {
      target.packs(PlanPacks(deck), *this, first, packs.first(whole));
      first += whole;
      packs = packs.subspan(whole);
    }
  }
  const StreamName stream = StreamOf(deck);
  const auto size = static_cast<std::uint32_t>(deck.size());
  const Pack canonical = CanonicalPack(deck);
  StreamPlaces drawn;
  for (std::size_t at = 0; at < packs.size(); ++at) {
    const std::size_t lane = at % kStreamLanes;
    if (lane == 0) FillPlaces(stream, first + at, size, drawn);
    Pack& pack = packs[at];
    pack = canonical;
    if (drawn.dropped[lane] == 0) {
      for (std::size_t i = 0; i + 1 < size; ++i) {
        std::swap(pack[i], pack[drawn.places[i][lane]]);
      }
    } else {
      Shuffle(stream, size, first + at, pack);
    }
  }
}

StreamName DealSource::StreamOf(CardSet deck) const {
  return {.key = deal_key_, .deck = deck.mask()};
}

std::uint64_t DealSource::DecisionSeed(std::uint64_t index, Seat seat, int ply,
                                       int seating) const {
  std::array<unsigned char, 16> message{};
  PutLittleEndian(index, 8, message.data());
  message[8] = seat;
  PutLittleEndian(static_cast<std::uint64_t>(ply), 2, message.data() + 9);
  message[11] = static_cast<unsigned char>(seating);
  std::array<unsigned char, 8> hash{};
  crypto_shorthash_siphash24(hash.data(), message.data(), message.size(),
                             decision_key_.data());
  std::uint64_t seed = 0;
  for (std::size_t i = 0; i < hash.size(); ++i) {
    seed |= std::uint64_t{hash[i]} << (8 * i);
  }
  return seed;
}

std::string FreshSeed() {
  COUILLON_CHECK(sodium_init() >= 0);
  std::array<unsigned char, 32> bits;
  randombytes_buf(bits.data(), bits.size());
  return Hexadecimal(bits);
}

std::array<unsigned char, 64> ChaChaBlock(
    const std::array<unsigned char, 32>& key,
    const std::array<unsigned char, 12>& nonce, std::uint32_t counter) {
  std::array<unsigned char, 64> block{};
  crypto_stream_chacha20_ietf_xor_ic(block.data(), block.data(), block.size(),
                                     nonce.data(), counter, key.data());
  return block;
}

}  // namespace couillon
