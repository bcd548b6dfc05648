// The cross sums of a league: some of them, listed, or those of a whole table.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "arena/numbers/stats/league/cross_table.h"

namespace couillon::stats {

class CrossList {
 public:
  CrossList() = default;
  CrossList(std::initializer_list<CrossSums> listed) : listed_(listed) {}
  // NOLINTNEXTLINE(google-explicit-constructor): a list is a list
  CrossList(std::vector<CrossSums> listed) : listed_(std::move(listed)) {}
  explicit CrossList(std::shared_ptr<const CrossTable> table)
      : table_(std::move(table)) {}

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const {
    return table_ ? table_->size() : listed_.size();
  }
  // The table; null if the sums are listed.
  [[nodiscard]] const CrossTable* table() const { return table_.get(); }
  // The sums; empty if they are those of a table.
  [[nodiscard]] const std::vector<CrossSums>& listed() const { return listed_; }
  [[nodiscard]] std::vector<CrossSums>& listed() { return listed_; }
  // Keeps the table alive.
  [[nodiscard]] std::shared_ptr<const CrossTable> shared_table() const {
    return table_;
  }

  // Adds to the listed sums.
  void push_back(const CrossSums& cross) { listed_.push_back(cross); }
  void clear() { *this = CrossList(); }

  // Calls visit(cross) with all sums, in their order.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (const CrossSums& cross : listed_) visit(cross);
    if (!table_) return;
    for (const CrossSums& cross : *table_) visit(cross);
  }

 private:
  std::vector<CrossSums> listed_;
  std::shared_ptr<const CrossTable> table_;
};

}  // namespace couillon::stats
