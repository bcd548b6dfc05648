// Quotation marks where a comma, a quotation mark or a line end needs them.

#include "arena/numbers/format/csv_field.h"

#include <cmath>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"

namespace couillon::arena {

std::string CsvField(const std::string& text) {
  const bool formula =
      !text.empty() &&
      std::string("=+-@\t\r\n").find(text.front()) != std::string::npos;
  const std::string cell = formula ? "'" + text : text;
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  return absl::StrFormat("\"%s\"", absl::StrReplaceAll(cell, {{"\"", "\"\""}}));
}

std::string CsvField(std::optional<double> value, int digits) {
  if (!value || !std::isfinite(*value)) return "";
  return absl::StrFormat("%.*g", digits, *value);
}

}  // namespace couillon::arena
