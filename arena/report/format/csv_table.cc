#include "arena/report/format/csv_table.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "arena/text/printable.h"

namespace couillon::arena {
namespace {

absl::Status ProblemAt(const std::string& file, int line,
                       const std::string& found, const std::string& expected) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: line %d: found %s; expected %s", file, line, found, expected));
}

// The index of each column in the header; null for a missing column.
using Places = std::vector<std::optional<std::size_t>>;

Places FindPlaces(const std::vector<std::string>& columns,
                  const std::vector<std::string>& header) {
  Places places;
  for (const std::string& column : columns) {
    const auto at = std::find(header.begin(), header.end(), column);
    places.push_back(at == header.end()
                         ? std::nullopt
                         : std::optional<std::size_t>(at - header.begin()));
  }
  return places;
}

}  // namespace

absl::StatusOr<CsvTable> CsvTable::Parse(
    const std::string& file, const std::string& text,
    const std::vector<std::string>& columns, std::size_t required) {
  CsvTable table;
  table.file_ = file;
  std::optional<Places> places;
  std::size_t widest = 0;  // the least number of fields per line
  int line = 0;
  for (const absl::string_view whole : absl::StrSplit(text, '\n')) {
    ++line;
    if (absl::StripAsciiWhitespace(whole).empty()) continue;
    if (absl::StrContains(whole, '"')) {
      return ProblemAt(file, line, "a quotation mark",
                       "fields without quotation marks");
    }
    std::vector<std::string> fields;
    for (const absl::string_view field : absl::StrSplit(whole, ',')) {
      fields.emplace_back(absl::StripAsciiWhitespace(field));
      if (IsPlainText(fields.back())) continue;
      // Names in fields are shown on terminals and in reports.
      return ProblemAt(
          file, line,
          absl::StrCat("the field \"", PrintableLine(fields.back()), "\""),
          "printable UTF-8");
    }
    if (!places) {
      places = FindPlaces(columns, fields);
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::optional<std::size_t>& place = (*places)[i];
        if (place) widest = std::max(widest, *place + 1);
        if (place || i >= required) continue;
        return ProblemAt(
            file, line, absl::StrCat("the header ", absl::StrJoin(fields, ",")),
            absl::StrCat("a column ", columns[i]));
      }
      continue;
    }
    if (fields.size() < widest) {
      return ProblemAt(file, line, absl::StrFormat("%d fields", fields.size()),
                       absl::StrFormat("%d at least", widest));
    }
    Row row{.line = line, .fields = {}};
    for (const std::optional<std::size_t>& place : *places) {
      row.fields.push_back(place ? fields[*place] : "");
    }
    table.rows_.push_back(std::move(row));
  }
  if (!places) return ProblemAt(file, line, "nothing", "a header");
  return table;
}

absl::Status CsvTable::Problem(std::size_t row, const std::string& found,
                               const std::string& expected) const {
  return ProblemAt(file_, rows_[row].line, found, expected);
}

}  // namespace couillon::arena
