#include "engine/solve/result_levels.h"

#include <algorithm>
#include <array>

#include "engine/cards/card.h"
#include "engine/rules/compiled_rules.h"

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

LeadTable::LeadTable(const Payoff& payoff, DealResult result, int total,
                     int tricks)
    : without_trick_(LeadOf(payoff, result, total, 0, 0, tricks)),
      all_tricks_(LeadOf(payoff, result, total, total, tricks, tricks)) {
  for (int points = 0; points <= total; ++points) {
    by_points_.push_back(LeadOf(payoff, result, total, points, 1, tricks));
  }
  ascending_ = std::is_sorted(by_points_.begin(), by_points_.end()) &&
               without_trick_ <= by_points_.front() &&
               by_points_.back() <= all_tricks_;
}

std::uint32_t KindOf(const DealResult& result, int total) {
  std::uint32_t kind = static_cast<std::uint32_t>(total);
  const auto add = [&kind](std::uint32_t part, std::uint32_t values) {
    kind = kind * values + part % values;  // kNoSeat and kNoSide are 255
  };
  add(result.trump ? static_cast<std::uint32_t>(*result.trump) : kSuits, 8);
  add(result.maker, 16);
  add(result.maker_side, 4);
  add(result.mit_side, 4);
  add(result.kontra ? 1 : 0, 2);
  add(result.re ? 1 : 0, 2);
  return kind;
}

void FindLevels(const Position& position, const LeadTable& leads, int left,
                ResultLevels& levels) {
  levels.ascending = true;
  levels.levels.clear();
  const DealResult result = position.Result();
  const bool other_may_sweep = result.tricks[0] == 0;
  const bool may_sweep = result.tricks[1] == 0;
  if (other_may_sweep) {
    AddLevel(levels,
             {.aim = Aim::kPoints, .need = 0, .value = leads.without_trick()});
  }
  if (position.rules().tricks > 1) {
    for (int need = 0; need <= left; ++need) {
      AddLevel(levels, {.aim = need == 0 ? Aim::kAnyTrick : Aim::kPoints,
                        .need = need == 0 ? 1 : need,
                        .value = leads.With(result.card_points[0] + need)});
    }
  }
  if (may_sweep) {
    AddLevel(
        levels,
        {.aim = Aim::kAllTricks, .need = 1, .value = leads.with_all_tricks()});
  }
}

}  // namespace couillon
