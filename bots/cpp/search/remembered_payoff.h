// A payoff that remembers the values of results: a search asks for few of them
// again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/play/deal_result.h"
#include "engine/solve/payoff.h"

namespace couillon::bots {

// Values depend on sides, card points, and whether a side took all tricks.
class RememberedPayoff final : public Payoff {
 public:
  // Requires: two sides; `payoff` outlives this one.
  explicit RememberedPayoff(const Payoff& payoff)
      : payoff_(&payoff), entries_(kEntries) {}

  [[nodiscard]] SideValues Of(const DealResult& result) const override {
    const std::uint32_t key = KeyOf(result);
    Entry& entry = entries_[key * 0x9e3779b1U >> (32 - kBits)];
    if (entry.key != key) entry = {key, payoff_->Of(result)};
    return entry.values;
  }

 private:
  static constexpr unsigned kBits = 8;
  static constexpr std::size_t kEntries = std::size_t{1} << kBits;
  struct Entry {
    std::uint32_t key = UINT32_MAX;
    SideValues values{};
  };

  [[nodiscard]] static std::uint32_t KeyOf(const DealResult& result) {
    const auto bit = [](bool is_set) { return is_set ? 1U : 0U; };
    std::uint32_t key = bit(result.abandoned);
    key = key << 2U | (result.maker_side & 3U);
    key = key << 2U | (result.mit_side & 3U);
    key = key << 1U | bit(result.kontra);
    key = key << 1U | bit(result.re);
    key = key << 1U | bit(result.tricks[0] == 0);
    key = key << 1U | bit(result.tricks[1] == 0);
    key = key << 8U | result.card_points[0];
    return key << 8U | result.card_points[1];
  }

  const Payoff* payoff_;
  mutable std::vector<Entry> entries_;  // by a part of the key's hash
};

}  // namespace couillon::bots
