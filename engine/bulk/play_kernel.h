// The play kernel: deals dealt, played at random and counted many at a time,
// one byte of a vector for each deal. Compiled for several instruction sets;
// which of them there are is found out when the program runs.
// playout.h is the way in; this is for it, for tests and for benchmarks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/bulk/play_plan.h"
#include "engine/cards/seat.h"
#include "engine/deal/keystream.h"

namespace couillon {

// Results are written for whole vectors: room for this many deals more than
// were asked for is always enough.
inline constexpr std::size_t kBulkMargin = 64;

// Which deals to play, and where to write their results: arrays with room for
// `count` + kBulkMargin entries, in the form of BulkResults.
struct BulkRun {
  StreamName stream;        // of the deck
  std::uint64_t key = 0;    // of PlayoutRandom
  std::uint64_t first = 0;  // deal
  std::size_t count = 0;    // of deals
  std::uint8_t* trump = nullptr;
  Seat* maker = nullptr;
  std::array<std::uint8_t*, kMaxSides> card_points{};
  std::array<std::uint8_t*, kMaxSides> tricks{};
};

// The function of one instruction set.
struct BulkTarget {
  std::string name;  // as Highway has it: "AVX3" is AVX-512
  // Plays a run. Requires: `plan` is that of PlanBulk for rules with the deck
  // run.stream.deck; run.stream.extension is 0.
  void (*play)(const BulkPlan& plan, const BulkRun& run) = nullptr;
};

// The instruction sets that this machine has, the best first; none if it has
// no vectors. Looks anew at each call. Thread-safe.
[[nodiscard]] std::vector<BulkTarget> FindBulkTargets();

}  // namespace couillon
