// Numbers with seven bits per byte and texts after their lengths, by the
// columns of unit_row.h.

#include "arena/league/store/unit_bytes.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/league/store/columns.h"
#include "arena/league/store/deal_file.h"
#include "arena/league/store/unit_row.h"
#include "arena/table/verdict.h"

namespace couillon::arena {
namespace {

constexpr int kBitsPerByte =
    7;  // of a number; the eighth says that more follow
constexpr int kBitsOfANumber = 64;

// Writes the columns of a row: numbers in as few bytes as they need, texts
// after their lengths.
class RowBytes {
 public:
  template <typename Value>
  void Number(ColumnName /*name*/, const Value& value) {
    const auto number = static_cast<std::int64_t>(value);
    // Small numbers of either sign are short: 0, -1, 1, -2, ...
    Add(static_cast<std::uint64_t>(number) << 1 ^
        static_cast<std::uint64_t>(number >> (kBitsOfANumber - 1)));
  }
  template <typename Value>
  void Key(ColumnName name, const Value& value) {
    Number(name, value);
  }
  void Text(ColumnName /*name*/, const std::string& value) {
    Add(value.size());
    bytes_ += value;
  }
  void Blob(ColumnName name, const std::string& value) { Text(name, value); }
  void Check(ColumnName /*name*/, const std::string& /*value*/) {}

  void Add(std::uint64_t number) {
    constexpr std::uint64_t kMore = std::uint64_t{1} << kBitsPerByte;
    for (; number >= kMore; number >>= kBitsPerByte) {
      bytes_.push_back(static_cast<char>(number % kMore | kMore));
    }
    bytes_.push_back(static_cast<char>(number));
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads what RowBytes has written.
class BytesReader {
 public:
  explicit BytesReader(std::string_view bytes) : bytes_(bytes) {}

  template <typename Value>
  void Number(ColumnName /*name*/, Value& value) {
    const std::uint64_t bits = Next();
    value = static_cast<Value>(
        static_cast<std::int64_t>(bits >> 1 ^ (~(bits & 1) + 1)));
  }
  template <typename Value>
  void Key(ColumnName name, Value& value) {
    Number(name, value);
  }
  void Text(ColumnName /*name*/, std::string& value) {
    const std::uint64_t size = Next();
    good_ = good_ && size <= bytes_.size();
    if (!good_) return;
    value = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
  }
  void Blob(ColumnName name, std::string& value) { Text(name, value); }
  void Check(ColumnName /*name*/, std::string& /*value*/) {}

  std::uint64_t Next() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < kBitsOfANumber; shift += kBitsPerByte) {
      if (bytes_.empty()) break;
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      number |= std::uint64_t{byte} % (1U << kBitsPerByte) << shift;
      if (byte >> kBitsPerByte == 0) return number;
    }
    good_ = false;
    return 0;
  }
  [[nodiscard]] bool good() const { return good_; }

 private:
  std::string_view bytes_;
  bool good_ = true;
};

// The forfeits of a unit in an order of their own: which of several deals fails
// first depends on what else was asked at that time.
std::vector<std::string> Forfeits(const UnitResult& played) {
  std::vector<std::string> forfeits;
  for (const Fault& fault : played.faults) {
    if (!fault.forfeits) continue;
    RowBytes bytes;
    bytes.Number("bot", fault.bot);
    bytes.Number("verdict", fault.verdict);
    if (!played.outcome.lost_by) {
      bytes.Number("item", fault.item);
      bytes.Number("seating", fault.seating);
      bytes.Number("seat", fault.seat);
      bytes.Blob("question", fault.question);
    }
    forfeits.push_back(bytes.Take());
  }
  std::ranges::sort(forfeits);
  return forfeits;
}

absl::Status NotThatUnit(const Unit& unit) {
  return absl::DataLossError(absl::StrFormat(
      "what stands there is not the result of unit %d", unit.number));
}

}  // namespace

UnitBytes ToBytes(const UnitResult& played, bool records_deals) {
  UnitRow row = RowOf(played, /*span=*/{});
  row.faults = 0;  // those without a forfeit depend on the moment
  RowBytes result;
  UnitRow::ForEachColumn(std::as_const(row), result);
  const std::vector<std::string> forfeits = Forfeits(played);
  result.Add(forfeits.size());
  for (const std::string& forfeit : forfeits) result.Blob("forfeit", forfeit);
  UnitBytes bytes{.result = result.Take()};
  if (records_deals) bytes.records = PackDeals(played.records);
  if (played.faults.empty()) return bytes;
  RowBytes faults;
  faults.Add(played.faults.size());
  for (const Fault& fault : played.faults) {
    const FaultRow fault_row{.fault = fault};
    FaultRow::ForEachColumn(fault_row, faults);
  }
  bytes.faults = faults.Take();
  return bytes;
}

absl::StatusOr<UnitResult> FromBytes(const UnitBytes& bytes, const Unit& unit) {
  BytesReader reader(bytes.result);
  UnitRow row;
  UnitRow::ForEachColumn(row, reader);
  if (!reader.good() || row.number != unit.number ||
      row.scores.size() != unit.items) {
    return NotThatUnit(unit);
  }
  UnitResult result{.unit = unit};
  result.outcome = OutcomeOf(std::move(row));
  if (bytes.faults.empty()) return result;
  BytesReader faults(bytes.faults);
  const std::uint64_t count = faults.Next();
  for (std::uint64_t i = 0; i < count && faults.good(); ++i) {
    FaultRow fault;
    FaultRow::ForEachColumn(fault, faults);
    if (fault.fault.unit != unit.number) return NotThatUnit(unit);
    result.faults.push_back(std::move(fault.fault));
  }
  if (!faults.good()) return NotThatUnit(unit);
  return result;
}

}  // namespace couillon::arena
