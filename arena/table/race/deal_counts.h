// The number of times that deals of each kind occurred in a pairing, in all
// views at once: the exact sums from which the score of a match and its error
// follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace couillon::arena {

class DealCounts {
 public:
  // The number of times that a deal was of one kind in one view and of one kind
  // in another.
  class Cell {
   public:
    // Requires: place < 2^20, count < 2^44.
    Cell(std::size_t place, std::uint64_t count)
        : bits_(place << kCountBits | count) {}
    // By two views a < b, in order, then the kind in a, then the kind in b.
    [[nodiscard]] std::size_t place() const { return bits_ >> kCountBits; }
    [[nodiscard]] std::uint64_t count() const { return bits_ & kMaxCount; }
    void Add(std::uint64_t count) { bits_ += count; }
    static constexpr int kCountBits = 44;
    static constexpr std::uint64_t kMaxCount =
        (std::uint64_t{1} << kCountBits) - 1;
    friend bool operator==(const Cell&, const Cell&) = default;

   private:
    std::uint64_t bits_;
  };

  // No pairs. `kinds` and `views` are those of KindsByView. Requires: 0 <=
  // kinds
  // <= 255, 2 <= views <= 6.
  DealCounts(int kinds, int views);
  DealCounts() : DealCounts(0, 2) {}

  // Adds a pair: the kind of its deal in each view.
  // Requires: views() kinds, each below kinds().
  void Add(std::span<const std::uint8_t> kind_by_view);
  // Adds the pairs of other counts. Requires: the same kinds and views, unless
  // one of the two has no kinds.
  void Merge(const DealCounts& other);

  [[nodiscard]] int kinds() const { return kinds_; }
  [[nodiscard]] int views() const { return views_; }
  [[nodiscard]] std::int64_t pairs() const { return pairs_; }
  // One more than the last place that a cell may have.
  [[nodiscard]] std::size_t places() const;
  // The cells with a count above 0, ascending by place: a pairing has played
  // few of the possible ones.
  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  // Replaces all counts. Requires: cells as cells() has them, with the same sum
  // for every two views.
  void SetCells(std::vector<Cell> cells);

  // The number of times that kind k occurred in view v, at v * kinds() + k.
  [[nodiscard]] std::vector<std::int64_t> Marginals() const;

  // The sums over pairs of x and of x^2, where x adds `weights` of the pair's
  // kinds, ordered as Marginals().
  struct Sums {
    double total = 0;
    double squares = 0;
  };
  [[nodiscard]] Sums WeightedSums(std::span<const double> weights) const;

  friend bool operator==(const DealCounts&, const DealCounts&) = default;

 private:
  std::uint8_t kinds_;
  std::uint8_t views_;
  std::int64_t pairs_ = 0;
  std::vector<Cell> cells_;
};

}  // namespace couillon::arena
