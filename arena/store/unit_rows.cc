#include "arena/store/unit_rows.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/store/columns.h"
#include "arena/store/deal_span.h"
#include "arena/store/sqlite.h"
#include "arena/store/stored_unit.h"
#include "arena/table/bot_index.h"
#include "arena/table/quantity.h"
#include "arena/table/team.h"
#include "arena/table/verdict.h"
#include "arena/unit/pair_score.h"
#include "arena/unit/unit_result.h"
#include "engine/cards/text_hash.h"

namespace couillon::arena {

namespace {

constexpr int kNobody = -1;  // in the column lost_by

// A row of the table of units.
struct UnitRow {
  std::int64_t number = 0;
  std::int64_t seatings = 0;  // the denominator of all sums
  int lost_by = kNobody;      // of the outcome
  UnitOutcome outcome;
  std::string scores;  // of the outcome, one byte per score
  std::string points;  // of the outcome, two bytes each, the lower one first
  std::string three_way_points;  // of the outcome: see PointsBytes
  std::int64_t faults = 0;
  DealSpan records;
  std::string check;

  template <typename Row, typename Visit>
  static void ForEachColumn(Row& row, Visit& visit) {
    auto& outcome = row.outcome;
    visit.Key("number", row.number);
    visit.Number("seatings", row.seatings);
    for (const Quantity quantity : kAllQuantities) {
      const std::string_view name = QuantityName(quantity);
      auto& leads = outcome.leads[quantity];
      const bool is_first = quantity == kAllQuantities[0];
      visit.Number(is_first ? "items" : ColumnName(name, "_items"),
                   leads.pairs);
      VisitSums(name, leads, visit);
    }
    visit.Number("forfeit_free_items", outcome.forfeit_free_game_points.pairs);
    VisitSums("forfeit_free", outcome.forfeit_free_game_points, visit);
    visit.Number("deals", outcome.counts.deals);
    visit.Number("decisions", outcome.counts.decisions);
    visit.Number("forfeits", outcome.counts.forfeits);
    visit.Number("lost_by", row.lost_by);
    visit.Number("first_net", outcome.net[Team::kFirst]);
    visit.Number("second_net", outcome.net[Team::kSecond]);
    visit.Number("faults", row.faults);
    visit.Number("records_offset", row.records.offset);
    visit.Number("records_bytes", row.records.bytes);
    visit.Blob("scores", row.scores);
    visit.Blob("forfeited_items", outcome.forfeited_items);
    visit.Blob("points", row.points);
    visit.Number("kinds", outcome.kinds);
    visit.Blob("kind_by_view", outcome.kind_by_view);
    visit.Blob("three_way_points", row.three_way_points);
    visit.Check("row_check", row.check);
  }
};

// A row of the table of faults.
struct FaultRow {
  Fault fault;
  std::string check;

