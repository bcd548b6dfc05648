// A reader of fields, with or without quotation marks, whose errors name the
// line.

#include "arena/numbers/format/csv_table.h"

#include <algorithm>
#include <array>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "arena/numbers/text/printable.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kMaxShown = 60;  // bytes of a field in a message

std::string Shown(const std::string& text) {
  return PrintableLine(text, kMaxShown);
}

absl::Status ProblemAt(const std::string& file, int line,
                       const std::string& found, const std::string& expected) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "%s: line %d: found %s; expected %s", file, line, found, expected));
}

// Returns `text` without the blanks around it; a tab that separates is none.
absl::string_view Stripped(absl::string_view text, char separator) {
  const auto is_blank = [separator](char c) {
    return c != separator && absl::ascii_isspace(static_cast<unsigned char>(c));
  };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// The separator of a header, outside of quotation marks.
char SeparatorOf(absl::string_view header) {
  constexpr absl::string_view kSeparators = ",;\t";
  std::array<int, kSeparators.size()> counts{};
  bool is_quoted = false;
  for (const char c : header) {
    if (c == '"') is_quoted = !is_quoted;
    const std::size_t at = kSeparators.find(c);
    if (!is_quoted && at != absl::string_view::npos) ++counts[at];
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  return kSeparators[static_cast<std::size_t>(most - counts.begin())];
}

// Takes the first field off `rest`, up to the separator after it. A field in
// quotation marks may contain separators, and each mark in it twice. False if
// it is not closed, or more follows than a separator.
bool TakeField(absl::string_view& rest, char separator, std::string& field) {
  field.clear();
  rest = Stripped(rest, separator);
  if (!absl::ConsumePrefix(&rest, "\"")) {
    const absl::string_view plain = rest.substr(0, rest.find(separator));
    field = std::string(Stripped(plain, separator));
    rest.remove_prefix(plain.size());
    return !absl::StrContains(field, '"');
  }
  do {
    const std::size_t end = rest.find('"');
    if (end == absl::string_view::npos) return false;
    field.append(rest.data(), end);
    rest.remove_prefix(end + 1);
    if (rest.empty() || rest.front() != '"') break;
    field += '"';
    rest.remove_prefix(1);
  } while (true);
  rest = Stripped(rest, separator);
  return rest.empty() || rest.front() == separator;
}

// The fields of a line, without the blanks around them.
absl::StatusOr<std::vector<std::string>> SplitLine(
    const std::string& file, int line, const absl::string_view whole,
    char separator) {
  std::vector<std::string> fields;
  if (whole.size() > kMaxTableLine) {
    return ProblemAt(file, line, absl::StrFormat("%d bytes", whole.size()),
                     absl::StrFormat("at most %d in a line", kMaxTableLine));
  }
  absl::string_view rest = whole;
  do {
    std::string& field = fields.emplace_back();
    if (!TakeField(rest, separator, field)) {
      return ProblemAt(file, line, "a quotation mark",
                       "one at the start and one at the end of a field, and "
                       "two for each in it");
    }
    if (!IsPlainText(field)) {  // shown on terminals and in reports
      return ProblemAt(file, line,
                       absl::StrCat("the field \"", Shown(field), "\""),
                       "printable UTF-8");
    }
    if (rest.empty()) return fields;
    rest.remove_prefix(1);
  } while (true);
}

// The index of each column in the header; null for a missing column.
using Places = std::vector<std::optional<std::size_t>>;

absl::StatusOr<Places> FindPlaces(const std::string& file, int line,
                                  const std::vector<std::string>& header,
                                  const std::vector<std::string>& columns,
                                  std::size_t required) {
  Places places;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto found = std::find(header.begin(), header.end(), columns[i]);
    std::optional<std::size_t>& place = places.emplace_back();
    if (found != header.end()) {
      place = static_cast<std::size_t>(found - header.begin());
      if (std::find(found + 1, header.end(), columns[i]) != header.end()) {
        return ProblemAt(file, line, absl::StrCat("two columns ", columns[i]),
                         "one");
      }
    } else if (i < required) {
      return ProblemAt(
          file, line,
          absl::StrCat("the header ", Shown(absl::StrJoin(header, ","))),
          absl::StrCat("a column ", columns[i]));
    }
  }
  return places;
}

}  // namespace

absl::StatusOr<CsvHeader> ReadCsvHeader(const std::string& file,
                                        const std::string& text) {
  int line = 0;
  absl::string_view rest = text;
  absl::ConsumePrefix(&rest, "\xEF\xBB\xBF");
  for (const absl::string_view whole : absl::StrSplit(rest, '\n')) {
    ++line;
    if (absl::StripAsciiWhitespace(whole).empty()) continue;
    const char separator = SeparatorOf(whole);
    ASSIGN_OR_RETURN(const auto fields,
                     SplitLine(file, line, whole, separator));
    return CsvHeader{.line = line, .separator = separator, .columns = fields};
  }
  return ProblemAt(file, line, "nothing", "a header");
}

absl::StatusOr<CsvTable> CsvTable::Parse(
    const std::string& file, const std::string& text,
    const std::vector<std::string>& columns, std::size_t required) {
  CsvTable table;
  table.file_ = file;
  ASSIGN_OR_RETURN(const CsvHeader header, ReadCsvHeader(file, text));
  ASSIGN_OR_RETURN(
      const auto places,
      FindPlaces(file, header.line, header.columns, columns, required));
  const std::size_t width = header.columns.size();
  int line = 0;
  for (const absl::string_view whole : absl::StrSplit(text, '\n')) {
    ++line;
    if (line <= header.line || absl::StripAsciiWhitespace(whole).empty()) {
      continue;
    }
    ASSIGN_OR_RETURN(const auto fields,
                     SplitLine(file, line, whole, header.separator));
    if (fields.size() != width) {
      return ProblemAt(file, line, absl::StrFormat("%d fields", fields.size()),
                       absl::StrFormat("%d, as in the header", width));
    }
    if (table.rows_.size() == kMaxTableRows) {
      return ProblemAt(file, line, "one more result",
                       absl::StrFormat("at most %d", kMaxTableRows));
    }
    Row& row = table.rows_.emplace_back(Row{.line = line, .fields = {}});
    for (const std::optional<std::size_t>& place : places) {
      row.fields.push_back(place ? fields[*place] : "");
    }
  }
  if (table.rows_.empty()) {
    return ProblemAt(file, line, "the end", "a line with a result");
  }
  return table;
}

absl::Status CsvTable::Problem(std::size_t row, const std::string& found,
                               const std::string& expected) const {
  return ProblemAt(file_, rows_[row].line, Shown(found), expected);
}

}  // namespace couillon::arena
