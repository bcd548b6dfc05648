// The part of the store that updates and reads running sums.
#include <cstddef>
#include <cstdint>
#include <future>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/league_store.h"
#include "arena/league/store/running_rows.h"
#include "arena/league/store/running_sums.h"
#include "arena/league/store/sqlite.h"
#include "arena/table/schedule/league_schedule.h"
#include "arena/table/unit/unit_result.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

// The size of the sums of products in the store.
std::int64_t BytesOf(const RunningSums& sums) {
  std::size_t products = 0;
  for (const TableSums& table : sums.rulesets) {
    products += table.crosses.size() + table.point_crosses.size();
  }
  if (sums.overall) products += sums.overall->crosses.size();
  return static_cast<std::int64_t>(products * sizeof(std::int64_t));
}

void UsePairings(const RunningSums& sums, const UsePairingSums& use) {
  for (std::size_t i = 0; i < sums.rulesets.size(); ++i) {
    const std::vector<PairingSums>& pairings = sums.rulesets[i].pairings;
    for (std::size_t k = 0; k < pairings.size(); ++k) use(i, k, pairings[k]);
  }
  if (!sums.overall) return;
  const std::vector<PairingSums>& pairings = sums.overall->pairings;
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    use(std::nullopt, k, pairings[k]);
  }
}

}  // namespace

absl::StatusOr<bool> LeagueStore::HasAllOf(std::int64_t first,
                                           std::int64_t end) {
  ASSIGN_OR_RETURN(
      Statement row,
      database_.Prepare(
          "SELECT COUNT(*) FROM unit WHERE number >= ? AND number < ?"));
  row.Bind(1, first);
  row.Bind(2, end);
  RETURN_IF_ERROR((row.Step()).status());
  return row.Number(0) == end - first;
}

absl::StatusOr<bool> LeagueStore::HasUnitsFrom(std::int64_t first) {
  ASSIGN_OR_RETURN(
      Statement row,
      database_.Prepare(absl::StrFormat(
          "SELECT EXISTS (SELECT 1 FROM unit WHERE number >= %d)", first)));
  RETURN_IF_ERROR((row.Step()).status());
  return row.Number(0) != 0;
}

absl::Status LeagueStore::AddUnits(std::int64_t first, std::int64_t end,
                                   RunningSums& sums) {
  SumsBuilder builder(config_, std::move(sums));
  absl::Status added;
  const absl::Status read =
      ForEachUnit(first, end, [&](const StoredUnit& unit) {
        if (added.ok()) added = builder.Add(unit);
      });
  sums = builder.Finish();
  return read.ok() ? added : read;
}

// Adds newly completed blocks to the running sums. There is a sum of products
// per two pairings, often more data than the results of a block, so the sums
// are rewritten only after new results of at least the same size.
absl::Status LeagueStore::KeepSums(std::span<const UnitResult> results) {
  if (!HasRunningSums(config_)) return absl::OkStatus();
  if (!sums_) {
    ASSIGN_OR_RETURN(RunningSums stored, StoredSums());
    sums_ = std::move(stored);
  }
  bool again = false;  // a unit in the sums was replaced
  for (const UnitResult& result : results) {
    again = again || result.unit.number < sums_->units;
  }
  if (again) sums_ = EmptySums(config_);
  const std::int64_t of_a_block = UnitsOfABlock(config_);
  const std::int64_t units = UnitsOf(config_);
  std::int64_t end = sums_->units;
  while (end < units) {
    ASSIGN_OR_RETURN(const bool complete, HasAllOf(end, end + of_a_block));
    if (!complete) break;
    end += of_a_block;
  }
  const std::int64_t bytes = (end - sums_->units) * config_.block_items();
  if (!again && end < units && bytes < BytesOf(*sums_)) return absl::OkStatus();
  if (!again && end == sums_->units) return absl::OkStatus();
  absl::Status status = AddUnits(sums_->units, end, *sums_);
  if (status.ok()) status = WriteRunningSums(database_, *sums_);
  return status;
}

