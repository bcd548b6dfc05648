// Quotation marks where a comma, a quotation mark or a line end needs them.

#include "arena/numbers/format/csv_field.h"

#include <array>
#include <charconv>
#include <cmath>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "arena/numbers/stats/law/interval.h"

namespace couillon::arena {

std::string CsvField(const std::string& text) {
  const bool formula =
      !text.empty() && absl::StrContains("=+-@\t\r\n", text.front());
  std::string cell = formula ? "'" + text : text;
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  return absl::StrFormat("\"%s\"", absl::StrReplaceAll(cell, {{"\"", "\"\""}}));
}

std::string CsvField(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return "";
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                 stats::PositiveZero(*value));
  return {digits.data(), end.ptr};
}

}  // namespace couillon::arena
