// The recorded deals of a league, unit by unit, for pages.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/front/replay/deals_json.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/numbers/format/json.h"
#include "arena/table/bot_index.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/seating.h"
#include "arena/table/unit/unit_result.h"
#include "engine/rules/compiled_rules.h"

namespace couillon::arena {

// The tables of a unit, from its record.
struct ReplayedUnit {
  Unit unit;
  std::vector<ReplayedItem> items;
};

class DealArchive {
 public:
  // FailedPrecondition if the league stores no deals; the other errors are
  // those of the rulesets. Requires: `store` outlives the archive.
  static absl::StatusOr<DealArchive> Open(LeagueStore& store);
  // The same of a league that may store none, so that Read() finds none.
  static absl::StatusOr<DealArchive> OpenAny(LeagueStore& store);

  [[nodiscard]] const std::vector<CompiledRules>& rules() const {
    return rules_;
  }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] const CompiledRules& RulesOf(const Unit& unit) const {
    return rules_[static_cast<std::size_t>(unit.ruleset)];
  }
  // The head of a document, without units.
  [[nodiscard]] Json Head() const;

  // The record of a stored unit. DataLoss if it cannot be read or replayed.
  absl::StatusOr<ReplayedUnit> Read(const StoredUnit& stored) const;
  // The same of records made otherwise. DataLoss as above.
  absl::StatusOr<ReplayedUnit> Replay(const Unit& unit,
                                      std::vector<DealOfUnit> records) const;
  // The same of unit `number`. NotFound if it is not stored, or has no record.
  absl::StatusOr<ReplayedUnit> Read(std::int64_t number) const;

 private:
  DealArchive(LeagueStore& store, std::vector<CompiledRules> rules);

  LeagueStore* store_;
  std::vector<CompiledRules> rules_;
  Schedule schedule_;
  UnitDeals deals_;
};

// The document with this `head` and the items of one unit. With `with_values`,
// the values of all decisions that are solved quickly. Requires: the unit is
// played by `rules`.
Json DealsDocument(Json head, const CompiledRules& rules,
                   const ReplayedUnit& unit, bool with_values);

}  // namespace couillon::arena
