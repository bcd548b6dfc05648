// Units and faults as rows of the store. Every row carries a check over its
// fields: SQLite keeps its pages consistent, not their content.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/store/deal_span.h"
#include "arena/store/sqlite.h"
#include "arena/store/stored_unit.h"
#include "arena/table/verdict.h"
#include "arena/unit/unit_result.h"

namespace couillon::arena {

// Makes the tables of units and faults.
std::string UnitSchema();

// Statements that store units and their faults, in place of earlier ones.
class UnitWriter {
 public:
  // Requires: outlived by the database.
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

// How many units were stored and are not there any more: units are stored out
// of order, so a gap among them says nothing, and their number is kept beside
// them. Negative if there are more than were stored.
absl::StatusOr<std::int64_t> CountMissing(Database& database);
// Has units that are missing count as never stored: as a whole, with their
// faults.
absl::Status ForgetMissing(Database& database);

// What a statement selects for the two functions below; units from `first` on
// and before `end`, in ascending order.
std::string SelectUnits(std::int64_t first, std::int64_t end);
std::string SelectFaults();

// The unit or the fault in a row. DataLoss, naming the unit, if the row does
// not match its check.
absl::StatusOr<StoredUnit> ReadUnit(const Statement& statement);
absl::StatusOr<Fault> ReadFault(const Statement& statement);

// A check over any text: 16 hexadecimal digits.
std::string CheckOfText(const std::string& text);

}  // namespace couillon::arena
