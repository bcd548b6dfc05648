// The pack kernel for every instruction set, and the detection of those of the
// machine. Highway includes this file once per instruction set. Tests:
// pack_kernel_test.cc.
#include "engine/deal/pack_kernel.h"

// Clang-tidy reads the part for machines without vectors.
// NOLINTBEGIN(misc-include-cleaner)
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/deal/pack_kernel.cc"
#include "hwy/foreach_target.h"
// Must follow foreach_target.h, which includes this file repeatedly.
#include "hwy/highway.h"

// Machines without vectors have no kernel.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
// NOLINTEND(misc-include-cleaner)

#include "engine/deal/keystream-inl.h"
#include "engine/deal/packs-inl.h"
#include "engine/deal/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
namespace {

void MakeBlocks(const StreamName& stream, std::uint64_t first,
                std::uint32_t* words) {
  const BlockStart start(stream, static_cast<std::uint32_t>(first >> 32));
  for (std::size_t group = 0; group < kGroups; ++group) {
    Block block;
    start.MakeBlocks(DealsOfGroup(first, group), block);
    for (std::size_t word = 0; word < kBlockWords; ++word) {
      HWY_ALIGN std::array<std::uint32_t, kLanes / kGroups> lanes;
      hn::Store(block[word], kWords, lanes.data());
      for (std::size_t i = 0; i < lanes.size(); ++i) {
        words[word * kLanes + i * kGroups + group] = lanes[i];
      }
    }
  }
}

}  // namespace

bool FillPackTarget(PackTarget& target) {
  target.packs = MakePacks;
  target.blocks = MakeBlocks;
  target.lanes = kLanes;
  return true;
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
bool FillPackTarget(PackTarget& /*target*/) { return false; }
}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE

#include "engine/cards/vector_targets.h"

namespace couillon {
namespace {

HWY_EXPORT(FillPackTarget);

}  // namespace

std::vector<PackTarget> FindPackTargets() {
  return FindTargets<PackTarget>(HWY_DISPATCH_TABLE(FillPackTarget));
}

}  // namespace couillon

#endif  // HWY_ONCE
