// The pack kernel: packs dealt many at a time, one byte of a vector for each
// deal, as shuffle.h deals them one by one. Compiled for several instruction
// sets; which of them there are is found out when the program runs.
// deal_source.h is the way in; this is for it, for tests and for benchmarks.
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
  std::string name;       // as Highway has it: "AVX3" is AVX-512
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

// The instruction sets that this machine has, the best first; none if it has
// no vectors. Looks anew at each call. Thread-safe.
[[nodiscard]] std::vector<PackTarget> FindPackTargets();

}  // namespace couillon
