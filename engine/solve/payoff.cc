// The payoffs of a deal played for itself: game points, and card points.

#include "engine/solve/payoff.h"

#include <atomic>
#include <cstddef>

namespace couillon {
namespace {

std::uint64_t NextId() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

Payoff::Payoff() : id_(NextId()) {}

SideValues GamePoints::Of(const DealResult& result) const {
  const DealScore score = ScoreDeal(*ruleset_, result, pending_carry_);
  SideValues values{};
  for (std::size_t side = 0; side < values.size(); ++side) {
    values[side] = std::int32_t{score.erase[side]} - score.add[side];
  }
  return values;
}

SideValues CardPointsTaken::Of(const DealResult& result) const {
  SideValues values{};
  for (std::size_t side = 0; side < values.size(); ++side) {
    values[side] = result.card_points[side];
  }
  return values;
}

}  // namespace couillon
