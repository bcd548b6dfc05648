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
#include "tools/options/launch_options.h"

namespace couillon::tools {
namespace {

// Null if the unit is not stored.
absl::StatusOr<std::optional<arena::StoredUnit>> Stored(
    arena::LeagueStore& store, const arena::Unit& unit) {
  std::optional<arena::StoredUnit> stored;
  const absl::Status status = store.ForEachUnit(
      unit.number, unit.number + 1,
      [&stored](const arena::StoredUnit& each) { stored = each; });
  if (!status.ok()) return status;
  return stored;
}

// Says so if the bots did something else than when the league was played.
absl::Status CompareWithStored(arena::LeagueStore& store,
                               const arena::Unit& unit, std::uint64_t item,
                               const std::vector<arena::DealOfUnit>& records) {
  const absl::StatusOr<std::optional<arena::StoredUnit>> stored =
      Stored(store, unit);
  if (!stored.ok()) return stored.status();
  if (!*stored || (*stored)->outcome.lost_by) return absl::OkStatus();
  const auto at = static_cast<std::size_t>(item - unit.first_item);
  const std::vector<std::int16_t>& points = (*stored)->outcome.points;
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
  const absl::StatusOr<std::optional<arena::StoredUnit>> stored =
      Stored(store, unit);
  if (!stored.ok()) return stored.status();
  if (!*stored || !(*stored)->records) {
    return absl::NotFoundError("that deal has not been played yet");
  }
  std::vector<arena::DealOfUnit> records;
  absl::Status status =
      arena::ReadDeals(store.deals_path(), *(*stored)->records, records);
  std::erase_if(records, [item](const arena::DealOfUnit& record) {
    return record.item != item;
  });
  if (records.empty() && !status.ok()) return status;
  return records;
}

absl::StatusOr<std::vector<arena::DealOfUnit>> AskedRecords(
    arena::LeagueStore& store, const arena::Unit& unit, std::uint64_t item,
    const arena::StartPermission& permission) {
  const absl::StatusOr<arena::Launcher> launcher = arena::Launcher::Make(
      store.config(), LaunchOptionsFor(store.directory(), permission));
  if (!launcher.ok()) return launcher.status();
  const absl::StatusOr<arena::LeagueRecords> league =
      arena::LeagueRecords::Open(store);
  if (!league.ok()) return league.status();
  absl::StatusOr<std::vector<arena::DealOfUnit>> records =
      arena::AskAgain(*league, *launcher).Play(unit, item);
  if (!records.ok()) return records.status();
  const absl::Status status = CompareWithStored(store, unit, item, *records);
  if (!status.ok()) return status;
  return records;
}

}  // namespace couillon::tools
