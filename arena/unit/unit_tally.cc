#include "arena/unit/unit_tally.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "arena/stats/pairs/seating_sums.h"
#include "arena/table/outcome.h"
#include "arena/table/quantity.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "arena/unit/unit_result.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"

namespace couillon::arena {

UnitTally::UnitTally(std::uint32_t items, int seatings, int teams)
    : seatings_(seatings), leads_(items) {
  sums_.scores.resize(items);
  if (teams == 3) sums_.three_way_points.resize(items);
}

void UnitTally::CountThree(std::uint32_t item, Seating seating,
                           const Outcome& outcome) {
  COUILLON_CHECK(outcome.three_way.has_value());
  ThreeWayPoints& points = sums_.three_way_points[item];
  for (Side side = 0; side < 3; ++side) {
    const Team team = HolderOf(/*sides=*/3, /*teams=*/3, seating, side);
    points[team][side] += (*outcome.three_way)[team].points;
  }
}

void UnitTally::Count(std::uint32_t item, Seating seating,
                      const Outcome& outcome) {
  const std::size_t half = static_cast<int>(seating) < seatings_ / 2 ? 0 : 1;
  sums_.scores[item].Add(outcome.half_points, seating, seatings_);
  for (const Quantity quantity : kAllQuantities) {
    leads_[item][half][quantity] += outcome.lead_halves[quantity];
  }
  sums_.counts.deals += outcome.deals;
  for (const Team team : kBothTeams) {
    sums_.net[team] += outcome.net[team];
  }
  if (!sums_.three_way_points.empty()) CountThree(item, seating, outcome);
  if (outcome.forfeited_by) {
    ++sums_.counts.forfeits;
    std::string& forfeited_items = sums_.forfeited_items;
    forfeited_items.resize((leads_.size() + 7) / 8);
    forfeited_items[item / 8] = static_cast<char>(
        static_cast<unsigned char>(forfeited_items[item / 8]) | 1U << item % 8);
  }
  ++counted_;
}

UnitOutcome UnitTally::Outcomes() const {
  COUILLON_CHECK(complete());
  UnitOutcome outcome = sums_;
  for (const Quantity quantity : kAllQuantities) {
    stats::SeatingSums& sums = outcome.leads[quantity];
    sums.denominator = seatings_;
    for (const auto& [first, second] : leads_) {
      sums.Add(first[quantity], second[quantity]);
    }
  }
  outcome.forfeit_free_game_points.denominator = seatings_;
  for (std::size_t item = 0; item < leads_.size(); ++item) {
    if (HasForfeit(outcome.forfeited_items, item)) continue;
    const auto& [first, second] = leads_[item];
    outcome.forfeit_free_game_points.Add(first[Quantity::kGamePoints],
                                         second[Quantity::kGamePoints]);
  }
  return outcome;
}

}  // namespace couillon::arena
