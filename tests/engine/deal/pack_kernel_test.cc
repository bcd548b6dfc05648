// The pack kernel against the scalar keystream and shuffle, deal by deal, with
// every instruction set of this machine.
#include "engine/deal/pack_kernel.h"

#include <gtest/gtest.h>

#include "engine/cards/card_set.h"
#include "engine/deal/shuffle.h"

namespace couillon::tests {
namespace {

StreamName StreamOf(std::uint32_t deck) {
  StreamName stream{.deck = deck};
  for (std::uint32_t i = 0; i < 8; ++i) stream.key[i] = 0x9e3779b9U * (i + 1);
  return stream;
}

// Whether one of the first draws of a deal has to be dropped (docs/dealing.md,
// the shuffle), so that the kernel deals it one by one.
bool HasDrop(const StreamName& stream, std::uint64_t deal) {
  const auto size = static_cast<std::uint32_t>(CardSet(stream.deck).size());
  const KeystreamBlock block = BlockOf(stream, deal);
  for (std::uint32_t i = 0; i + 1 < size; ++i) {
    const std::uint32_t draw = block.at(i / 2) >> (16 * (i % 2)) & 0xffff;
    if (draw * (size - i) % 0x10000 < 0x10000 % (size - i)) return true;
  }
  return false;
}

TEST(PackKernelTest, PacksAreThoseOfTheShuffle) {
  constexpr std::size_t kDeals = 8192;
  for (const PackTarget& target : FindPackTargets()) {
    SCOPED_TRACE(target.name);
    for (const std::uint32_t deck :
         {0xffffffffU, 0xfcfcfcfcU, 0xfffefefeU, 0x00000001U, 0x00000090U}) {
      const StreamName stream = StreamOf(deck);
      // A run of deals that passes 2^32 within a vector.
      const std::uint64_t first = (std::uint64_t{1} << 32) - kDeals / 2 - 5;
      std::vector<Pack> packs(kDeals);
      target.packs(PlanPacks(CardSet(deck)), stream, first, packs);
      int drops = 0;
      for (std::size_t i = 0; i < kDeals; ++i) {
        ASSERT_EQ(packs[i], ShuffledPack(stream, first + i)) << first + i;
        drops += HasDrop(stream, first + i) ? 1 : 0;
      }
      if (CardSet(deck).size() > 2) {
        EXPECT_GT(drops, 0);
      }
    }
  }
}

TEST(PackKernelTest, EveryLaneIsTheBlockOfItsDeal) {
  StreamName stream = StreamOf(0xfcfcfcfc);
  stream.extension = 2;
  for (const PackTarget& target : FindPackTargets()) {
    std::vector<std::uint32_t> words(kBlockWords * target.lanes);
    for (const std::uint64_t first :
         {std::uint64_t{0}, std::uint64_t{12345}, 0x100000000 - target.lanes,
          std::uint64_t{0x123456789abcdef0}}) {
      target.blocks(stream, first, words.data());
      for (std::size_t lane = 0; lane < target.lanes; ++lane) {
        const KeystreamBlock block = BlockOf(stream, first + lane);
        for (std::size_t i = 0; i < kBlockWords; ++i) {
          ASSERT_EQ(words[i * target.lanes + lane], block.at(i))
              << target.name << ", deal " << first + lane << ", word " << i;
        }
      }
    }
  }
}

// Two threads may ask at a time, so a call leaves nothing behind.
TEST(PackKernelTest, TargetsAreTheSameAtEveryCall) {
  const std::vector<PackTarget> targets = FindPackTargets();
  const std::vector<PackTarget> again = FindPackTargets();
  ASSERT_EQ(targets.size(), again.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    EXPECT_EQ(targets[i].name, again[i].name);
    EXPECT_EQ(targets[i].lanes, again[i].lanes);
    EXPECT_EQ(targets[i].packs, again[i].packs);
  }
}

}  // namespace
}  // namespace couillon::tests
