// Scores and leads by item and half of the seatings, and a kind per item and
// view.

#include "arena/table/unit/unit_tally.h"

#include <cstddef>
#include <string>

#include "arena/numbers/stats/pairs/seating_sums.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "engine/cards/check.h"
#include "engine/cards/seat.h"

namespace couillon::arena {

UnitTally::UnitTally(const Unit& unit, const CompiledRules& rules,
                     bool is_match)
    : rules_(&rules),
      first_item_(unit.first_item),
      seatings_(static_cast<int>(Seatings(rules.sides).size())),
      leads_(unit.items) {
  sums_.scores.resize(unit.items);
  const bool three_way = unit.teams.size() == 3;
  if (three_way) sums_.three_way_points.resize(unit.items);
  if (is_match || three_way) return;
  views_.emplace(rules);
  sums_.kinds = views_->kinds();
  sums_.kind_by_view.resize(std::size_t{unit.items} *
                            static_cast<std::size_t>(views_->views()));
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
  CountKind(item, seating, outcome);
  ++counted_;
}

void UnitTally::CountKind(std::uint32_t item, Seating seating,
                          const Outcome& outcome) {
  if (!views_) return;
  const Side dealer =
      rules_->SideOf(Table::FirstDealer(*rules_, first_item_ + item));
  const auto views = static_cast<std::size_t>(views_->views());
  const auto view = static_cast<std::size_t>(views_->ViewOf(seating, dealer));
  const int kind = outcome.forfeited_by
                       ? views_->ForfeitBy(*outcome.forfeited_by)
                       : outcome.kind;
  sums_.kind_by_view[item * views + view] = static_cast<char>(kind);
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
  outcome.points.reserve(leads_.size());
  for (const auto& [first, second] : leads_) {
    outcome.points.push_back(static_cast<std::int16_t>(
        first[Quantity::kGamePoints] + second[Quantity::kGamePoints]));
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
