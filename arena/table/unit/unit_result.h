// The result of a unit of work: the results of its deals, exact sums, faults
// and records. It depends only on configuration, seed and bots.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/table/bot_index.h"
#include "arena/table/outcome.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "arena/table/unit/pair_score.h"
#include "arena/table/unit/play_counts.h"
#include "arena/table/verdict.h"

namespace couillon::arena {

// The record of one deal, or match, in one seating.
struct DealOfUnit {
  std::uint64_t item = 0;
  Seating seating{};
  std::vector<std::string> deals;
  Outcome outcome;
};

// The points of each of three teams on each side, over the two seatings in
// which it holds that side.
using ThreeWayPoints = PerTeam<std::array<std::int32_t, 3>>;

// The outcomes of all tables of a unit, combined as the store keeps them.
struct UnitOutcome {
  PairScores scores;  // of its deals or matches, in order
  // Leads of the first bot in halves, separately for the first and the second
  // half of Seatings(); the denominator is the number of seatings.
  PerQuantity<stats::SeatingSums> leads;
  // Game points erased minus game points added, by team.
  PerTeam<std::int64_t> net;
  PlayCounts counts;
  std::optional<BotIndex> lost_by;  // the bot that forfeited all of it
  // One bit per deal or match, the first in the lowest bit of the first byte:
  // set if one of its tables was forfeited. Empty if none was.
  std::string forfeited_items;
  // By deal or match, in order; of three teams only.
  std::vector<ThreeWayPoints> three_way_points;
  // Leads in game points, without the deals or matches in forfeited_items.
  stats::SeatingSums forfeit_free_game_points;
  // By deal or match: the first bot's lead in game points, in halves, summed
  // over all seatings.
  std::vector<std::int16_t> points;
  // Deals only: the number of kinds, and the kind of each deal in each view
  // (see kinds_by_view.h), one byte each, by deal and then by view.
  int kinds = 0;
  std::string kind_by_view;
  friend bool operator==(const UnitOutcome&, const UnitOutcome&) = default;
};

struct UnitResult {
  Unit unit;
  UnitOutcome outcome;
  std::vector<Fault> faults;
  std::vector<DealOfUnit> records;  // empty unless deals are recorded
};

// Returns true if bit `item` of UnitOutcome::forfeited_items is set.
bool HasForfeit(const std::string& forfeited_items, std::size_t item);

}  // namespace couillon::arena
