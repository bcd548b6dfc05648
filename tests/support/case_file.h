// Reads the case tables of tests/cases: lines of columns separated by "|", the
// first of which names the columns; lines that begin with "#" are comments.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace couillon::tests {

// One row of a table, by the names of the columns.
class CaseRow {
 public:
  explicit CaseRow(std::map<std::string, std::string> cells)
      : cells_(std::move(cells)) {}

  // The text of a column. Aborts if the table has no such column.
  [[nodiscard]] const std::string& operator[](const std::string& column) const;
  // "L01: follow or trump, nothing else", for the message if the row fails.
  [[nodiscard]] std::string Name() const;

 private:
  std::map<std::string, std::string> cells_;
};

// The rows of tests/cases/NAME.txt. Aborts if the file cannot be read, has no
// header, or has a row with another number of columns than the header.
std::vector<CaseRow> ReadCases(const std::string& name);

}  // namespace couillon::tests
