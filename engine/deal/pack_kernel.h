// The pack kernel: deals many packs at a time, one byte lane per deal, with the
// results of shuffle.h. Compiled for several instruction sets; those of the
// machine are detected at run time. Callers use deal_source.h; only it, tests
// and benchmarks use this header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/cards/pack.h"
#include "engine/deal/keystream.h"
#include "engine/deal/pack_plan.h"

namespace couillon {

// The functions of one instruction set.
struct PackTarget {
  std::string name;       // as Highway calls it: "AVX3" is AVX-512
  std::size_t lanes = 0;  // deals dealt at once: 16, 32 or 64
  // Deals the packs of the deals from `first` on; places from plan.size on get
  // Card(0). Requires: the plan is that of stream.deck with all places needed;
  // the number of packs is a multiple of `lanes`; stream.extension is 0.
  void (*packs)(const PackPlan& plan, const StreamName& stream,
                std::uint64_t first, std::span<Pack> packs) = nullptr;
  // Writes the 16 words of the keystream block of each of `lanes` deals from
  // `first` on: word w of deal first + i at [w * lanes + i]. Requires: none of
  // these deals but the first is a multiple of 2^32. For tests.
  void (*blocks)(const StreamName& stream, std::uint64_t first,
                 std::uint32_t* words) = nullptr;
};

// Returns the instruction sets of this machine, the best first; empty if it has
// no vectors. Detects them anew at each call. Thread-safe.
[[nodiscard]] std::vector<PackTarget> FindPackTargets();

}  // namespace couillon
