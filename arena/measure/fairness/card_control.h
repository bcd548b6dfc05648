// The part of a bot's results that is in the cards: results of deals beside the
// value of the cards with best play, all cards seen. The value is a control
// variate for deals played once; mirrored pairs need none, since it cancels
// there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "arena/measure/fairness/solved_deals.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/control_variate.h"
#include "arena/numbers/stats/pairs/mean.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The lead of a bot over another in game points, by seating.
using SeatingLeads = std::array<std::int32_t, 2>;

struct CardControl {
  std::int64_t deals = 0;
  // The share of the variance of results that the cards explain, in deals
  // played once and in mirrored pairs. Intervals: BCa bootstrap over groups of
  // deals, of the correlation, then squared; unbounded with too few groups.
  std::optional<double> r_squared;
  stats::Interval r_squared_interval;
  std::optional<double> mirrored_r_squared;
  stats::Interval mirrored_r_squared_interval;
  std::optional<double> gain;  // 1 / (1 - r_squared)
  // The slope of results on values in the earlier half of the deals; the means
  // are of the later half. Game points per deal.
  std::optional<double> beta;
  stats::MeanEstimate unpaired;    // plain
  stats::MeanEstimate controlled;  // with beta; E v is 0 by symmetry
};

// Sums over deals `first` to `end` - 1, each played once: the bot holds side 0
// in the deals of one round of dealers and side 1 in those of the next. So it
// is eldest as often as the others in every 2 * players deals. The value is
// that of its cards. Requires: two sides; `end` deals are solved and played.
[[nodiscard]] stats::ControlSums UnpairedSums(
    const CompiledRules& rules, const SolvedDeals& solved,
    std::span<const SeatingLeads> leads, std::size_t first, std::size_t end);

// Returns what the cards explain of the leads of a bot. Null unless a deal is
// both solved and played. Requires: `leads` are in the order of the deals, the
// bot on side 0 in the first seating.
[[nodiscard]] std::optional<CardControl> ReportCardControl(
    const CompiledRules& rules, const SolvedDeals& solved,
    std::span<const SeatingLeads> leads);

}  // namespace couillon::arena
