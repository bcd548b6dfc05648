// The kernel of line_values.h for every instruction set, and the detection of
// those of the machine. Highway includes this file once per instruction set.
#include "engine/solve/line_values.h"

// Clang-tidy reads the part for machines without vectors.
// NOLINTBEGIN(misc-include-cleaner)
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/solve/line_values.cc"
#include "hwy/foreach_target.h"
// Must follow foreach_target.h, which includes this file repeatedly.
#include "hwy/highway.h"

// Machines without vectors have no kernel.
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
// NOLINTEND(misc-include-cleaner)

#include "engine/solve/line_values-inl.h"

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
namespace {

void FindValues(const ThreeTricks& tricks, const Line* lines, std::size_t count,
                std::uint8_t* values) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(kLine)) {
    hn::StoreU(ValuesOf(tricks, hn::LoadU(kLine, lines + i)), kLine,
               values + i);
  }
}

}  // namespace

bool FillLineTarget(LineTarget& target) {
  target.values = FindValues;
  return true;
}

}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else

HWY_BEFORE_NAMESPACE();
namespace couillon::HWY_NAMESPACE {
bool FillLineTarget(LineTarget& /*target*/) { return false; }
}  // namespace couillon::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#if HWY_ONCE

#include "engine/cards/vector_targets.h"

namespace couillon {
namespace {

HWY_EXPORT(FillLineTarget);

}  // namespace

std::vector<LineTarget> FindLineTargets() {
  std::vector<LineTarget> targets =
      FindTargets<LineTarget>(HWY_DISPATCH_TABLE(FillLineTarget));
  // 32 lanes are enough, and masks in registers of their own make AVX-512
  // slower here (docs/performance.md).
  const auto is_wide = [](const LineTarget& target) {
    return target.name == "AVX2";
  };
  std::stable_partition(targets.begin(), targets.end(), is_wide);
  return targets;
}

}  // namespace couillon

#endif  // HWY_ONCE