// Errors of SQLite name the file; those of running sums do not.
absl::Status LeagueStore::NameFile(absl::Status status) const {
  if (!absl::IsDataLoss(status) ||
      absl::StrContains(status.message(), "league.sqlite")) {
    return status;
  }
  return absl::DataLossError(
      absl::StrCat(directory_, "/league.sqlite: ", status.message()));
}

absl::StatusOr<RunningSums> LeagueStore::StoredSums() {
  absl::StatusOr<RunningSums> sums = ReadRunningSums(database_, config_);
  if (!sums.ok()) return NameFile(sums.status());
  return sums;
}

absl::StatusOr<RunningSums> LeagueStore::Sums() {
  // Reads running sums and units in one transaction: another process may be
  // playing.
  ASSIGN_OR_RETURN(Transaction moment, Transaction::Begin(database_));
  ASSIGN_OR_RETURN(RunningSums sums, SumsOfNow());
  RETURN_IF_ERROR(moment.Commit());
  return sums;
}

absl::StatusOr<std::int64_t> LeagueStore::ForEachPairing(
    const UsePairingSums& use) {
  ASSIGN_OR_RETURN(Transaction moment, Transaction::Begin(database_));
  absl::StatusOr<std::int64_t> units = ReadRunningUnits(database_);
  if (!units.ok()) return units;
  absl::StatusOr<bool> all = HasAllOf(0, *units);
  if (all.ok() && *all) {
    ASSIGN_OR_RETURN(const bool more, HasUnitsFrom(*units));
    all = !more;
  }
  if (!all.ok()) return all.status();
  absl::Status status;
  if (*all) {
    status = NameFile(ForEachStoredPairing(*units, use));
  } else {
    ASSIGN_OR_RETURN(const RunningSums sums, SumsOfNow());
    units = sums.units;
    UsePairings(sums, use);
  }
  if (status.ok()) status = moment.Commit();
  if (!status.ok()) return status;
  return units;
}

// Of many pairings, a second connection reads the second half, if it sees the
// same sums: `units` are in those that the first one sees.
absl::Status LeagueStore::ForEachStoredPairing(std::int64_t units,
                                               const UsePairingSums& use) {
  constexpr std::int64_t kMany = 10'000;
  const std::int64_t pairings = PairingsOf(config_);
  const auto read = [&](Database& database, std::int64_t first,
                        std::int64_t end) {
    return ForEachRunningPairing(database, config_, first, end, use);
  };
  if (pairings < kMany) return read(database_, 0, pairings);
  ASSIGN_OR_RETURN(Database other,
                   Database::Open(database_path(), Database::Mode::kRead));
  RETURN_IF_ERROR((Transaction::Begin(other)).status());
  ASSIGN_OR_RETURN(const std::int64_t seen, ReadRunningUnits(other));
  if (seen != units) return read(database_, 0, pairings);
  const std::int64_t half = pairings / 2;
  std::future<absl::Status> second =
      std::async([&] { return read(other, half, pairings); });
  absl::Status status = read(database_, 0, half);
  absl::Status rest = second.get();
  if (!status.ok()) return status;
  return rest;
}

absl::StatusOr<RunningSums> LeagueStore::SumsOfNow() {
  absl::StatusOr<RunningSums> sums = StoredSums();
  // If a unit was deleted by hand, ignores the running sums, which include it.
  const absl::StatusOr<bool> complete =
      sums.ok() ? HasAllOf(0, sums->units) : sums.status();
  if (complete.ok() && !*complete) sums = EmptySums(config_);
  if (!sums.ok()) return sums.status();
  ASSIGN_OR_RETURN(const bool more, HasUnitsFrom(sums->units));
  if (!more) return sums;  // the schedule is not needed
  const std::int64_t first = sums->units;
  RETURN_IF_ERROR(
      AddUnits(first, std::numeric_limits<std::int64_t>::max(), *sums));
  return sums;
}

absl::StatusOr<RunningSums> LeagueStore::SumsOfAllUnits() {
  RunningSums sums = EmptySums(config_);
  RETURN_IF_ERROR(AddUnits(std::numeric_limits<std::int64_t>::min(),
                           std::numeric_limits<std::int64_t>::max(), sums));
  return sums;
}

}  // namespace couillon::arena
