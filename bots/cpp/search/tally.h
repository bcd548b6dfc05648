// The values of actions in many deals, added up: which action is best, and
// whether that is clear.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bots/cpp/search/belief.h"

namespace couillon::bots {

class Tally {
 public:
  // `values` has a row of `actions` values per deal.
  // Requires: at least one deal, all weights above 0.
  Tally(std::span<const BelievedDeal> deals,
        std::span<const std::int32_t> values, std::size_t actions);

  // The index of the action with the best mean; `preferred` among equals.
  [[nodiscard]] std::size_t Best(std::size_t preferred) const;

  // The mean value of each action.
  [[nodiscard]] std::vector<double> Means() const;

  // Whether `best` leads each other action by four standard errors of the lead,
  // or never differs from it.
  [[nodiscard]] bool IsClear(std::size_t best) const;

 private:
  [[nodiscard]] double TotalWeight() const;
  [[nodiscard]] bool LeadsClearly(std::size_t best, std::size_t other) const;

  std::span<const BelievedDeal> deals_;
  std::span<const std::int32_t> values_;
  std::vector<std::int64_t> sums_;  // by action
};

}  // namespace couillon::bots