  template <typename Row, typename Visit>
  static void ForEachColumn(Row& row, Visit& visit) {
    visit.Number("unit", row.fault.unit);
    visit.Number("verdict", row.fault.verdict);
    visit.Number("bot", row.fault.bot);
    visit.Number("ruleset", row.fault.ruleset);
    visit.Number("item", row.fault.item);
    visit.Number("seating", row.fault.seating);
    visit.Number("seat", row.fault.seat);
    visit.Number("forfeits", row.fault.forfeits);
    visit.Text("detail", row.fault.detail);
    visit.Text("last_stderr", row.fault.last_stderr);
    visit.Blob("question", row.fault.question);
    visit.Check("row_check", row.check);
  }
};

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

// The points of a three-way unit as bytes: by item, team and side, a signed
// number of two bytes, the low one first.
std::string PointsBytes(const std::vector<ThreeWayPoints>& items) {
  std::string bytes;
  for (const ThreeWayPoints& item : items) {
    for (const Team team : kAllTeams) {
      for (const std::int32_t points : item[team]) {
        const auto number = static_cast<std::uint16_t>(points);
        bytes.push_back(static_cast<char>(number & 0xFF));
        bytes.push_back(static_cast<char>(number >> 8));
      }
    }
  }
  return bytes;
}

// Whole items only: bytes after the last one are dropped.
std::vector<ThreeWayPoints> PointsOf(const std::string& bytes) {
  constexpr std::size_t kBytesOfAnItem = kAllTeams.size() * 3 * 2;
  std::vector<ThreeWayPoints> items(bytes.size() / kBytesOfAnItem);
  std::size_t at = 0;
  for (ThreeWayPoints& item : items) {
    for (const Team team : kAllTeams) {
      for (std::int32_t& points : item[team]) {
        const auto low = static_cast<unsigned char>(bytes[at]);
        const auto high = static_cast<unsigned char>(bytes[at + 1]);
        points = static_cast<std::int16_t>(low | high << 8);
        at += 2;
      }
    }
  }
  return items;
}

UnitRow RowOf(const UnitResult& result, std::optional<DealSpan> span) {
  UnitRow row{
      .number = result.unit.number,
      .seatings = result.outcome.leads[Quantity::kGamePoints].denominator,
      .outcome = result.outcome,
      .faults = static_cast<std::int64_t>(result.faults.size()),
      .records = span.value_or(DealSpan{})};
  if (result.outcome.lost_by) row.lost_by = ToInt(*result.outcome.lost_by);
  for (const std::int16_t points : result.outcome.points) {
    const auto bits = static_cast<std::uint16_t>(points);
    row.points.push_back(static_cast<char>(bits & 0xff));
    row.points.push_back(static_cast<char>(bits >> 8));
  }
  row.three_way_points = PointsBytes(result.outcome.three_way_points);
  row.scores.reserve(result.outcome.scores.size());
  for (const PairScore score : result.outcome.scores) {
    row.scores.push_back(static_cast<char>(score.code()));
  }
  return row;
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

std::string SelectUnits(std::int64_t first, std::int64_t end) {
  return SelectRows<UnitRow>(
      "unit", absl::StrFormat("WHERE number >= %d AND number < %d "
                              "ORDER BY number",
                              first, end));
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
  absl::StatusOr<Statement> count = database.Prepare(
      "UPDATE stored SET units = units + 1 "
      "WHERE NOT EXISTS (SELECT 1 FROM unit WHERE number = ?)");
  if (!count.ok()) return count.status();
  absl::StatusOr<Statement> unit = database.Prepare(InsertRow<UnitRow>("unit"));
  if (!unit.ok()) return unit.status();
  absl::StatusOr<Statement> forget =
      database.Prepare("DELETE FROM fault WHERE unit = ?");
  if (!forget.ok()) return forget.status();
  absl::StatusOr<Statement> fault =
      database.Prepare(InsertRow<FaultRow>("fault"));
  if (!fault.ok()) return fault.status();
  return UnitWriter(*std::move(count), *std::move(unit), *std::move(forget),
                    *std::move(fault));
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
  // A single statement: another process may be playing.
  absl::StatusOr<Statement> row = database.Prepare(
      "SELECT COALESCE((SELECT MAX(units) FROM stored), 0), "
      "(SELECT COUNT(*) FROM unit)");
  if (!row.ok()) return row.status();
  const absl::StatusOr<bool> found = row->Step();
  if (!found.ok()) return found.status();
  return row->Number(0) - row->Number(1);
}

absl::Status ForgetMissing(Database& database) {
  absl::StatusOr<Transaction> transaction = Transaction::Begin(database);
  if (!transaction.ok()) return transaction.status();
  absl::Status status = database.Run(
      "DELETE FROM fault WHERE unit NOT IN (SELECT number FROM unit);"
      "DELETE FROM stored;"
      "INSERT INTO stored SELECT COUNT(*) FROM unit;");
  if (!status.ok()) return status;
  return transaction->Commit();
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

absl::StatusOr<StoredUnit> ReadUnit(const Statement& statement) {
  auto row = ReadRow<UnitRow>(statement);
  if (row.check != CheckOf(row)) return Changed("the result", row.number);
  for (const Quantity quantity : kAllQuantities) {
    row.outcome.leads[quantity].denominator = row.seatings;
  }
  row.outcome.forfeit_free_game_points.denominator = row.seatings;
  if (row.lost_by != kNobody) row.outcome.lost_by = BotIndex(row.lost_by);
  row.outcome.scores.reserve(row.scores.size());
  for (const char byte : row.scores) {
    row.outcome.scores.emplace_back(static_cast<std::uint8_t>(byte));
  }
  for (std::size_t at = 0; at + 1 < row.points.size(); at += 2) {
    const int low = static_cast<unsigned char>(row.points[at]);
    const int high = static_cast<unsigned char>(row.points[at + 1]);
    row.outcome.points.push_back(
        static_cast<std::int16_t>(static_cast<std::uint16_t>(high << 8 | low)));
  }
  row.outcome.three_way_points = PointsOf(row.three_way_points);
  StoredUnit unit{.number = row.number,
                  .outcome = std::move(row.outcome),
                  .faults = row.faults};
  if (row.records.bytes > 0) unit.records = row.records;
  return unit;
}

absl::StatusOr<Fault> ReadFault(const Statement& statement) {
  auto row = ReadRow<FaultRow>(statement);
  if (row.check != CheckOf(row)) return Changed("a fault", row.fault.unit);
  return std::move(row.fault);
}

}  // namespace couillon::arena
