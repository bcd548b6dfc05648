#include "arena/store/unit_rows.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/stats/seating_sums.h"
#include "arena/store/hand_file.h"
#include "arena/store/league_store.h"
#include "arena/store/sqlite.h"
#include "arena/table/verdict.h"
#include "arena/unit/pair_score.h"
#include "arena/unit/unit_result.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"

namespace couillon::arena {

const char kUnitSchema[] = R"sql(
CREATE TABLE unit (
  number INTEGER PRIMARY KEY, seatings INTEGER NOT NULL,
  items INTEGER NOT NULL,
  game_first INTEGER NOT NULL, game_second INTEGER NOT NULL,
  game_first_squares INTEGER NOT NULL, game_second_squares INTEGER NOT NULL,
  game_products INTEGER NOT NULL,
  card_items INTEGER NOT NULL,
  card_first INTEGER NOT NULL, card_second INTEGER NOT NULL,
  card_first_squares INTEGER NOT NULL, card_second_squares INTEGER NOT NULL,
  card_products INTEGER NOT NULL,
  untouched_items INTEGER NOT NULL,
  untouched_first INTEGER NOT NULL, untouched_second INTEGER NOT NULL,
  untouched_first_squares INTEGER NOT NULL,
  untouched_second_squares INTEGER NOT NULL,
  untouched_products INTEGER NOT NULL,
  deals INTEGER NOT NULL, decisions INTEGER NOT NULL,
  forfeits INTEGER NOT NULL, lost_by INTEGER NOT NULL,
  first_net INTEGER NOT NULL, second_net INTEGER NOT NULL,
  faults INTEGER NOT NULL,
  hands_offset INTEGER NOT NULL, hands_bytes INTEGER NOT NULL,
  scores BLOB NOT NULL, touched BLOB NOT NULL, row_check TEXT NOT NULL);
CREATE TABLE fault (
  unit INTEGER NOT NULL, verdict INTEGER NOT NULL, bot INTEGER NOT NULL,
  ruleset INTEGER NOT NULL, item INTEGER NOT NULL, seating INTEGER NOT NULL,
  seat INTEGER NOT NULL, forfeits INTEGER NOT NULL, detail TEXT NOT NULL,
  last_stderr TEXT NOT NULL, question BLOB NOT NULL, row_check TEXT NOT NULL);
CREATE INDEX fault_by_unit ON fault (unit);
CREATE TABLE stored (units INTEGER NOT NULL);
INSERT INTO stored VALUES (0);
)sql";

const char kSelectFaults[] = "SELECT * FROM fault ORDER BY unit, rowid";

