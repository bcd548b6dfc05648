// How often deals of each kind occurred in a pairing, in all views at once: the
// exact sums from which the score of a match and its error follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace couillon::arena {

class DealCounts {
 public:
  // No pairs. `kinds` and `views` are those of KindsByView. Requires: views
  // >= 2.
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
  // By two views a < b, in order, then the kind in a, then the kind in b.
  [[nodiscard]] const std::vector<std::int64_t>& joint() const {
    return joint_;
  }
  // Replaces all counts. Requires: as many as joint() has, none negative, the
  // same sum for every two views.
  void SetJoint(std::vector<std::int64_t> joint);

  // How often kind k occurred in view v, at v * kinds() + k.
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
  int kinds_;
  int views_;
  std::int64_t pairs_ = 0;
  std::vector<std::int64_t> joint_;
};

}  // namespace couillon::arena
