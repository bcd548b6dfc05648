// Reads a CSV table with a header from a user's file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::arena {

// Limits of a table: beyond, it takes more memory than most machines have.
inline constexpr std::size_t kMaxTableBytes = std::size_t{1} << 30;
inline constexpr std::size_t kMaxTableRows = 10'000'000;
inline constexpr std::size_t kMaxTableLine = std::size_t{1} << 16;  // bytes

// The names of the columns of a file, the line that they are on, and what
// separates them: a comma, a semicolon or a tab, whichever the line has most
// of.
struct CsvHeader {
  int line = 0;
  char separator = ',';
  std::vector<std::string> columns;
};

// Returns the header: the first line that is not empty. The errors are those of
// CsvTable::Parse.
absl::StatusOr<CsvHeader> ReadCsvHeader(const std::string& file,
                                        const std::string& text);

// The rows of a file in the requested columns, separated as in its header.
// Blanks around fields and a byte
// order mark are stripped; empty lines are skipped. Every line has as many
// fields as the header. A field may stand in quotation marks (RFC 4180), but
// not go on in the next line.
class CsvTable {
 public:
  // Finds `columns` in the header, in any order; further columns are ignored.
  // The first `required` of them are mandatory, the others optional: fields of
  // a missing column are empty. A header alone is an error, and so are more
  // than kMaxTableRows, and a line of more than kMaxTableLine. Errors name
  // `file`, the line, what was found, shortened, and what was expected.
  // Requires: required <= columns.size().
  static absl::StatusOr<CsvTable> Parse(const std::string& file,
                                        const std::string& text,
                                        const std::vector<std::string>& columns,
                                        std::size_t required);

  [[nodiscard]] std::size_t rows() const { return rows_.size(); }
  // The field of a row in the n-th requested column.
  [[nodiscard]] const std::string& At(std::size_t row,
                                      std::size_t column) const {
    return rows_[row].fields[column];
  }
  // The line of a row in the file, from 1.
  [[nodiscard]] int LineOf(std::size_t row) const { return rows_[row].line; }
  // Returns InvalidArgument with the line of a row.
  [[nodiscard]] absl::Status Problem(std::size_t row, const std::string& found,
                                     const std::string& expected) const;

 private:
  struct Row {
    int line = 0;
    std::vector<std::string> fields;
  };

  std::string file_;
  std::vector<Row> rows_;
};

}  // namespace couillon::arena