namespace {

// Of each row: numbers first, then texts and blobs, the check last.
constexpr int kUnitNumbers = 29;
constexpr int kUnitTexts = 2;
constexpr int kFaultNumbers = 8;
constexpr int kFaultTexts = 3;

// `?,?,?`, as many as there are columns.
std::string Insert(const char* table, int columns) {
  std::string sql = absl::StrFormat("INSERT OR REPLACE INTO %s VALUES (?",
                                    std::string(table));
  for (int i = 1; i < columns; ++i) sql += ",?";
  return sql + ")";
}

template <std::size_t size>
std::string CheckOf(const std::array<std::int64_t, size>& numbers,
                    const std::vector<std::string>& texts) {
  std::string all;
  for (const std::int64_t number : numbers) {
    all += absl::StrFormat("%d ", number);
  }
  for (const std::string& text : texts) {
    all += absl::StrFormat("%d:", text.size()) + text;
  }
  return CheckOfText(all);
}

// Six numbers from `at` on.
void PutSums(const stats::SeatingSums& sums, std::int64_t* at) {
  at[0] = sums.pairs;
  at[1] = sums.sum_first;
  at[2] = sums.sum_second;
  at[3] = sums.sum_first_squares;
  at[4] = sums.sum_second_squares;
  at[5] = sums.sum_products;
}

stats::SeatingSums GetSums(const std::int64_t* at, std::int64_t seatings) {
  return {.pairs = at[0],
          .sum_first = at[1],
          .sum_second = at[2],
          .sum_first_squares = at[3],
          .sum_second_squares = at[4],
          .sum_products = at[5],
          .denominator = seatings};
}

std::array<std::int64_t, kUnitNumbers> NumbersOf(const UnitResult& result,
                                                 std::optional<HandSpan> span) {
  std::array<std::int64_t, kUnitNumbers> numbers = {
      result.unit.number, result.game_points.denominator};
  PutSums(result.game_points, &numbers[2]);
  PutSums(result.card_points, &numbers[8]);
  PutSums(result.untouched_game_points, &numbers[14]);
  numbers[20] = result.deals;
  numbers[21] = result.decisions;
  numbers[22] = result.forfeits;
  numbers[23] = result.lost_by;
  numbers[24] = result.net[0];
  numbers[25] = result.net[1];
  numbers[26] = static_cast<std::int64_t>(result.faults.size());
  numbers[27] = span ? span->offset : 0;
  numbers[28] = span ? span->bytes : 0;
  return numbers;
}

std::string BytesOf(const PairScores& scores) {
  std::string bytes;
  bytes.reserve(scores.size());
  for (const PairScore score : scores) {
    bytes.push_back(static_cast<char>(score.code()));
  }
  return bytes;
}

PairScores ScoresOf(const std::string& bytes) {
  PairScores scores;
  scores.reserve(bytes.size());
  for (const char byte : bytes) {
    scores.emplace_back(static_cast<std::uint8_t>(byte));
  }
  return scores;
}

std::array<std::int64_t, kFaultNumbers> NumbersOf(const Fault& fault) {
  return {fault.unit,
          static_cast<std::int64_t>(fault.verdict),
          fault.bot,
          fault.ruleset,
          static_cast<std::int64_t>(fault.item),
          fault.seating,
          fault.seat,
          fault.forfeits ? 1 : 0};
}

// Binds numbers, texts or blobs, and the check, and runs the statement.
template <std::size_t size>
absl::Status Run(Statement& statement,
                 const std::array<std::int64_t, size>& numbers,
                 const std::vector<std::string>& texts, int blobs_from) {
  int parameter = 1;
  for (const std::int64_t number : numbers) {
    statement.Bind(parameter++, number);
  }
  for (int i = 0; i < static_cast<int>(texts.size()); ++i) {
    const std::string& text = texts[static_cast<std::size_t>(i)];
    if (i < blobs_from) {
      statement.BindText(parameter++, text);
    } else {
      statement.BindBlob(parameter++, text);
    }
  }
  statement.BindText(parameter, CheckOf(numbers, texts));
  return statement.Finish();
}

// The numbers of a row whose `texts` texts and check follow them.
template <std::size_t size>
bool ReadChecked(const Statement& row, std::array<std::int64_t, size>& numbers,
                 int texts) {
  int column = 0;
  for (std::int64_t& number : numbers) number = row.Number(column++);
  std::vector<std::string> read;
  while (static_cast<int>(read.size()) < texts) {
    read.push_back(row.Bytes(column++));
  }
  return row.Bytes(column) == CheckOf(numbers, read);
}

absl::Status Changed(const char* what, std::int64_t unit) {
  return absl::DataLossError(absl::StrFormat(
      "%s of unit %d is not what was stored: the file is damaged or was "
      "edited; restore a copy of the directory, or play the league again in "
      "another one",
      std::string(what), unit));
}

}  // namespace

std::string SelectUnits(std::int64_t first, std::int64_t end) {
  return absl::StrFormat(
      "SELECT * FROM unit WHERE number >= %d AND number < %d ORDER BY number",
      first, end);
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
  absl::StatusOr<Statement> unit =
      database.Prepare(Insert("unit", kUnitNumbers + kUnitTexts + 1));
  if (!unit.ok()) return unit.status();
  absl::StatusOr<Statement> forget =
      database.Prepare("DELETE FROM fault WHERE unit = ?");
  if (!forget.ok()) return forget.status();
  absl::StatusOr<Statement> fault =
      database.Prepare(Insert("fault", kFaultNumbers + kFaultTexts + 1));
  if (!fault.ok()) return fault.status();
  return UnitWriter(*std::move(count), *std::move(unit), *std::move(forget),
                    *std::move(fault));
}

