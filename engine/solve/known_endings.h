// The card points of endings that were played out in a deal: a search reaches
// many of them several times. One place for each, without a look at what is
// lost, since an ending is found again in little time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/cards/card_set.h"
#include "engine/cards/seat.h"

namespace couillon {

class KnownEndings {
 public:
  // `cards`: the number of cards in play.
  explicit KnownEndings(int cards)
      : bits_(cards <= 16   ? 10U
              : cards <= 24 ? 13U
                            : 15U),
        entries_(std::size_t{1} << bits_) {}

  // For the next deal.
  void Forget() {
    if (++deal_ < kDeals) return;
    deal_ = 1;  // tags would come back
    std::fill(entries_.begin(), entries_.end(), 0);
  }

  // The card points of side 0 if the cards of `rest` are left and `leader`
  // leads: those kept, or else the result of `find`, which is from 0 to 255.
  template <typename Find>
  [[nodiscard]] int PointsOf(CardSet rest, Seat leader, const Find& find) {
    const std::uint64_t tag =
        rest.mask() | std::uint64_t{leader} << 32U | deal_ << 35U;
    std::uint64_t& entry = entries_[PlaceOf(rest, leader)];
    if ((entry & kTag) == tag) return static_cast<int>(entry >> 56U);
    const int points = find();
    entry = tag | static_cast<std::uint64_t>(points) << 56U;
    return points;
  }

 private:
  static constexpr std::uint64_t kDeals = std::uint64_t{1} << 21U;
  static constexpr std::uint64_t kTag = (std::uint64_t{1} << 56U) - 1;

  [[nodiscard]] std::size_t PlaceOf(CardSet rest, Seat leader) const {
    const std::uint32_t mixed = (rest.mask() ^ leader) * 0x9e3779b1U;
    return mixed >> (32U - bits_);
  }

  unsigned bits_;
  // The cards left in 32 bits, the leader in 3, the deal in 21, the card points
  // in 8; the deal is 0 in unused ones.
  std::vector<std::uint64_t> entries_;
  std::uint64_t deal_ = 0;
};

}  // namespace couillon
