#include "tests/support/case_file.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace couillon::tests {
namespace {

[[noreturn]] void Fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
}

std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells = absl::StrSplit(line, '|');
  for (std::string& cell : cells) absl::StripAsciiWhitespace(&cell);
  return cells;
}

}  // namespace

const std::string& CaseRow::operator[](const std::string& column) const {
  const auto cell = cells_.find(column);
  if (cell == cells_.end()) Fail("no column is called " + column);
  return cell->second;
}

std::string CaseRow::Name() const {
  return (*this)["id"] + ": " + (*this)["why"];
}

std::vector<CaseRow> ReadCases(const std::string& name) {
  const std::string path = std::string(COUILLON_CASES) + "/" + name + ".txt";
  std::ifstream file(path);
  if (!file) Fail("cannot read " + path);
  std::vector<std::string> header;
  std::vector<CaseRow> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> cells = Cells(line);
    if (header.empty()) {
      header = std::move(cells);
      continue;
    }
    if (cells.size() != header.size()) {
      Fail(absl::StrCat(path,
                        ": not as many columns as the header has: ", line));
    }
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < header.size(); ++i) {
      row[header[i]] = std::move(cells[i]);
    }
    rows.emplace_back(std::move(row));
  }
  if (header.empty()) Fail(path + ": has no header");
  return rows;
}

}  // namespace couillon::tests
