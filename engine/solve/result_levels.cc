#include "engine/solve/result_levels.h"

#include <array>
#include <cstdint>

#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/solve/payoff.h"
#include "engine/solve/trick_search.h"

namespace couillon {
namespace {

// The lead of side 0 if it ends with `points` card points and `tricks` tricks.
std::int32_t LeadOf(const Payoff& payoff, DealResult result, int total,
                    int points, int tricks, int all_tricks) {
  result.card_points[0] = static_cast<std::uint8_t>(points);
  result.card_points[1] = static_cast<std::uint8_t>(total - points);
  result.tricks[0] = static_cast<std::uint8_t>(tricks);
  result.tricks[1] = static_cast<std::uint8_t>(all_tricks - tricks);
  const SideValues values = payoff.Of(result);
  return values[0] - values[1];
}

void AddLevel(ResultLevels& levels, const Level& level) {
  if (!levels.levels.empty()) {
    const std::int32_t before = levels.levels.back().value;
    if (level.value < before) levels.ascending = false;
    if (level.value == before) return;
  }
  levels.levels.push_back(level);
}

}  // namespace

void FindLevels(const Position& position, const Payoff& payoff, int left,
                ResultLevels& levels) {
  levels.ascending = true;
  levels.levels.clear();
  const DealResult result = position.Result();
  const int taken = result.card_points[0];
  const int total = taken + result.card_points[1] + left;
  const int tricks = position.rules().tricks;
  const bool other_may_sweep = result.tricks[0] == 0;
  const bool may_sweep = result.tricks[1] == 0;
  if (other_may_sweep) {
    AddLevel(levels,
             {.aim = Aim::kPoints,
              .need = 0,
              .value = LeadOf(payoff, result, total, taken, 0, tricks)});
  }
  if (tricks > 1) {
    for (int need = 0; need <= left; ++need) {
      AddLevel(levels, {.aim = need == 0 ? Aim::kAnyTrick : Aim::kPoints,
                        .need = need == 0 ? 1 : need,
                        .value = LeadOf(payoff, result, total, taken + need, 1,
                                        tricks)});
    }
  }
  if (may_sweep) {
    AddLevel(levels, {.aim = Aim::kAllTricks,
                      .need = 1,
                      .value = LeadOf(payoff, result, total, taken + left,
                                      tricks, tricks)});
  }
}

}  // namespace couillon
