#include "tools/commands/replay_records.h"

#include <cstddef>
#include <iostream>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/audit/league_records.h"
#include "arena/league/setup/launch.h"
#include "arena/league/store/deal_file.h"
#include "arena/league/store/stored_unit.h"
#include "arena/measure/analysis/ask_again.h"
#include "engine/cards/status_macros.h"
#include "tools/options/launch_options.h"

namespace couillon::tools {
namespace {

// Null if the unit is not stored.
absl::StatusOr<std::optional<arena::StoredUnit>> Stored(
    arena::LeagueStore& store, const arena::Unit& unit) {
  std::optional<arena::StoredUnit> stored;
  RETURN_IF_ERROR(store.ForEachUnit(
      unit.number, unit.number + 1,
      [&stored](const arena::StoredUnit& each) { stored = each; }));
  return stored;
}

// Says so if the bots did something else than when the league was played.
absl::Status CompareWithStored(arena::LeagueStore& store,
                               const arena::Unit& unit, std::uint64_t item,
                               const std::vector<arena::DealOfUnit>& records) {
  ASSIGN_OR_RETURN(const std::optional<arena::StoredUnit> stored,
                   Stored(store, unit));
  if (!stored || stored->outcome.lost_by) return absl::OkStatus();
  const auto at = static_cast<std::size_t>(item - unit.first_item);
  const std::vector<std::int16_t>& points = stored->outcome.points;
  if (at < points.size() && points[at] != arena::LeadHalves(records)) {
    std::cerr << "it ended otherwise than stored when the bots were asked "
                 "again: a bot is not reproducible, or has changed, or it was "
                 "forfeited\n";
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<arena::DealOfUnit>> StoredRecords(
    arena::LeagueStore& store, const arena::Unit& unit, std::uint64_t item) {
  if (!store.config().record_deals()) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s: stores no deals; play it with --record deals, or ask its bots "
        "again with --record",
        store.directory()));
  }
  ASSIGN_OR_RETURN(const std::optional<arena::StoredUnit> stored,
                   Stored(store, unit));
  if (!stored || !stored->records) {
    return absl::NotFoundError("that deal has not been played yet");
  }
  std::vector<arena::DealOfUnit> records;
  absl::Status status =
      arena::ReadDeals(store.deals_path(), *stored->records, records);
  std::erase_if(records, [item](const arena::DealOfUnit& record) {
    return record.item != item;
  });
  if (records.empty() && !status.ok()) return status;
  return records;
}

absl::StatusOr<std::vector<arena::DealOfUnit>> AskedRecords(
    arena::LeagueStore& store, const arena::Unit& unit, std::uint64_t item,
    const arena::StartPermission& permission) {
  ASSIGN_OR_RETURN(
      const arena::Launcher launcher,
      arena::Launcher::Make(store.config(),
                            LaunchOptionsFor(store.directory(), permission)));
  ASSIGN_OR_RETURN(const arena::LeagueRecords league,
                   arena::LeagueRecords::Open(store));
  ASSIGN_OR_RETURN(std::vector<arena::DealOfUnit> records,
                   arena::AskAgain(league, launcher).Play(unit, item));
  RETURN_IF_ERROR(CompareWithStored(store, unit, item, records));
  return records;
}

}  // namespace couillon::tools
