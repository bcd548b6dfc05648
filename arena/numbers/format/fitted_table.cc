// Columns get the width that they need; names are shortened until the table
// fits.

#include "arena/numbers/format/fitted_table.h"

#include <algorithm>
#include <map>
#include <utility>

#include "arena/numbers/text/display_width.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kGap = 2;       // before every column
constexpr std::size_t kMinName = 20;  // names are not cut below that
constexpr std::size_t kOfNames = 26;  // with their gaps: the least

std::vector<std::size_t> ListWidths(const Rows& rows) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const std::vector<std::string>& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  return widths;
}

class TableFit {
 public:
  TableFit(const Rows& rows, const TableForm& form) : rows_(rows), form_(form) {
    for (const CellTone& tone : form.tones) {
      tones_[{tone.row, tone.column}] = tone.tone;
    }
    if (form.width > 0) CutCells();
    widths_ = ListWidths(rows_);
    if (form.width > 0 && WidthOf(AllColumns()) > form.width) {
      CutNames();
      widths_ = ListWidths(rows_);
    }
  }

  [[nodiscard]] std::string Text() const {
    std::string text;
    for (const std::vector<std::size_t>& block : Blocks()) {
      if (!text.empty()) text += "\n";
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        text += Line(row, block);
      }
    }
    return text;
  }

 private:
  [[nodiscard]] std::vector<std::size_t> AllColumns() const {
    std::vector<std::size_t> columns(widths_.size());
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = i;
    return columns;
  }
  [[nodiscard]] std::size_t WidthOf(
      const std::vector<std::size_t>& columns) const {
    std::size_t width = 0;
    for (const std::size_t column : columns) width += kGap + widths_[column];
    return width;
  }
  void CutCells() {
    for (std::vector<std::string>& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i == form_.name_column) continue;
        row[i] = CutInMiddle(row[i], form_.width - kOfNames - kGap);
      }
    }
  }
  void CutNames() {
    const std::size_t name = form_.name_column;
    const std::size_t others = WidthOf(AllColumns()) - widths_[name];
    const std::size_t room =
        std::max(kMinName, form_.width - std::min(form_.width, others));
    for (std::vector<std::string>& row : rows_) {
      row[name] = CutInMiddle(row[name], room);
    }
  }
  // The columns of each block.
  [[nodiscard]] std::vector<std::vector<std::size_t>> Blocks() const {
    if (form_.width == 0) return {AllColumns()};
    std::vector<std::size_t> repeated;
    for (std::size_t i = 0; i <= form_.name_column; ++i) repeated.push_back(i);
    std::vector<std::vector<std::size_t>> blocks = {repeated};
    for (std::size_t i = repeated.size(); i < widths_.size(); ++i) {
      const bool fits =
          WidthOf(blocks.back()) + kGap + widths_[i] <= form_.width;
      if (!fits && blocks.back().size() > repeated.size()) {
        blocks.push_back(repeated);
      }
      blocks.back().push_back(i);
    }
    return blocks;
  }
  [[nodiscard]] std::string Line(
      std::size_t row, const std::vector<std::size_t>& columns) const {
    std::string line;
    for (const std::size_t column : columns) {
      const std::string& cell = rows_[row][column];
      const std::string pad(widths_[column] - DisplayWidth(cell), ' ');
      const std::string shown =
          form_.colours ? Toned(cell, ToneOf(row, column)) : cell;
      line += std::string(kGap, ' ');
      line += column == form_.name_column ? shown + pad : pad + shown;
    }
    return line + "\n";
  }
  [[nodiscard]] Tone ToneOf(std::size_t row, std::size_t column) const {
    if (row == 0) return Tone::kFaint;
    const auto at = tones_.find({row, column});
    return at == tones_.end() ? Tone::kPlain : at->second;
  }

  Rows rows_;
  const TableForm& form_;
  std::map<std::pair<std::size_t, std::size_t>, Tone> tones_;
  std::vector<std::size_t> widths_;  // by column
};

}  // namespace

std::size_t TableWidth(const Rows& rows) {
  std::size_t width = 0;
  for (const std::size_t column : ListWidths(rows)) width += kGap + column;
  return width;
}

std::string FittedTable(const Rows& rows, const TableForm& form) {
  return TableFit(rows, form).Text();
}

}  // namespace couillon::arena
