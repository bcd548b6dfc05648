#include "arena/race/deal_counts.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/cards/check.h"

namespace couillon::arena {
namespace {

std::size_t Square(int kinds) {
  return static_cast<std::size_t>(kinds) * static_cast<std::size_t>(kinds);
}

// Calls visit(a, b, index of their first count) for every two views a < b.
template <typename Visit>
void ForEachTwo(int kinds, int views, const Visit& visit) {
  std::size_t at = 0;
  for (int a = 0; a < views; ++a) {
    for (int b = a + 1; b < views; ++b) {
      visit(static_cast<std::size_t>(a), static_cast<std::size_t>(b), at);
      at += Square(kinds);
    }
  }
}

}  // namespace

DealCounts::DealCounts(int kinds, int views)
    : kinds_(kinds),
      views_(views),
      joint_(Square(kinds) *
             static_cast<std::size_t>(views * (views - 1) / 2)) {
  COUILLON_CHECK(views >= 2);
}

void DealCounts::Add(std::span<const std::uint8_t> kind_by_view) {
  ++pairs_;
  const auto kinds = static_cast<std::size_t>(kinds_);
  ForEachTwo(kinds_, views_,
             [&](std::size_t a, std::size_t b, std::size_t first) {
               ++joint_[first + kind_by_view[a] * kinds + kind_by_view[b]];
             });
}

void DealCounts::Merge(const DealCounts& other) {
  if (other.kinds_ == 0) return;
  if (kinds_ == 0) {
    *this = other;
    return;
  }
  COUILLON_CHECK(kinds_ == other.kinds_ && views_ == other.views_);
  pairs_ += other.pairs_;
  for (std::size_t i = 0; i < joint_.size(); ++i) joint_[i] += other.joint_[i];
}

void DealCounts::SetJoint(std::vector<std::int64_t> joint) {
  COUILLON_CHECK(joint.size() == joint_.size());
  joint_ = std::move(joint);
  pairs_ = 0;
  for (std::size_t i = 0; i < Square(kinds_); ++i) pairs_ += joint_[i];
}

std::vector<std::int64_t> DealCounts::Marginals() const {
  const auto kinds = static_cast<std::size_t>(kinds_);
  std::vector<std::int64_t> marginals(kinds * static_cast<std::size_t>(views_));
  // View 0 from the first two views, each other view from view 0 and itself.
  ForEachTwo(kinds_, views_,
             [&](std::size_t a, std::size_t b, std::size_t first) {
               if (a != 0) return;
               for (std::size_t k = 0; k < kinds; ++k) {
                 for (std::size_t l = 0; l < kinds; ++l) {
                   const std::int64_t count = joint_[first + k * kinds + l];
                   if (b == 1) marginals[k] += count;
                   marginals[b * kinds + l] += count;
                 }
               }
             });
  return marginals;
}

DealCounts::Sums DealCounts::WeightedSums(
    std::span<const double> weights) const {
  const auto kinds = static_cast<std::size_t>(kinds_);
  Sums sums;
  const std::vector<std::int64_t> marginals = Marginals();
  for (std::size_t i = 0; i < marginals.size(); ++i) {
    const auto count = static_cast<double>(marginals[i]);
    sums.total += count * weights[i];
    sums.squares += count * weights[i] * weights[i];
  }
  ForEachTwo(
      kinds_, views_, [&](std::size_t a, std::size_t b, std::size_t first) {
        for (std::size_t k = 0; k < kinds; ++k) {
          for (std::size_t l = 0; l < kinds; ++l) {
            const std::int64_t count = joint_[first + k * kinds + l];
            if (count == 0) continue;
            sums.squares += 2 * static_cast<double>(count) *
                            weights[a * kinds + k] * weights[b * kinds + l];
          }
        }
      });
  return sums;
}

}  // namespace couillon::arena
