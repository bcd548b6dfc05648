#include "arena/league/run/unit_archive.h"

#include <cstddef>
#include <set>

#include "arena/league/store/league_store.h"
#include "arena/league/store/stored_unit.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/unit_forfeit.h"
#include "couillon/v1/league.pb.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {

// A unit forfeited in play has at least one fault, a unit forfeited by the rule
// has none.
absl::Status UnitArchive::Begin() {
  ASSIGN_OR_RETURN(const std::set<std::int64_t> over_budget,
                   store_.UnitsOverBudget());
  absl::Status status = store_.ForEachUnit([&](const StoredUnit& unit) {
    Add(unit.number, {.lost_by = unit.outcome.lost_by,
                      .by_rule = unit.faults == 0,
                      .over_budget = over_budget.contains(unit.number)});
  });
  if (status.ok()) status = FixStoredUnits().status();
  return status;
}

absl::StatusOr<std::vector<UnitResult>> UnitArchive::Save(
    std::vector<UnitResult>& results) {
  for (const UnitResult& result : results) {
    Add(result.unit.number, {.lost_by = result.outcome.lost_by,
                             .by_rule = result.faults.empty(),
                             .over_budget = IsOverBudget(result)});
  }
  for (UnitResult& result : results) {
    const auto taken = taken_.find(result.unit.number);
    if (taken == taken_.end()) continue;
    result = ForfeitByRule(taken->first, taken->second);
    taken_.erase(taken);
  }
  RETURN_IF_ERROR(store_.Save(results));
  return FixStoredUnits();
}

void UnitArchive::Add(std::int64_t number, Arrived unit) {
  if (number != settled_) {
    waiting_.emplace(number, unit);
    return;
  }
  Settle(number, unit);
  while (!waiting_.empty() && waiting_.begin()->first == settled_) {
    Settle(settled_, waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
  }
}

void UnitArchive::Settle(std::int64_t number, const Arrived& unit) {
  ++settled_;
  const std::optional<BotIndex> disqualified =
      rule_.DisqualifiedIn(schedule_.unit(number));
  if (!disqualified) {
    if (unit.lost_by && !unit.over_budget) {
      rule_.AddForfeit(number, *unit.lost_by);
    }
  } else if (!unit.by_rule || unit.lost_by != disqualified) {
    taken_.emplace(number, *disqualified);
  }
}

UnitResult UnitArchive::ForfeitByRule(std::int64_t number,
                                      BotIndex disqualified) const {
  const v1::LeagueConfig& config = store_.config();
  const Unit unit = schedule_.unit(number);
  return ForfeitedUnit(unit, rules_[static_cast<std::size_t>(unit.ruleset)],
                       ArePlayingMatches(config), config.record_deals(),
                       disqualified);
}

absl::StatusOr<std::vector<UnitResult>> UnitArchive::FixStoredUnits() {
  std::vector<UnitResult> lost;
  lost.reserve(taken_.size());
  for (const auto& [number, bot] : taken_) {
    lost.push_back(ForfeitByRule(number, bot));
  }
  taken_.clear();
  if (lost.empty()) return lost;
  RETURN_IF_ERROR(store_.Save(lost));
  return lost;
}

}  // namespace couillon::arena
