// The payoff of a bot in a single deal if the report counts deals won as well
// as game points: its Elo per deal counts nothing but who won.
#pragma once

#include <cstdint>

#include "engine/play/deal_result.h"
#include "engine/rules/ruleset.h"
#include "engine/solve/payoff.h"

namespace couillon::bots {

inline constexpr int kMaxWinBonus = 10'000;

// A bonus that depends on the ruleset.
inline constexpr int kWinBonusOfRules = -1;

// In percent of a game point. Half a game point where makers lose on a tie as
// well (kwajongen): there it wins more deals and costs no game points, in
// 6,000 deals. At most other rulesets it costs some (docs/ladder.md).
[[nodiscard]] inline int WinBonusOf(const Ruleset& ruleset) {
  return ruleset.scoring.maker_loss_on_tie > 0 ? 50 : 0;
}

// Hundredths of a game point, with `percent` of them for the side that gains
// more game points than the other. Two sides.
class PointsWithWinBonus final : public Payoff {
 public:
  // `percent`: from 0 to kMaxWinBonus. `pending_carry` as in GamePoints.
  // Requires: `ruleset` outlives the payoff.
  PointsWithWinBonus(const Ruleset& ruleset, std::uint16_t pending_carry,
                     int percent)
      : points_(ruleset, pending_carry), percent_(percent) {}

  [[nodiscard]] SideValues Of(const DealResult& result) const override {
    const SideValues points = points_.Of(result);
    SideValues values{100 * points[0], 100 * points[1]};
    if (points[0] > points[1]) values[0] += percent_;
    if (points[1] > points[0]) values[1] += percent_;
    return values;
  }

 private:
  GamePoints points_;
  std::int32_t percent_;
};

}  // namespace couillon::bots
