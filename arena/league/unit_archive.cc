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

// The bot to which the rule gave a unit, if any. A unit that was lost in play
// has a fault at least, one lost by the rule has none.
std::optional<BotIndex> GivenByRule(std::optional<BotIndex> lost_by,
                                    bool has_faults) {
  return has_faults ? std::nullopt : lost_by;
}

}  // namespace

absl::Status UnitArchive::Begin() {
  absl::Status status = store_.ForEachUnit([this](const StoredUnit& unit) {
    Count(unit.number, unit.outcome.lost_by);
  });
  if (status.ok()) status = Mend();
  return status;
}

absl::Status UnitArchive::Save(std::vector<UnitResult>& results) {
  for (const UnitResult& result : results) {
    Count(result.unit.number, result.outcome.lost_by);
  }
  for (UnitResult& result : results) {
    const std::optional<BotIndex> out = out_.OutOf(result.unit);
    if (out &&
        out != GivenByRule(result.outcome.lost_by, !result.faults.empty())) {
      result = LostByRule(result.unit, *out);
    }
  }
  absl::Status status = store_.Save(results);
  if (status.ok()) status = Mend();
  return status;
}

void UnitArchive::Count(std::int64_t number, std::optional<BotIndex> lost_by) {
  if (!lost_by) return;
  const std::optional<std::int64_t> from = out_.Lost(number, *lost_by);
  if (from) mend_from_ = std::min(*from, mend_from_.value_or(*from));
}

UnitResult UnitArchive::LostByRule(const Unit& unit, BotIndex out) const {
  const v1::LeagueConfig& config = store_.config();
  return ForfeitedUnit(unit, rules_[static_cast<std::size_t>(unit.ruleset)],
                       config.mode() == v1::LEAGUE_MODE_MATCHES,
                       config.record_deals(), out);
}

absl::Status UnitArchive::Mend() {
  if (!mend_from_) return absl::OkStatus();
  std::vector<UnitResult> lost;
  absl::Status status = store_.ForEachUnit(
      *mend_from_, schedule_.units(), [this, &lost](const StoredUnit& stored) {
        const Unit unit = schedule_.unit(stored.number);
        const std::optional<BotIndex> out = out_.OutOf(unit);
        if (out &&
            out != GivenByRule(stored.outcome.lost_by, stored.faults > 0)) {
          lost.push_back(LostByRule(unit, *out));
        }
      });
  mend_from_.reset();
  if (!status.ok() || lost.empty()) return status;
  return store_.Save(lost);
}

}  // namespace couillon::arena
