// Sparse cells, ascending by kinds; sums are merged in exactly as much memory
// as they need.

#include "arena/table/race/deal_counts.h"

#include <algorithm>
#include <utility>

#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

using Cell = DealCounts::Cell;

constexpr int kMaxViews = 6;

std::size_t Square(int kinds) {
  return static_cast<std::size_t>(kinds) * static_cast<std::size_t>(kinds);
}

// Every two views a < b, in order.
struct TwoViews {
  std::size_t a = 0;
  std::size_t b = 0;
};
std::vector<TwoViews> AllTwoViews(int views) {
  std::vector<TwoViews> all;
  for (std::size_t a = 0; a < static_cast<std::size_t>(views); ++a) {
    for (std::size_t b = a + 1; b < static_cast<std::size_t>(views); ++b) {
      all.push_back({a, b});
    }
  }
  return all;
}

bool IsBefore(const Cell& cell, std::size_t place) {
  return cell.place() < place;
}

void AddTo(std::size_t place, std::uint64_t count, std::vector<Cell>& cells) {
  const auto at = std::lower_bound(cells.begin(), cells.end(), place, IsBefore);
  if (at != cells.end() && at->place() == place) {
    at->Add(count);
    return;
  }
  cells.insert(at, Cell(place, count));
}

// The sums of both, in exactly as much memory as they need.
std::vector<Cell> Union(const std::vector<Cell>& a,
                        const std::vector<Cell>& b) {
  const auto each = [&](const auto& visit) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() || j < b.size()) {
      const bool has_a =
          i < a.size() && (j == b.size() || a[i].place() <= b[j].place());
      const bool has_b =
          j < b.size() && (i == a.size() || b[j].place() <= a[i].place());
      Cell cell = has_a ? a[i] : b[j];
      if (has_a && has_b) cell.Add(b[j].count());
      i += has_a ? 1 : 0;
      j += has_b ? 1 : 0;
      visit(cell);
    }
  };
  std::size_t size = 0;
  each([&size](const Cell&) { ++size; });
  std::vector<Cell> cells;
  cells.reserve(size);
  each([&cells](const Cell& cell) { cells.push_back(cell); });
  return cells;
}

}  // namespace

DealCounts::DealCounts(int kinds, int views)
    : kinds_(static_cast<std::uint8_t>(kinds)),
      views_(static_cast<std::uint8_t>(views)) {
  COUILLON_CHECK(views >= 2 && views <= kMaxViews);
  COUILLON_CHECK(kinds >= 0 && kinds <= 255);
}

std::size_t DealCounts::places() const {
  return Square(kinds_) * static_cast<std::size_t>(views_ * (views_ - 1) / 2);
}

void DealCounts::Add(std::span<const std::uint8_t> kind_by_view) {
  ++pairs_;
  std::size_t first = 0;
  for (std::size_t a = 0; a < views_; ++a) {
    for (std::size_t b = a + 1; b < views_; ++b) {
      AddTo(first + std::size_t{kind_by_view[a]} * kinds_ + kind_by_view[b], 1,
            cells_);
      first += Square(kinds_);
    }
  }
}

void DealCounts::Merge(const DealCounts& other) {
  if (other.kinds_ == 0) return;
  if (kinds_ == 0) {
    *this = other;
    return;
  }
  COUILLON_CHECK(kinds_ == other.kinds_ && views_ == other.views_);
  pairs_ += other.pairs_;
  cells_ = Union(cells_, other.cells_);
}

void DealCounts::SetCells(std::vector<Cell> cells) {
  cells_ = std::move(cells);
  pairs_ = 0;
  for (const Cell& cell : cells_) {
    COUILLON_CHECK(cell.place() < places());
    if (cell.place() >= Square(kinds_)) break;
    pairs_ += static_cast<std::int64_t>(cell.count());
  }
}

std::vector<std::int64_t> DealCounts::Marginals() const {
  const std::size_t kinds = kinds_;
  std::vector<std::int64_t> marginals(kinds * views_);
  // View 0 from the first two views, each other view from view 0 and itself.
  for (const Cell& cell : cells_) {
    const std::size_t other_view = cell.place() / Square(kinds_) + 1;
    if (other_view >= views_) break;
    const std::size_t pair = cell.place() % Square(kinds_);
    const auto count = static_cast<std::int64_t>(cell.count());
    if (other_view == 1) marginals[pair / kinds] += count;
    marginals[other_view * kinds + pair % kinds] += count;
  }
  return marginals;
}

DealCounts::Sums DealCounts::WeightedSums(
    std::span<const double> weights) const {
  const std::size_t kinds = kinds_;
  Sums sums;
  const std::vector<std::int64_t> marginals = Marginals();
  for (std::size_t i = 0; i < marginals.size(); ++i) {
    const auto count = static_cast<double>(marginals[i]);
    sums.total += count * weights[i];
    sums.squares += count * weights[i] * weights[i];
  }
  const std::vector<TwoViews> views = AllTwoViews(views_);
  for (const Cell& cell : cells_) {
    const auto [a, b] = views[cell.place() / Square(kinds_)];
    const std::size_t pair = cell.place() % Square(kinds_);
    const auto count = static_cast<std::int64_t>(cell.count());
    sums.squares += 2 * static_cast<double>(count) *
                    weights[a * kinds + pair / kinds] *
                    weights[b * kinds + pair % kinds];
  }
  return sums;
}

}  // namespace couillon::arena
