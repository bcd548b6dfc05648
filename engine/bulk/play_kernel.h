// The play kernel: deals, plays at random and counts many deals at a time, one
// byte lane per deal. Compiled for several instruction sets; those of the
// machine are detected at run time.
// Callers use playout.h; only it, tests and benchmarks use this header.
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

// Results are written in whole vectors, so arrays of results need room for this
// many more deals than requested.
inline constexpr std::size_t kBulkMargin = 64;

// The deals to play, and the places for their results: arrays with room for
// `count` + kBulkMargin entries, in the form of BulkResults.
struct BulkRun {
  StreamName stream;        // of the deck
  std::uint64_t key = 0;    // of PlayoutRandom
  std::uint64_t first = 0;  // index of the first deal
  std::size_t count = 0;    // number of deals
  std::uint8_t* trump = nullptr;
  Seat* maker = nullptr;
  std::array<std::uint8_t*, kMaxSides> card_points{};
  std::array<std::uint8_t*, kMaxSides> tricks{};
};

// The function of one instruction set.
struct BulkTarget {
  std::string name;  // as Highway calls it: "AVX3" is AVX-512
  // Plays a run. Requires: `plan` is that of PlanBulk for rules with the deck
  // run.stream.deck; run.stream.extension is 0.
  void (*play)(const BulkPlan& plan, const BulkRun& run) = nullptr;
};

// Returns the instruction sets of this machine, the best first; empty if it has
// no vectors. Detects them anew at each call. Thread-safe.
[[nodiscard]] std::vector<BulkTarget> FindBulkTargets();

}  // namespace couillon
