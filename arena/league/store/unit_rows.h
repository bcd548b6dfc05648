// Units and faults as rows of the store. Every row has a checksum over its
// fields, since SQLite does not detect changed content.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/league/store/deal_span.h"
#include "arena/league/store/row_ranges.h"
#include "arena/league/store/sqlite.h"
#include "arena/league/store/stored_unit.h"
#include "arena/table/unit/unit_result.h"
#include "arena/table/verdict.h"

namespace couillon::arena {

// Returns the SQL that creates the tables of units and faults.
std::string UnitSchema();

// Statements that store units and their faults, replacing earlier ones.
class UnitWriter {
 public:
  // Requires: the database outlives the writer.
  static absl::StatusOr<UnitWriter> Prepare(Database& database);
  absl::Status Write(const UnitResult& result, std::optional<DealSpan> span);

 private:
  UnitWriter(Statement count, Statement unit, Statement forget,
             Statement fault);
  Statement count_;
  Statement unit_;
  Statement forget_;
  Statement fault_;
};

// The number of stored units that are missing now, from the count of stored
// units that the store keeps; gaps prove nothing, as units are stored out of
// order. Negative if there are more units than were stored.
absl::StatusOr<std::int64_t> CountMissing(Database& database);
// Resets the count of stored units to those present, and deletes the faults of
// missing units.
absl::Status ForgetMissing(Database& database);

// Deletes the units from number `first` on, with their faults. Requires: a
// transaction.
absl::Status DropUnits(Database& database, std::int64_t first);
// Deletes one unit, with its faults. Requires: as for DropUnits().
absl::Status DropUnit(Database& database, std::int64_t number);

// The SQL that selects rows for the two functions below. SelectUnits has two
// parameters, and selects the units from the first on that are before the
// second, in ascending order.
std::string SelectUnits();
std::string SelectFaults();

// Returns the unit or the fault in a row. DataLoss, naming the unit, if the
// checksum does not match, or if the league cannot have such a row. Texts are
// printable.
absl::StatusOr<StoredUnit> ReadUnit(const Statement& statement,
                                    const RowRanges& ranges);
absl::StatusOr<Fault> ReadFault(const Statement& statement,
                                const RowRanges& ranges);

// The checksum of any text: 16 hexadecimal digits.
std::string CheckOfText(const std::string& text);

}  // namespace couillon::arena
