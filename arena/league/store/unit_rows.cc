// Statements made from the list of columns, and a checksum over the values of
// each row.

#include "arena/league/store/unit_rows.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "arena/league/store/columns.h"
#include "arena/league/store/unit_row.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/status_macros.h"
#include "engine/cards/text_hash.h"

namespace couillon::arena {
namespace {

template <typename Row>
std::string CheckOf(const Row& row) {
  RowText text;
  Row::ForEachColumn(row, text);
  return CheckOfText(text.text());
}

// Inserts the row with its checksum.
template <typename Row>
absl::Status Insert(Row row, Statement& insert) {
  row.check = CheckOf(row);
  BindRow(row, insert);
  return insert.Finish();
}

absl::Status Changed(const char* what, std::int64_t unit) {
  return absl::DataLossError(absl::StrFormat(
      "%s of unit %d is not what was stored: the file is damaged or was "
      "edited; restore a copy of the directory, or play the league again in "
      "another one",
      std::string(what), unit));
}

}  // namespace

std::string UnitSchema() {
  return CreateTable<UnitRow>("unit") + CreateTable<FaultRow>("fault") +
         R"sql(CREATE INDEX fault_by_unit ON fault (unit);
CREATE TABLE stored (units INTEGER NOT NULL);
INSERT INTO stored VALUES (0);
)sql";
}

std::string SelectUnits() {
  return SelectRows<UnitRow>(
      "unit", "WHERE number >= ? AND number < ? ORDER BY number");
}

std::string SelectFaults() {
  return SelectRows<FaultRow>("fault", "ORDER BY unit, rowid");
}

std::string CheckOfText(const std::string& text) {
  return TextHash(text).substr(0, 16);
}

UnitWriter::UnitWriter(Statement count, Statement unit, Statement forget,
                       Statement fault)
    : count_(std::move(count)),
      unit_(std::move(unit)),
      forget_(std::move(forget)),
      fault_(std::move(fault)) {}

absl::StatusOr<UnitWriter> UnitWriter::Prepare(Database& database) {
  ASSIGN_OR_RETURN(
      Statement count,
      database.Prepare(
          "UPDATE stored SET units = units + 1 "
          "WHERE NOT EXISTS (SELECT 1 FROM unit WHERE number = ?)"));
  ASSIGN_OR_RETURN(Statement unit,
                   database.Prepare(InsertRow<UnitRow>("unit")));
  ASSIGN_OR_RETURN(Statement forget,
                   database.Prepare("DELETE FROM fault WHERE unit = ?"));
  ASSIGN_OR_RETURN(Statement fault,
                   database.Prepare(InsertRow<FaultRow>("fault")));
  return UnitWriter(std::move(count), std::move(unit), std::move(forget),
                    std::move(fault));
}

absl::Status UnitWriter::Write(const UnitResult& result,
                               std::optional<DealSpan> span) {
  count_.Bind(1, result.unit.number);
  absl::Status status = count_.Finish();
  forget_.Bind(1, result.unit.number);
  if (status.ok()) status = forget_.Finish();
  if (status.ok()) status = Insert(RowOf(result, span), unit_);
  for (const Fault& fault : result.faults) {
    if (!status.ok()) break;
    status = Insert(FaultRow{.fault = fault}, fault_);
  }
  return status;
}

absl::StatusOr<std::int64_t> CountMissing(Database& database) {
  // A single statement: another process may be playing. With a condition, so
  // that it counts row by row and ends when it takes too long (sqlite.h).
  ASSIGN_OR_RETURN(
      Statement row,
      database.Prepare("SELECT COALESCE((SELECT MAX(units) FROM stored), 0), "
                       "(SELECT COUNT(*) FROM unit WHERE number >= 0)"));
  RETURN_IF_ERROR(row.Step().status());
  return row.Number(0) - row.Number(1);
}

absl::Status ForgetMissing(Database& database) {
  ASSIGN_OR_RETURN(Transaction transaction, Transaction::Begin(database));
  RETURN_IF_ERROR(database.Run(
      "DELETE FROM fault WHERE unit NOT IN (SELECT number FROM unit);"
      "DELETE FROM stored;"
      "INSERT INTO stored SELECT COUNT(*) FROM unit;"));
  return transaction.Commit();
}

absl::Status DropUnits(Database& database, std::int64_t first) {
  return database.Run(
      absl::StrFormat("DELETE FROM unit WHERE number >= %d;"
                      "DELETE FROM fault WHERE unit >= %d;"
                      "DELETE FROM stored;"
                      "INSERT INTO stored SELECT COUNT(*) FROM unit;",
                      first, first));
}

absl::Status DropUnit(Database& database, std::int64_t number) {
  return database.Run(
      absl::StrFormat("DELETE FROM unit WHERE number = %d;"
                      "DELETE FROM fault WHERE unit = %d;"
                      "UPDATE stored SET units = units - 1;",
                      number, number));
}

absl::StatusOr<StoredUnit> ReadUnit(const Statement& statement,
                                    const RowRanges& ranges) {
  auto row = ReadRow<UnitRow>(statement);
  if (row.check != CheckOf(row)) return Changed("the result", row.number);
  RETURN_IF_ERROR(ranges.Check(row));
  StoredUnit unit{.number = row.number, .faults = row.faults};
  if (row.records.bytes > 0) unit.records = row.records;
  unit.outcome = OutcomeOf(std::move(row));
  return unit;
}

absl::StatusOr<Fault> ReadFault(const Statement& statement,
                                const RowRanges& ranges) {
  auto row = ReadRow<FaultRow>(statement);
  if (row.check != CheckOf(row)) return Changed("a fault", row.fault.unit);
  RETURN_IF_ERROR(ranges.Check(row.fault));
  // Printable already, unless the file was made by another program.
  for (std::string* text : {&row.fault.detail, &row.fault.last_stderr}) {
    *text = Printable(*text, text->size());
  }
  return std::move(row.fault);
}

}  // namespace couillon::arena
