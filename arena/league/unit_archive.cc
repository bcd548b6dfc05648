#include "arena/league/unit_archive.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "arena/schedule.h"
#include "arena/store/league_store.h"
#include "arena/unit_forfeit.h"
#include "arena/unit_result.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

absl::Status UnitArchive::Begin() {
  absl::Status status = store_.ForEachUnit([this](const StoredUnit& unit) {
    Count(unit.number, unit.lost_by, unit.faults > 0);
  });
  if (status.ok()) status = Mend();
  return status;
}

absl::Status UnitArchive::Save(std::vector<UnitResult>& results) {
  for (const UnitResult& result : results) {
    Count(result.unit.number, result.lost_by, !result.faults.empty());
  }
  for (UnitResult& result : results) {
    const int out = out_.OutOf(result.unit);
    int& by_rule = by_rule_[result.unit.number];
    if (out < 0 || by_rule == out) continue;
    result = LostByRule(result.unit);
    by_rule = out;
  }
  absl::Status status = store_.Save(results);
  if (status.ok() && changed_) status = Mend();
  return status;
}

// A unit that was lost in play has a fault at least, one lost by the rule has
// none.
void UnitArchive::Count(std::int64_t number, int lost_by, bool has_faults) {
  by_rule_[number] = has_faults ? -1 : lost_by;
  if (lost_by >= 0 && out_.Lost(number, lost_by)) changed_ = true;
}

UnitResult UnitArchive::LostByRule(const Unit& unit) const {
  const v1::LeagueConfig& config = store_.config();
  return ForfeitedUnit(unit, rules_[static_cast<std::size_t>(unit.ruleset)],
                       config.mode() == v1::LEAGUE_MODE_MATCHES,
                       config.record_hands(), out_.OutOf(unit));
}

absl::Status UnitArchive::Mend() {
  changed_ = false;
  std::vector<UnitResult> lost;
  for (auto& [number, by_rule] : by_rule_) {
    const Unit unit = schedule_.unit(number);
    const int out = out_.OutOf(unit);
    if (out < 0 || by_rule == out) continue;
    lost.push_back(LostByRule(unit));
    by_rule = out;
  }
  return lost.empty() ? absl::OkStatus() : store_.Save(lost);
}

}  // namespace couillon::arena
