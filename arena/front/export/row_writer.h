// Rows with named and typed columns, as CSV or as JSON lines. A row is written
// at once; nothing is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace couillon::arena {

enum class RowFormat {
  kCsv,        // a header, then a line per row; RFC 4180, lines end in \n
  kJsonLines,  // an object per line, with all columns as keys
  // For tools/export/parquet.py: a line with an array of [name, type] per
  // column, then an array per row, then the line "end".
  kTypedLines,
};

enum class ColumnType {
  kText,    // UTF-8
  kCount,   // a whole number of 64 bits, with a sign
  kNumber,  // a double
  kFlag,
};

// A column; any of its cells may be null.
struct Column {
  std::string name;
  ColumnType type;
};

using ColumnList = std::vector<Column>;

ColumnList Texts(const std::vector<std::string>& names);
ColumnList Counts(const std::vector<std::string>& names);
ColumnList Numbers(const std::vector<std::string>& names);
ColumnList Flags(const std::vector<std::string>& names);
ColumnList operator+(ColumnList first, const ColumnList& second);

// The value of a column. Null is an empty cell or `null`; so is a number that
// is not finite. Numbers are as short as they can be without a loss.
class Cell {
 public:
  Cell() = default;
  // NOLINTBEGIN(google-explicit-constructor): lists of values
  Cell(bool value) : value_(value) {}
  Cell(std::int64_t value) : value_(value) {}
  Cell(double value) : value_(value) {}
  Cell(std::string value) : value_(std::move(value)) {}
  Cell(const char* value) = delete;  // it would be a bool
  Cell(std::optional<double> value) {
    if (value) value_ = *value;
  }
  // NOLINTEND(google-explicit-constructor)

  // In CSV, text that a spreadsheet would take for a formula gets an apostrophe
  // in front (see CsvField).
  [[nodiscard]] std::string Text(RowFormat format) const;
  [[nodiscard]] bool IsNull() const {
    return std::holds_alternative<std::monostate>(value_);
  }
  // Returns true if it is a value of a column of that type.
  [[nodiscard]] bool Is(ColumnType type) const;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string> value_;
};

class RowWriter {
 public:
  // Writes the header, if the format has one. Requires: `out` outlives it; the
  // names of columns are lower-case words.
  RowWriter(std::ostream& out, RowFormat format, ColumnList columns);

  // Requires: one cell per column, of its type or null.
  void Write(const std::vector<Cell>& cells);

 private:
  std::ostream* out_;
  RowFormat format_;
  ColumnList columns_;
};

}  // namespace couillon::arena
