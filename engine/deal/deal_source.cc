#include "engine/deal/deal_source.h"

#include <sodium/core.h>
#include <sodium/crypto_shorthash_siphash24.h>
#include <sodium/randombytes.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/cards/check.h"
#include "engine/cards/text_hash.h"
#include "engine/deal/pack_kernel.h"
#include "engine/deal/pack_plan.h"
#include "engine/deal/shuffle.h"

namespace couillon {
namespace {

constexpr std::string_view kDecisionLabel = "couillon decision seed v1";
constexpr std::string_view kCommitmentLabel = "couillon seed commitment v1";

// A vector of packs costs about as much as this many dealt one by one.
constexpr std::size_t kWorthVector = 8;

void PutLittleEndian(std::uint64_t value, std::size_t size,
                     unsigned char* out) {
  for (std::size_t i = 0; i < size; ++i) {
    out[i] = static_cast<unsigned char>(value >> (8 * i));
  }
}

// The best instruction set of this machine, or null if it has no vectors.
// Cached here and not in the kernel, which is compiled without sanitizers: they
// have to see that one thread initializes it while the others wait.
const PackTarget* BestTarget() {
  static const std::vector<PackTarget> kTargets = FindPackTargets();
  return kTargets.empty() ? nullptr : &kTargets.front();
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
  return ShuffledPack(StreamOf(deck), index);
}

void DealSource::PacksOf(CardSet deck, std::uint64_t first,
                         std::span<Pack> packs) const {
  const StreamName stream = StreamOf(deck);
  if (const PackTarget* target = BestTarget(); target != nullptr) {
    const PackPlan plan = PlanPacks(deck);
    const std::size_t whole = packs.size() - packs.size() % target->lanes;
    if (whole > 0) target->packs(plan, stream, first, packs.first(whole));
    first += whole;
    packs = packs.subspan(whole);
    if (packs.size() >= kWorthVector) {
      std::vector<Pack> more(target->lanes);
      target->packs(plan, stream, first, more);
      std::copy_n(more.begin(), packs.size(), packs.begin());
      return;
    }
  }
  for (Pack& pack : packs) pack = ShuffledPack(stream, first++);
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

}  // namespace couillon
