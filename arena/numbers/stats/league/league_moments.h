// The sums of a league as a fit uses them: leads, which are results minus those
// between equal bots, in floating point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::stats {

// The leads of bot `first` against bot `second`: scores minus 1/2, or points.
struct PairingMoments {
  int first = 0;
  int second = 0;
  double pairs = 0;    // > 0
  double lead = 0;     // their sum
  double squares = 0;  // the sum of their squares
  double fourths = 0;  // points only: the sum of their fourth powers
  // Scores only: the total of each bot, in pairs, and that of half a point at
  // one table.
  double won = 0;
  double lost = 0;
  double half_point = 0;
  double decisive = 0;  // pairs with a lead, at least (PairTotals)
};

// Sums over the deals that the pairings k and l both played.
struct CrossMoments {
  int k = 0;
  int l = 0;
  double deals = 0;
  double lead_k = 0;
  double lead_l = 0;
  double products = 0;
};

// The crosses of a league with k < l, ascending by k and then by l: listed, or
// computed from a table whenever they are visited, since they are many.
class CrossMomentList {
 public:
  using Change = std::function<CrossMoments(const CrossMoments&)>;
  // The scale that turns the sums of a table's pairing into leads.
  struct Scale {
    int position = -1;  // among the pairings of the league; -1: not played
    std::int64_t neutral = 0;      // the result of equal bots
    std::int64_t denominator = 1;  // of a result
    bool is_turned = false;        // seen by its second bot
  };

  CrossMomentList() = default;
  explicit CrossMomentList(std::vector<CrossMoments> listed)
      : listed_(std::move(listed)), size_(listed_.size()) {}
  // Requires: positions ascend, but for pairings that were not played.
  CrossMomentList(std::shared_ptr<const CrossTable> table,
                  std::vector<Scale> scales);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  // Every visit sees the crosses changed by `change`, which changes neither k
  // nor l.
  void SetChange(Change change) { change_ = std::move(change); }

  // Calls visit(cross) with all crosses, in their order.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    const auto changed = [&](const CrossMoments& cross) {
      visit(change_ ? change_(cross) : cross);
    };
    for (const CrossMoments& cross : listed_) changed(cross);
    if (!table_) return;
    for (const CrossSums& cross : *table_) {
      if (IsPlayed(cross)) changed(Of(cross));
    }
  }

 private:
  [[nodiscard]] bool IsPlayed(const CrossSums& cross) const;
  [[nodiscard]] CrossMoments Of(const CrossSums& cross) const;

  std::vector<CrossMoments> listed_;
  std::shared_ptr<const CrossTable> table_;
  std::vector<Scale> scales_;  // by pairing of the table
  std::size_t size_ = 0;
  Change change_;
};

// Returns a cross with its leads; `k` and `l` are the scales of its pairings.
[[nodiscard]] CrossMoments ComputeCrossMoments(const CrossSums& cross,
                                               const CrossMomentList::Scale& k,
                                               const CrossMomentList::Scale& l);

// The crosses between some pairings of a league, which have other numbers:
// those of a fit. The list outlives it.
class FittedCrosses {
 public:
  FittedCrosses() = default;  // none
  // `new_index` is by pairing of the league; negative: not one of them. They
  // ascend.
  FittedCrosses(const CrossMomentList& list, std::vector<int> new_index);

  [[nodiscard]] bool empty() const { return empty_; }

  // Calls visit(cross) with all of them, in their order.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    if (empty_) return;
    list_->ForEach([&](CrossMoments cross) {
      cross.k = new_index_[static_cast<std::size_t>(cross.k)];
      cross.l = new_index_[static_cast<std::size_t>(cross.l)];
      if (cross.k >= 0 && cross.l >= 0) visit(cross);
    });
  }

 private:
  const CrossMomentList* list_ = nullptr;
  std::vector<int> new_index_;
  bool empty_ = true;
};

// The moments of a league in one fixed order, so that equal evidence gives
// equal bits: played pairings only, each seen by its lower bot, ascending.
// Crosses have k < l and ascend too.
struct LeagueMoments {
  int bots = 0;
  double deals = 0;  // distinct ones, as LeagueSums::deals
  std::vector<PairingMoments> pairings;
  CrossMomentList crosses;
};

// Returns the moments of the sums. Requires: LeagueProblem(sums) is null.
[[nodiscard]] LeagueMoments ComputeMoments(const LeagueSums& sums,
                                           ResultScale scale);

}  // namespace couillon::stats
