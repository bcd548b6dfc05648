// The vector kernel: deals dealt, played at random and counted many at a time,
// one byte of a vector for each deal. Compiled for several sets of
// instructions; which of them there are is found out when the program runs.
// bulk_playout.h is the way in; this is for it, for tests and for benchmarks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/bulk/play_plan.h"
#include "engine/cards/pack.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/deal/keystream.h"
#include "engine/rules/compiled_rules.h"

namespace couillon {

// Results are written for whole vectors: room for this many deals more than
// were asked for is always enough.
inline constexpr std::size_t kBulkMargin = 64;

// What the kernels are compiled for.
struct BulkShape {
  int players = 0;
  int sides = 0;
  int hand_size = 0;
  bool heading = false;
  friend bool operator==(const BulkShape&, const BulkShape&) = default;
};
BulkShape BulkShapeOf(const CompiledRules& rules);
bool HasKernel(const BulkShape& shape);

// Which deals to play, and where to write what they come to: arrays with room
// for `count` + kBulkMargin entries.
struct BulkRun {
  const DealSource* source = nullptr;
  std::uint64_t key = 0;  // of PlayoutRandom
  std::uint64_t first = 0;
  std::size_t count = 0;
  std::uint8_t* trump = nullptr;
  Seat* maker = nullptr;
  std::array<std::uint8_t*, kMaxSides> card_points{};
  std::array<std::uint8_t*, kMaxSides> tricks{};
};

// The functions of one set of instructions.
struct BulkTarget {
  std::string name;  // as Highway has it: "AVX3" is AVX-512
  // Plays a run. Requires: HasKernel for the rules of the plan.
  void (*play)(const BulkPlan& plan, const BulkRun& run) = nullptr;
  // Deals the packs of the deals from `first` on. Requires: their number is a
  // multiple of `lanes`.
  void (*packs)(const PackPlan& plan, const DealSource& source,
                std::uint64_t first, std::span<Pack> packs) = nullptr;
  // Writes the 16 words of the ChaCha20 block of each of `lanes` deals from
  // `first` on: word w of deal first + i at [w * lanes + i]. Requires: none of
  // these deals but the first is a multiple of 2^32.
  void (*blocks)(const StreamName& stream, std::uint64_t first,
                 std::uint32_t* words) = nullptr;
  std::size_t lanes = 0;  // deals played at once
};

// Looks for those that this machine has, the best first; none if it has no
// vectors. Not for several threads at once: BulkTargets() has looked.
std::vector<BulkTarget> FindBulkTargets();
// The same, found at the first call.
const std::vector<BulkTarget>& BulkTargets();

}  // namespace couillon
