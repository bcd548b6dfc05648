// The deals of a fairness report with all cards seen: what eldest's side wins
// if all sides play as well as possible, calls included. Card players call this
// double dummy.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arena/measure/fairness/figures.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The limits of solving under one ruleset. The work is counted in positions,
// not in seconds: the same deals are solved on every machine.
struct SolvingLimits {
  std::uint64_t deals = 0;  // deals 0, 1 ...; 0: none
  // Tasks of a few deals follow each other until as many positions have been
  // searched. So the last task may exceed it.
  std::uint64_t positions = 0;

  friend bool operator==(const SolvingLimits&, const SolvingLimits&) = default;
};

struct SolvedDeals {
  // By deal: the lead of eldest's side in game points from fresh stakes, with
  // best play. Fewer than SolvingLimits::deals if the positions ran out.
  std::vector<std::int32_t> leads;
  std::uint64_t positions = 0;  // searched for these deals
  std::string why_not;          // why no deal is solved; else empty
};

// Returns why whole deals of a ruleset are not solved: "three sides", say.
// Empty if they are.
[[nodiscard]] std::string WhyNotSolved(const CompiledRules& rules);

// The side of the hand that leads first in a deal. Requires: two sides.
[[nodiscard]] Side EldestSide(const CompiledRules& rules, std::uint64_t deal);

// Solves deals 0, 1 ... with `workers` threads. The result does not depend on
// their number. Stops early once `stop` is set. `on_deals` receives the number
// of further deals solved, from one thread at a time. Requires: workers >= 1.
[[nodiscard]] SolvedDeals SolveDeals(
    const CompiledRules& rules, const DealSource& source,
    const SolvingLimits& limits, int workers, const std::atomic<bool>& stop,
    const std::function<void(std::int64_t)>& on_deals);

// Returns the figures of solved deals. The first two have the names of the same
// figures of played deals. SolvedSums returns their sums, in the same order.
[[nodiscard]] std::vector<Figure> SolvedFigures();
[[nodiscard]] std::vector<stats::RatioSums> SolvedSums(
    const SolvedDeals& solved);

}  // namespace couillon::arena
