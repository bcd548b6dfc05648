// Which of the instruction sets that a kernel is compiled for the machine has.
// For the part of a kernel's source that is compiled once, after Highway.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwy/highway.h"

namespace couillon {

// A Target for each instruction set of the machine, the best first: its name is
// filled in here and the rest by the function that `table`, which HWY_EXPORT
// has made, holds for it; left out if that returns false. Asks Highway's table
// and not HWY_DYNAMIC_DISPATCH, whose choice all threads share.
template <typename Target, std::size_t kEntries>
[[nodiscard]] std::vector<Target> FindTargets(
    bool (*const (&table)[kEntries])(Target&)) {
  std::vector<Target> targets;
  for (const std::int64_t bit : hwy::SupportedAndGeneratedTargets()) {
    hwy::ChosenTarget chosen;
    chosen.Update(bit);
    // Compiled for one instruction set alone, the table has no index.
    const std::size_t entry = kEntries == 1 ? 0 : chosen.GetIndex();
    Target target;
    target.name = hwy::TargetName(bit);
    if (table[entry](target)) targets.push_back(target);
  }
  return targets;
}

}  // namespace couillon
