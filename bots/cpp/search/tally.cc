#include "bots/cpp/search/tally.h"

#include <algorithm>
#include <cmath>

namespace couillon::bots {
namespace {

// The lead of the best action, in standard errors, that is clear.
constexpr double kClearLead = 4;

}  // namespace

Tally::Tally(std::span<const BelievedDeal> deals,
             std::span<const std::int32_t> values, std::size_t actions)
    : deals_(deals), values_(values), sums_(actions, 0) {
  for (std::size_t deal = 0; deal < deals.size(); ++deal) {
    for (std::size_t i = 0; i < actions; ++i) {
      sums_[i] += deals[deal].weight * values[deal * actions + i];
    }
  }
}

std::size_t Tally::Best(std::size_t preferred) const {
  const auto most = std::max_element(sums_.begin(), sums_.end());
  if (sums_[preferred] == *most) return preferred;
  return static_cast<std::size_t>(most - sums_.begin());
}

double Tally::TotalWeight() const {
  double total = 0;
  for (const BelievedDeal& deal : deals_) {
    total += static_cast<double>(deal.weight);
  }
  return total;
}

std::vector<double> Tally::Means() const {
  const double total = TotalWeight();
  std::vector<double> means;
  means.reserve(sums_.size());
  for (const std::int64_t sum : sums_) {
    means.push_back(static_cast<double>(sum) / total);
  }
  return means;
}

bool Tally::IsClear(std::size_t best) const {
  for (std::size_t other = 0; other < sums_.size(); ++other) {
    if (other != best && !LeadsClearly(best, other)) return false;
  }
  return true;
}

bool Tally::LeadsClearly(std::size_t best, std::size_t other) const {
  const double total = TotalWeight();
  const double mean = static_cast<double>(sums_[best] - sums_[other]) / total;
  double squares = 0;
  bool differs = false;
  const std::size_t actions = sums_.size();
  for (std::size_t deal = 0; deal < deals_.size(); ++deal) {
    const std::int32_t lead =
        values_[deal * actions + best] - values_[deal * actions + other];
    differs = differs || lead != 0;
    const double part =
        static_cast<double>(deals_[deal].weight) / total * (lead - mean);
    squares += part * part;
  }
  return !differs || mean > kClearLead * std::sqrt(squares);
}

}  // namespace couillon::bots
