// Sums over the deals that two pairings both played, for every two pairings of
// a league in which all play the same deals: 2.0 million for 64 bots, eight
// bytes each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace couillon::stats {

// Sums over the deals that two different pairings both played. Results are
// numerators over the denominator of their own pairing. `k` and `l` index
// LeagueSums::pairings.
struct CrossSums {
  int k = 0;
  int l = 0;
  std::int64_t deals = 0;         // N_kl
  std::int64_t sum_k = 0;         // A_kl: of pairing k's results
  std::int64_t sum_l = 0;         // A_lk: of pairing l's results
  std::int64_t sum_products = 0;  // S_kl
  friend bool operator==(const CrossSums&, const CrossSums&) = default;
};

class CrossTable {
 public:
  // Some deals, the pairings that have all played them, and the sum of the
  // results of each.
  struct Deals {
    std::vector<bool> present;       // by pairing
    std::int64_t deals = 0;          // their number
    std::vector<std::int64_t> sums;  // by pairing; 0 where not present
  };

  CrossTable() = default;  // of no pairings
  // Sums of every two of `pairings` pairings, without deals.
  explicit CrossTable(std::size_t pairings);

  // The number of pairs of pairings.
  [[nodiscard]] std::size_t size() const { return products_.size(); }
  [[nodiscard]] bool empty() const { return products_.empty(); }
  [[nodiscard]] std::size_t pairings() const { return pairings_; }
  // The place of pairings k and l > k: by k, then by l.
  [[nodiscard]] std::size_t PlaceOf(std::size_t k, std::size_t l) const {
    return k * pairings_ - k * (k + 1) / 2 + (l - k - 1);
  }
  // The sums of pairings k < l.
  [[nodiscard]] CrossSums At(std::size_t k, std::size_t l) const;
  // In order of place.
  [[nodiscard]] const std::vector<std::int64_t>& products() const {
    return products_;
  }
  // To be filled in together with AddDeals().
  [[nodiscard]] std::vector<std::int64_t>& products() { return products_; }

  // Adds deals; the caller adds their products. Requires: sizes agree.
  void AddDeals(const Deals& deals);
  // Adds the sums of other deals. Requires: the same number of pairings.
  void Merge(const CrossTable& other);

  // Removes the deals of a pairing, as if it had played none. No effect on an
  // empty table.
  void RemovePairing(std::size_t pairing);

  // Visits every two pairings in order of place.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;  // NOLINT: a name of std
    using value_type = CrossSums;                       // NOLINT: a name of std
    using difference_type = std::ptrdiff_t;             // NOLINT: a name of std
    using pointer = const CrossSums*;                   // NOLINT: a name of std
    using reference = CrossSums;                        // NOLINT: a name of std

    Iterator(const CrossTable& table, std::size_t k)
        : table_(&table), k_(k), l_(k + 1) {}
    CrossSums operator*() const { return table_->At(k_, l_); }
    Iterator& operator++() {
      if (++l_ == table_->pairings_) *this = Iterator(*table_, k_ + 1);
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) {
      return a.k_ == b.k_ && a.l_ == b.l_;
    }

   private:
    const CrossTable* table_;
    std::size_t k_;
    std::size_t l_;
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const {
    return {*this, empty() ? 0 : pairings_ - 1};
  }

 private:
  std::size_t pairings_ = 0;
  std::vector<std::int64_t> products_;
  std::vector<Deals> deals_;  // by the pairings that are present
};

}  // namespace couillon::stats
