// Scoring of one deal: who has won, the stake, and what a tie leaves for the
// next deal.

#include "engine/play/deal_result.h"

#include <algorithm>
#include <cstddef>

namespace couillon {
namespace {

std::uint16_t CarryAfter(const ScoringRules& rules, bool leaves_one,
                         std::uint16_t pending) {
  if (!leaves_one) return pending;
  const auto units = static_cast<std::uint16_t>(rules.bonus_units);
  if (rules.bonus_accumulates) {
    return static_cast<std::uint16_t>(pending + units);
  }
  return std::max(pending, units);
}

// Returns the side with the most card points, or kNoSide if several share them.
// The winner is unpredictable, so few branches depend on it.
Side BestSide(const DealResult& result, std::size_t sides) {
  unsigned most = result.card_points[0];
  std::size_t best = 0;
  bool tie = false;
  for (std::size_t side = 1; side < sides; ++side) {
    const unsigned points = result.card_points[side];
    tie = points == most || (tie && points < most);
    best = points > most ? side : best;
    most = points > most ? points : most;
  }
  return tie ? kNoSide : static_cast<Side>(best);
}

bool TookEveryTrick(const DealResult& result, std::size_t sides, Side side) {
  unsigned tricks = 0;
  for (std::size_t any = 0; any < sides; ++any) tricks += result.tricks[any];
  return result.tricks[side] == tricks;
}

void ScoreTie(const ScoringRules& rules, const DealResult& result,
              std::size_t sides, std::uint16_t bonus_before, DealScore& score) {
  score.tie = true;
  for (std::size_t side = 0; side < sides; ++side) {
    score.erase[side] = static_cast<std::uint16_t>(rules.tie_both);
  }
  if (result.maker_side != kNoSide) {
    score.add[result.maker_side] =
        static_cast<std::uint16_t>(rules.maker_loss_on_tie);
  }
  score.bonus_after = CarryAfter(rules, rules.bonus_on_tie, bonus_before);
}

}  // namespace

DealScore ScoreDeal(const Ruleset& ruleset, const DealResult& result,
                    std::uint16_t bonus_before) {
  const ScoringRules& rules = ruleset.scoring;
  const auto sides = static_cast<std::size_t>(ruleset.table.sides);
  DealScore score;
  if (result.abandoned) {
    score.bonus_after = CarryAfter(rules, rules.bonus_on_abandon, bonus_before);
    return score;
  }
  const Side makers = result.maker_side;
  const bool any_makers = makers != kNoSide;
  const std::size_t maker_index = any_makers ? makers : 0;
  score.bourgumesse = any_makers && result.tricks[maker_index] == 0;
  const Side best = BestSide(result, sides);
  if (best == kNoSide) {
    ScoreTie(rules, result, sides, bonus_before, score);
    return score;
  }
  if (rules.makers_must_exceed > 0 && best == makers &&
      result.card_points[best] <= rules.makers_must_exceed) {
    score.bonus_after = bonus_before;  // nobody wins; the carry stays
    return score;
  }
  score.winner = best;
  const bool mit = result.mit_side != kNoSide;
  const bool vole = rules.vole != 0 && TookEveryTrick(result, sides, best);
  score.erase[best] = static_cast<std::uint16_t>(
      rules.win + bonus_before + (mit ? rules.mit : 0) +
      (result.kontra ? rules.kontra : 0) + (result.re ? rules.re : 0) +
      (vole ? rules.vole : 0));
  const int loss = (mit && result.mit_side == makers ? rules.maker_loss_if_mit
                                                     : rules.maker_loss) +
                   (rules.bonus_adds_penalty ? bonus_before : 0);
  const bool makers_lost = any_makers && makers != best;
  score.add[maker_index] = static_cast<std::uint16_t>(makers_lost ? loss : 0);
  return score;
}

}  // namespace couillon
