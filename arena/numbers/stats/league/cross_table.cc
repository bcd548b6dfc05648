// A triangle of sums, one for every two pairings.

#include "arena/numbers/stats/league/cross_table.h"

#include <algorithm>

namespace couillon::stats {

CrossTable::CrossTable(std::size_t pairings)
    : pairings_(pairings),
      products_(pairings < 2 ? 0 : pairings * (pairings - 1) / 2) {}

CrossSums CrossTable::At(std::size_t k, std::size_t l) const {
  CrossSums cross{.k = static_cast<int>(k),
                  .l = static_cast<int>(l),
                  .sum_products = products_[PlaceOf(k, l)]};
  for (const Deals& deals : deals_) {
    if (!deals.present[k] || !deals.present[l]) continue;
    cross.deals += deals.deals;
    cross.sum_k += deals.sums[k];
    cross.sum_l += deals.sums[l];
  }
  return cross;
}

void CrossTable::AddDeals(const Deals& deals) {
  const auto same = std::find_if(
      deals_.begin(), deals_.end(),
      [&](const Deals& known) { return known.present == deals.present; });
  if (same == deals_.end()) {
    deals_.push_back(deals);
    return;
  }
  same->deals += deals.deals;
  for (std::size_t k = 0; k < pairings_; ++k) same->sums[k] += deals.sums[k];
}

void CrossTable::Merge(const CrossTable& other) {
  for (std::size_t at = 0; at < products_.size(); ++at) {
    products_[at] += other.products_[at];
  }
  for (const Deals& deals : other.deals_) AddDeals(deals);
}

void CrossTable::RemovePairing(std::size_t pairing) {
  if (empty()) return;
  for (Deals& deals : deals_) {
    deals.present[pairing] = false;
    deals.sums[pairing] = 0;
  }
  for (std::size_t other = 0; other < pairings_; ++other) {
    if (other == pairing) continue;
    products_[PlaceOf(std::min(pairing, other), std::max(pairing, other))] = 0;
  }
}

}  // namespace couillon::stats
