#include "arena/league/unit_archive.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "arena/schedule/schedule.h"
#include "arena/store/league_store.h"
#include "arena/table/bot_index.h"
#include "arena/unit/unit_forfeit.h"
#include "arena/unit/unit_result.h"
#include "couillon/v1/league.pb.h"

namespace couillon::arena {

namespace {

// The bot that forfeited a unit by the rule, if any. A unit forfeited in play
// has at least one fault, a unit forfeited by the rule has none.
std::optional<BotIndex> ForfeitedByRule(std::optional<BotIndex> lost_by,
                                        bool has_faults) {
  return has_faults ? std::nullopt : lost_by;
}

}  // namespace

absl::Status UnitArchive::Begin() {
  absl::Status status = store_.ForEachUnit([this](const StoredUnit& unit) {
    Count(unit.number, unit.outcome.lost_by);
  });
  if (status.ok()) status = FixStoredUnits();
  return status;
}

absl::Status UnitArchive::Save(std::vector<UnitResult>& results) {
  for (const UnitResult& result : results) {
    Count(result.unit.number, result.outcome.lost_by);
  }
  for (UnitResult& result : results) {
    const std::optional<BotIndex> disqualified =
        rule_.DisqualifiedIn(result.unit);
    if (disqualified &&
        disqualified !=
            ForfeitedByRule(result.outcome.lost_by, !result.faults.empty())) {
      result = ForfeitByRule(result.unit, *disqualified);
    }
  }
  absl::Status status = store_.Save(results);
  if (status.ok()) status = FixStoredUnits();
  return status;
}

void UnitArchive::Count(std::int64_t number, std::optional<BotIndex> lost_by) {
  if (!lost_by) return;
  const std::optional<std::int64_t> from = rule_.AddForfeit(number, *lost_by);
  if (from) fix_from_ = std::min(*from, fix_from_.value_or(*from));
}

UnitResult UnitArchive::ForfeitByRule(const Unit& unit,
                                      BotIndex disqualified) const {
  const v1::LeagueConfig& config = store_.config();
  return ForfeitedUnit(unit, rules_[static_cast<std::size_t>(unit.ruleset)],
                       config.mode() == v1::LEAGUE_MODE_MATCHES,
                       config.record_deals(), disqualified);
}

absl::Status UnitArchive::FixStoredUnits() {
  if (!fix_from_) return absl::OkStatus();
  std::vector<UnitResult> lost;
  absl::Status status = store_.ForEachUnit(
      *fix_from_, schedule_.units(), [this, &lost](const StoredUnit& stored) {
        const Unit unit = schedule_.unit(stored.number);
        const std::optional<BotIndex> disqualified = rule_.DisqualifiedIn(unit);
        if (disqualified &&
            disqualified !=
                ForfeitedByRule(stored.outcome.lost_by, stored.faults > 0)) {
          lost.push_back(ForfeitByRule(unit, *disqualified));
        }
      });
  fix_from_.reset();
  if (!status.ok() || lost.empty()) return status;
  return store_.Save(lost);
}

}  // namespace couillon::arena
