// The results of a league, as the estimators take them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {

// The cross sums of a league: some of them, listed, or those of a whole table.
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

// The results of pairs of bot `first` against bot `second`, seen by `first`:
// scores, or points (see LeagueOptions::scale).
struct Pairing {
  int first = 0;
  int second = 0;
  PairSums score;
};

// All results of a league. Two pairings without a cross share no deal.
struct LeagueSums {
  int bots = 0;
  // Distinct deals with at least one complete pair: a deal that several
  // pairings share counts once.
  std::int64_t deals = 0;
  std::vector<Pairing> pairings;
  CrossList crosses;
};

}  // namespace couillon::stats
