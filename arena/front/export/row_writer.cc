// The quotes of each format. Numbers are alike in all.

#include "arena/front/export/row_writer.h"

#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "arena/numbers/format/csv_field.h"
#include "arena/numbers/format/json.h"
#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

// Untrusted text need not be UTF-8; JSON has to be.
std::string JsonText(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string TypeName(ColumnType type) {
  switch (type) {
    case ColumnType::kText:
      return "string";
    case ColumnType::kCount:
      return "int64";
    case ColumnType::kNumber:
      return "double";
    case ColumnType::kFlag:
      return "bool";
  }
  COUILLON_CHECK(false);
  return "";
}

ColumnList Of(ColumnType type, const std::vector<std::string>& names) {
  ColumnList columns;
  columns.reserve(names.size());
  for (const std::string& name : names) {
    columns.push_back({.name = name, .type = type});
  }
  return columns;
}

std::string Header(RowFormat format, const ColumnList& columns) {
  if (format == RowFormat::kJsonLines) return "";
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const Column& column : columns) {
    names.push_back(format == RowFormat::kCsv
                        ? column.name
                        : absl::StrCat("[\"", column.name, "\", \"",
                                       TypeName(column.type), "\"]"));
  }
  return format == RowFormat::kCsv
             ? absl::StrJoin(names, ",") + "\n"
             : absl::StrCat("[", absl::StrJoin(names, ", "), "]\n");
}

}  // namespace

ColumnList Texts(const std::vector<std::string>& names) {
  return Of(ColumnType::kText, names);
}

ColumnList Counts(const std::vector<std::string>& names) {
  return Of(ColumnType::kCount, names);
}

ColumnList Numbers(const std::vector<std::string>& names) {
  return Of(ColumnType::kNumber, names);
}

ColumnList Flags(const std::vector<std::string>& names) {
  return Of(ColumnType::kFlag, names);
}

ColumnList operator+(ColumnList first, const ColumnList& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

bool Cell::Is(ColumnType type) const {
  switch (type) {
    case ColumnType::kText:
      return std::holds_alternative<std::string>(value_);
    case ColumnType::kCount:
      return std::holds_alternative<std::int64_t>(value_);
    case ColumnType::kNumber:
      return std::holds_alternative<double>(value_);
    case ColumnType::kFlag:
      return std::holds_alternative<bool>(value_);
  }
  return false;
}

std::string Cell::Text(RowFormat format) const {
  const bool json = format != RowFormat::kCsv;
  if (const auto* flag = std::get_if<bool>(&value_)) {
    return *flag ? "true" : "false";
  }
  if (const auto* count = std::get_if<std::int64_t>(&value_)) {
    return absl::StrCat(*count);
  }
  if (const auto* number = std::get_if<double>(&value_)) {
    if (std::isfinite(*number)) return CsvField(*number);
  }
  if (const auto* text = std::get_if<std::string>(&value_)) {
    return json ? JsonText(*text) : CsvField(*text);
  }
  return json ? "null" : "";
}

RowWriter::RowWriter(std::ostream& out, RowFormat format, ColumnList columns)
    : out_(&out), format_(format), columns_(std::move(columns)) {
  *out_ << Header(format_, columns_);
}

void RowWriter::Write(const std::vector<Cell>& cells) {
  COUILLON_CHECK(cells.size() == columns_.size());
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Column& column = columns_[i];
    COUILLON_CHECK(cells[i].IsNull() || cells[i].Is(column.type));
    if (i > 0) line += format_ == RowFormat::kCsv ? "," : ", ";
    if (format_ == RowFormat::kJsonLines) {
      absl::StrAppend(&line, "\"", column.name, "\": ");
    }
    line += cells[i].Text(format_);
  }
  if (format_ == RowFormat::kJsonLines) line = "{" + line + "}";
  if (format_ == RowFormat::kTypedLines) line = "[" + line + "]";
  *out_ << line << '\n';
}

}  // namespace couillon::arena
