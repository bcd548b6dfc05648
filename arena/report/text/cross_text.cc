#include "arena/report/text/cross_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/format/fitted_table.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/text/display_width.h"
#include "arena/report/text/rating_sheet_text.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kGroup = 5;  // marks between two blanks
constexpr std::size_t kNameWidth = 20;

// With the numbers of the rows as the titles of the columns.
Rows Numbered(Rows rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].insert(rows[i].begin(), i == 0 ? "" : absl::StrCat(i));
    rows[i][1] = CutInMiddle(rows[i][1], kNameWidth);
    if (i > 0) rows[0][i + 1] = absl::StrCat(i, "  ");
  }
  return rows;
}

std::string MarkOf(const std::optional<Comparison>& comparison) {
  if (!comparison) return " ";
  return comparison->beats ? ">" : comparison->is_beaten ? "<" : "~";
}

// "1     6     11": above the first mark of each group.
std::string Ruler(std::size_t bots) {
  std::string ruler;
  for (std::size_t at = 0; at < bots; at += kGroup) {
    if (at > 0) ruler += ' ';
    ruler += absl::StrFormat("%-*d", static_cast<int>(kGroup),
                             static_cast<int>(at) + 1);
  }
  // A last group that is not full has no blanks behind its number.
  const std::size_t marks = bots + (bots - 1) / kGroup;
  return ruler.substr(0, std::max(marks, ruler.find_last_not_of(' ') + 1));
}

Rows MarkRows(const RatingSheet& sheet, const std::vector<std::string>& names) {
  const std::vector<std::optional<std::size_t>> places = PlacesOf(sheet);
  const std::size_t bots =
      std::min({sheet.compared.size(), sheet.order.size(), kMaxMarkedBots});
  Rows rows = {{"", "better than", Ruler(bots)}};
  const std::size_t width = DisplayWidth(rows[0].back());
  const auto place = [&](std::size_t rank) {
    return *places[static_cast<std::size_t>(sheet.order[rank])];
  };
  for (std::size_t i = 0; i < bots; ++i) {
    std::string marks;
    for (std::size_t j = 0; j < bots; ++j) {
      if (j > 0 && j % kGroup == 0) marks += ' ';
      marks += i == j ? "·" : MarkOf(sheet.comparisons[place(i)][place(j)]);
    }
    marks += std::string(width - DisplayWidth(marks), ' ');
    const std::string& name = names[static_cast<std::size_t>(sheet.order[i])];
    rows.push_back({absl::StrCat(i + 1), CutInMiddle(name, kNameWidth), marks});
  }
  return rows;
}

}  // namespace

ReportPart CrossPart(const RatingSheet& sheet,
                     const std::vector<std::string>& names, std::size_t width) {
  ReportPart part{.notes = CrossTableNotes(sheet, names)};
  if (sheet.compared.size() <= kGroup * 2) {
    part.rows = CrossTableRows(sheet, names);
    if (TableWidth(part.rows) > width) {
      part.rows = Numbered(std::move(part.rows));
      part.name_column = 1;
    }
    if (TableWidth(part.rows) <= width) return part;
  }
  part.rows = MarkRows(sheet, names);
  part.name_column = 1;
  part.notes.insert(part.notes.begin(),
                    "> better, < worse than the bot of that number; ~ not told "
                    "apart");
  if (names.size() > part.rows.size() - 1) {
    part.notes.push_back(absl::StrFormat(
        "The %d best bots; --format json has the %d best.",
        part.rows.size() - 1, std::min(names.size(), kMaxComparedBots)));
  }
  return part;
}

}  // namespace couillon::arena
