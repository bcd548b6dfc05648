#include "arena/export/row_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/report/format/csv_field.h"
#include "arena/report/format/json.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// The shortest decimal number that reads back as `value`.
std::string Shortest(double value) {
  std::array<char, 32> digits{};
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), end.ptr};
}

// Untrusted text need not be UTF-8; JSON has to be.
std::string JsonText(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string Cell::Text(RowFormat format) const {
  const bool json = format == RowFormat::kJsonLines;
  if (const auto* flag = std::get_if<bool>(&value_)) {
    return *flag ? "true" : "false";
  }
  if (const auto* count = std::get_if<std::int64_t>(&value_)) {
    return absl::StrCat(*count);
  }
  if (const auto* number = std::get_if<double>(&value_)) {
    if (std::isfinite(*number)) return Shortest(*number);
  }
  if (const auto* text = std::get_if<std::string>(&value_)) {
    return json ? JsonText(*text) : CsvField(*text);
  }
  return json ? "null" : "";
}

RowWriter::RowWriter(std::ostream& out, RowFormat format,
                     std::vector<std::string> columns)
    : out_(&out), format_(format), columns_(std::move(columns)) {
  if (format_ == RowFormat::kCsv) *out_ << absl::StrJoin(columns_, ",") << '\n';
}

void RowWriter::Write(const std::vector<Cell>& cells) {
  COUILLON_CHECK(cells.size() == columns_.size());
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) line += format_ == RowFormat::kCsv ? "," : ", ";
    if (format_ == RowFormat::kJsonLines) {
      absl::StrAppend(&line, "\"", columns_[i], "\": ");
    }
    line += cells[i].Text(format_);
  }
  if (format_ == RowFormat::kJsonLines) line = "{" + line + "}";
  *out_ << line << '\n';
}

}  // namespace couillon::arena
