// Packs by the pack kernel of the best instruction set, or by the reference
// shuffle; seeds of decisions by SipHash.

#include "engine/deal/deal_source.h"

#include <sodium/core.h>
#include <sodium/randombytes.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "engine/cards/check.h"
#include "engine/cards/text_hash.h"
#include "engine/deal/pack_kernel.h"
#include "engine/deal/pack_plan.h"
#include "engine/deal/shuffle.h"
#include "engine/deal/sip_hash.h"

namespace couillon {
namespace {

constexpr std::string_view kDecisionLabel = "couillon decision seed v1";
constexpr std::string_view kCommitmentLabel = "couillon seed commitment v1";

// The second word of what a decision seed is the hash of: docs/dealing.md.
constexpr int kPlyBit = 8;
constexpr int kSeatingBit = 24;

// A vector of packs costs about as much as this many dealt one by one.
constexpr std::size_t kWorthVector = 8;

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
  std::array<unsigned char, 16> decision_key;
  HashText(seed_text, kDecisionLabel, decision_key);
  for (std::size_t i = 0; i < decision_key.size(); ++i) {
    decision_key_[i / 8] |= std::uint64_t{decision_key[i]} << (8 * (i % 8));
  }
  std::array<unsigned char, 32> commitment;
  HashText(seed_text, kCommitmentLabel, commitment);
  commitment_ = Hexadecimal(commitment);
}

Pack DealSource::PackOf(CardSet deck, std::uint64_t index) const {
  return ShuffledPack(StreamOf(deck), index);
}

void DealSource::DealPacks(CardSet deck, std::uint64_t first,
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
  return SipHash24(decision_key_, index,
                   std::uint64_t{seat} |
                       static_cast<std::uint64_t>(ply) << kPlyBit |
                       static_cast<std::uint64_t>(seating) << kSeatingBit);
}

std::string FreshSeed() {
  COUILLON_CHECK(sodium_init() >= 0);
  std::array<unsigned char, 32> bits;
  randombytes_buf(bits.data(), bits.size());
  return Hexadecimal(bits);
}

}  // namespace couillon
