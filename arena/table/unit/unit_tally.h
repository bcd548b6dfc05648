// Adds up the outcomes of the tables of one unit, in any order, to the sums
// that are stored. Used by the referee, and by the auditor, which replays the
// unit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "arena/table/kinds_by_view.h"
#include "arena/table/outcome.h"
#include "arena/table/quantity.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/seating.h"
#include "arena/table/unit/unit_result.h"
#include "engine/play/deal_kinds.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

class UnitTally {
 public:
  // Requires: `rules`, those of the unit, outlive it.
  UnitTally(const Unit& unit, const CompiledRules& rules, bool is_match);

  // Counts the table of `item` (0 for the unit's first) in `seating`.
  // Requires: called once per table.
  void Count(std::uint32_t item, Seating seating, const Outcome& outcome);
  // Returns true if every table has been counted.
  [[nodiscard]] bool complete() const { return left() == 0; }
  // The tables that have not been counted yet.
  [[nodiscard]] std::uint32_t left() const { return tables() - counted_; }
  [[nodiscard]] std::uint32_t tables() const {
    return static_cast<std::uint32_t>(leads_.size()) *
           static_cast<std::uint32_t>(seatings_);
  }
  [[nodiscard]] int seatings() const { return seatings_; }
  // The kinds of deals under the rules of the unit; null for matches.
  [[nodiscard]] const DealKinds* deal_kinds() const {
    return views_ ? &views_->deal_kinds() : nullptr;
  }

  // Counts a decision that a bot took.
  void CountDecision() { ++sums_.counts.decisions; }
  // Returns the outcome of the unit, without `lost_by`.
  // Requires: complete().
  [[nodiscard]] UnitOutcome Outcomes() const;

 private:
  void CountKind(std::uint32_t item, Seating seating, const Outcome& outcome);
  void CountThree(std::uint32_t item, Seating seating, const Outcome& outcome);

  const CompiledRules* rules_;
  std::uint64_t first_item_;
  int seatings_;
  std::optional<KindsByView> views_;  // deals only
  std::uint32_t counted_ = 0;
  UnitOutcome sums_;  // without the sums of leads
  // Leads in halves, by item and by half of Seatings().
  std::vector<std::array<PerQuantity<int>, 2>> leads_;
};

}  // namespace couillon::arena