absl::Status UnitWriter::Write(const UnitResult& result,
                               std::optional<HandSpan> span) {
  count_.Bind(1, result.unit.number);
  absl::Status status = count_.Finish();
  forget_.Bind(1, result.unit.number);
  if (status.ok()) status = forget_.Finish();
  if (status.ok()) {
    status = Run(unit_, NumbersOf(result, span),
                 {BytesOf(result.scores), result.touched}, /*blobs_from=*/0);
  }
  for (const Fault& fault : result.faults) {
    if (!status.ok()) break;
    status = Run(fault_, NumbersOf(fault),
                 {fault.detail, fault.last_stderr, fault.question},
                 /*blobs_from=*/2);
  }
  return status;
}

absl::StatusOr<std::int64_t> CountMissing(Database& database) {
  // One statement, as somebody may be playing.
  absl::StatusOr<Statement> row = database.Prepare(
      "SELECT COALESCE((SELECT MAX(units) FROM stored), 0), "
      "(SELECT COUNT(*) FROM unit)");
  if (!row.ok()) return row.status();
  const absl::StatusOr<bool> found = row->Step();
  if (!found.ok()) return found.status();
  return row->Number(0) - row->Number(1);
}

absl::Status ForgetMissing(Database& database) {
  return database.Run(
      "BEGIN;"
      "DELETE FROM fault WHERE unit NOT IN (SELECT number FROM unit);"
      "DELETE FROM stored;"
      "INSERT INTO stored SELECT COUNT(*) FROM unit;"
      "COMMIT;");
}

absl::StatusOr<StoredUnit> ReadUnit(const Statement& row) {
  std::array<std::int64_t, kUnitNumbers> numbers{};
  if (!ReadChecked(row, numbers, kUnitTexts)) {
    return Changed("the result", row.Number(0));
  }
  StoredUnit unit{.number = numbers[0],
                  .scores = ScoresOf(row.Bytes(kUnitNumbers)),
                  .game_points = GetSums(&numbers[2], numbers[1]),
                  .card_points = GetSums(&numbers[8], numbers[1]),
                  .net = {numbers[24], numbers[25]},
                  .deals = numbers[20],
                  .decisions = numbers[21],
                  .forfeits = numbers[22],
                  .lost_by = static_cast<int>(numbers[23]),
                  .touched = row.Bytes(kUnitNumbers + 1),
                  .untouched_game_points = GetSums(&numbers[14], numbers[1]),
                  .faults = numbers[26]};
  if (numbers[28] > 0) {
    unit.hands = HandSpan{.offset = numbers[27], .bytes = numbers[28]};
  }
  return unit;
}

absl::StatusOr<Fault> ReadFault(const Statement& row) {
  std::array<std::int64_t, kFaultNumbers> numbers{};
  if (!ReadChecked(row, numbers, kFaultTexts)) {
    return Changed("a fault", row.Number(0));
  }
  return Fault{.verdict = static_cast<Verdict>(numbers[1]),
               .bot = static_cast<int>(numbers[2]),
               .unit = numbers[0],
               .ruleset = static_cast<int>(numbers[3]),
               .item = static_cast<std::uint64_t>(numbers[4]),
               .seating = static_cast<int>(numbers[5]),
               .seat = static_cast<Seat>(numbers[6]),
               .forfeits = numbers[7] != 0,
               .detail = row.Bytes(kFaultNumbers),
               .last_stderr = row.Bytes(kFaultNumbers + 1),
               .question = row.Bytes(kFaultNumbers + 2)};
}

}  // namespace couillon::arena
