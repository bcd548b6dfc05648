// Finds the instruction sets of a kernel that the machine has. For the part of
// a kernel's source that is compiled once (HWY_ONCE).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwy/highway.h"

namespace couillon {

// Returns a Target for each instruction set of the machine, the best first.
// This function fills in the name. The function in `table`, which HWY_EXPORT
// makes, fills in the rest, or returns false to leave the Target out.
// HWY_DYNAMIC_DISPATCH is not used because all threads share its choice.
template <typename Target, std::size_t kEntries>
[[nodiscard]] std::vector<Target> FindTargets(
    bool (*const (&table)[kEntries])(Target&)) {
  std::vector<Target> targets;
  for (const std::int64_t bit : hwy::SupportedAndGeneratedTargets()) {
    hwy::ChosenTarget chosen;
    chosen.Update(bit);
    // Compiled for one instruction set, the table has a single entry.
    const std::size_t entry = kEntries == 1 ? 0 : chosen.GetIndex();
    Target target;
    target.name = hwy::TargetName(bit);
    if (table[entry](target)) targets.push_back(target);
  }
  return targets;
}

}  // namespace couillon
