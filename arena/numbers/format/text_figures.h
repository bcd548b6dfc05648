// A visitor that writes figures as the columns of a table for a terminal.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "arena/numbers/format/figure_writers.h"
#include "arena/numbers/format/json.h"
#include "arena/numbers/format/text_table.h"
#include "arena/numbers/stats/league/design_fit.h"
#include "arena/numbers/stats/pairs/mean.h"

namespace couillon::arena {

// Collects the cells of a row of a text and the titles of their columns.
class TextFigures {
 public:
  // Append the titles and the cells to those of other columns.
  void AddTitlesTo(std::vector<std::string>& row) const {
    Append(titles_, row);
  }
  void AddCellsTo(std::vector<std::string>& row) const { Append(cells_, row); }

  void Count(const std::string& name, std::int64_t value,
             const FigureColumn& column = {}) {
    MaybeCount(name, value, column);
  }
  void MaybeCount(const std::string& /*name*/,
                  std::optional<std::int64_t> value,
                  const FigureColumn& column = {}) {
    Add(value ? Grouped(*value) : "-", column);
  }
  void Number(const std::string& /*name*/, std::optional<double> value,
              const FigureColumn& column = {}) {
    Add(Signed(value, column.digits), column);
  }
  void Share(const std::string& /*name*/, std::optional<double> value,
             const FigureColumn& column = {}) {
    Add(value ? absl::StrFormat("%.1f%%", 100 * *value) : "-", column);
  }
  void Word(const std::string& /*name*/, std::string_view value,
            const FigureColumn& column = {}) {
    std::string text(value);
    std::ranges::replace(text, '_', ' ');
    Add(std::move(text), column);
  }
  void Mean(const std::string& /*name*/, const stats::MeanEstimate& mean,
            const FigureColumn& column = {}) {
    Add(WithError(mean, column.digits), column);
  }
  void Strength(const std::string& /*name*/, const std::string& /*unit*/,
                const std::optional<stats::ContrastEstimate>& strength,
                const FigureColumn& column = {}) {
    Add(WithError(strength, column.digits), column);
  }
  void Estimate(const std::string& name,
                const std::optional<stats::ContrastEstimate>& estimate,
                const FigureColumn& column = {}) {
    Strength(name, "", estimate, column);
  }
  void Flag(const std::string& /*name*/, bool /*value*/) {}
  void Detail(const std::string& /*name*/, const Json& /*value*/) {}

 private:
  using ByPlace = std::array<std::vector<std::string>,
                             static_cast<std::size_t>(FigurePlace::kCount)>;

  static void Append(const ByPlace& parts, std::vector<std::string>& row) {
    for (const std::vector<std::string>& part : parts) {
      row.insert(row.end(), part.begin(), part.end());
    }
  }
  void Add(std::string cell, const FigureColumn& column) {
    if (column.title.empty()) return;
    const auto place = static_cast<std::size_t>(column.place);
    titles_[place].emplace_back(column.title);
    cells_[place].push_back(std::move(cell));
  }

  ByPlace titles_;
  ByPlace cells_;
};

// Returns the columns of a row.
template <typename Row, typename Scope>
TextFigures TextOf(const Row& row, const Scope& scope) {
  TextFigures figures;
  ForEachFigure(row, scope, figures);
  return figures;
}

}  // namespace couillon::arena
