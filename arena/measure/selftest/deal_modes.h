// Leagues with deals of their own for every pairing compared with leagues whose
// pairings all play the same deals: width and coverage of the intervals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/measure/selftest/interval_tally.h"
#include "arena/measure/selftest/played_pairs.h"
#include "arena/measure/selftest/self_check.h"
#include "arena/numbers/stats/law/splitmix.h"

namespace couillon::arena {

// The deals of each pairing, in both modes.
inline constexpr int kDealsOfAMode = 100;

// The same bots in both modes.
struct DealModes {
  std::string group;  // the kind of bots
  int bots = 0;
  IntervalTally own;
  IntervalTally same;
  // Between the scores of a bot against two opponents on one deal; NaN if
  // unknown. See opponents_correlation.h.
  double correlation = 0;
};

// Leagues to simulate. Strengths and effects are as in SimulatedLeague.
struct SimulatedModes {
  std::string group;
  std::vector<double> strength;
  double deal_effect = 0;
  std::int64_t leagues = 0;  // in each mode
};

// Returns the strengths of bots at equal steps, the first 0, the last `total`.
// Requires: bots >= 2.
[[nodiscard]] std::vector<double> Ladder(int bots, double total);

// Draws the leagues.
[[nodiscard]] DealModes CompareModes(const SimulatedModes& modes,
                                     stats::SplitMix64& random);

// Simulated leagues of 3, 8 and 20 bots: equal ones with deal effects from none
// to strong, and a ladder of strengths.
[[nodiscard]] std::vector<DealModes> CompareSimulatedModes(
    const SelfTestPlan& plan);

// Leagues of 3, 8 and 20 bots played by the referee, a tenth of the plan's
// runs. The bots are the reference bot with random errors: equally often, drawn
// from each source; equally often, all with the same random numbers; and from
// rarely to often.
[[nodiscard]] std::vector<DealModes> ComparePlayedModes(
    const SelfTestPlan& plan, const SelfTestBots& bots);

}  // namespace couillon::arena
