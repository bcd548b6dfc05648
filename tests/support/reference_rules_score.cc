// The scores of deals and the state of a match, under the reference rules. For
// tests only.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <vector>

#include "engine/cards/seat.h"
#include "engine/rules/ruleset.h"
#include "tests/support/reference_rules.h"

namespace couillon::reference {
namespace {

std::size_t At(int side) { return static_cast<std::size_t>(side); }

// Adds a carry; without accumulation at most one is pending.
int WithNewCarry(const ScoringRules& scoring, int bonus) {
  return scoring.bonus_accumulates ? bonus + scoring.bonus_units
                                   : scoring.bonus_units;
}

// The only side for which `value` is the largest.
std::optional<int> SingleBest(const std::vector<int>& values) {
  const int best = *std::max_element(values.begin(), values.end());
  if (std::count(values.begin(), values.end(), best) != 1) return std::nullopt;
  return static_cast<int>(std::find(values.begin(), values.end(), best) -
                          values.begin());
}

int WinValue(const ScoringRules& scoring, const ReferenceResult& result,
             int side) {
  const int all =
      std::accumulate(result.tricks.begin(), result.tricks.end(), 0);
  int value = scoring.win;
  if (result.tricks[At(side)] == all) value += scoring.vole;
  if (result.mit_side) value += scoring.mit;
  if (result.kontra) value += scoring.kontra;
  if (result.re) value += scoring.re;
  return value;
}

int Penalty(const ScoringRules& scoring, const ReferenceResult& result,
            int bonus) {
  const bool own_mit = result.mit_side && result.mit_side == result.maker_side;
  int value = own_mit ? scoring.maker_loss_if_mit : scoring.maker_loss;
  if (scoring.bonus_adds_penalty) value += bonus;
  return value;
}

void ScoreTie(const ScoringRules& scoring, const ReferenceResult& result,
              ReferenceScore& score) {
  score.tie = true;
  for (int& units : score.erase) units += scoring.tie_both;
  if (result.maker_side) {
    score.add[At(*result.maker_side)] += scoring.maker_loss_on_tie;
  }
  if (scoring.bonus_on_tie) {
    score.bonus_after = WithNewCarry(scoring, score.bonus_after);
  }
}

void ScoreWin(const ScoringRules& scoring, const ReferenceResult& result,
              int winner, int bonus, ReferenceScore& score) {
  score.winner = winner;
  score.erase[At(winner)] = WinValue(scoring, result, winner) + bonus;
  score.bonus_after = 0;
  if (result.maker_side && *result.maker_side != winner) {
    score.add[At(*result.maker_side)] = Penalty(scoring, result, bonus);
  }
}

// Whether the makers have the most card points, but not more than the limit
// that they have to exceed.
bool MakersFallShort(const ScoringRules& scoring, const ReferenceResult& result,
                     int best) {
  return result.maker_side && *result.maker_side == best &&
         scoring.makers_must_exceed > 0 &&
         result.card_points[At(best)] <= scoring.makers_must_exceed;
}

}  // namespace

ReferenceScore ScoreDeal(const Ruleset& rules, const ReferenceResult& result,
                         int bonus_before) {
  const ScoringRules& scoring = rules.scoring;
  ReferenceScore score;
  score.erase.assign(At(rules.table.sides), 0);
  score.add.assign(At(rules.table.sides), 0);
  score.bonus_after = bonus_before;
  if (result.abandoned) {
    if (scoring.bonus_on_abandon) {
      score.bonus_after = WithNewCarry(scoring, bonus_before);
    }
    return score;
  }
  score.bourgumesse =
      result.maker_side && result.tricks[At(*result.maker_side)] == 0;
  const std::optional<int> best = SingleBest(result.card_points);
  if (!best) {
    ScoreTie(scoring, result, score);
  } else if (!MakersFallShort(scoring, result, *best)) {
    ScoreWin(scoring, result, *best, bonus_before, score);
  }
  return score;
}

Seat NextDealer(const Ruleset& rules, Seat dealer,
                const ReferenceResult& result, const ReferenceScore& score) {
  if (score.tie && rules.match.same_dealer_after_tie) return dealer;
  if (result.abandoned && rules.match.same_dealer_after_abandon) return dealer;
  const int players = rules.table.players;
  const int step = rules.table.direction == Direction::kClockwise ? 1 : -1;
  return static_cast<Seat>((dealer + step + players) % players);
}

ReferenceSlate::ReferenceSlate(const Ruleset& rules)
    : lines(At(rules.table.sides), 0),
      boucles(At(rules.table.sides), 0),
      cows(At(rules.table.sides), 0),
      erased(At(rules.table.sides), 0) {
  StartCow(rules);
}

int ReferenceSlate::Left(int side) const {
  return lines[At(side)] + boucles[At(side)];
}

// Gives every side a new slate, without a carry.
void ReferenceSlate::StartCow(const Ruleset& rules) {
  const std::vector<int>& targets = rules.match.targets;
  const std::size_t place =
      std::min(static_cast<std::size_t>(cow), targets.size() - 1);
  for (int side = 0; side < rules.table.sides; ++side) {
    lines[At(side)] = targets[place];
    boucles[At(side)] = 0;
  }
  bonus = 0;
}

void ReferenceSlate::Add(const Ruleset& rules, const ReferenceScore& score) {
  for (int side = 0; side < rules.table.sides; ++side) {
    Erase(rules, side, score.erase[At(side)]);
    Write(rules, side, score.add[At(side)]);
  }
  bonus = score.bonus_after;
  ++deals;
  if (rules.match.fixed_deals > 0) {
    ended = deals >= rules.match.fixed_deals;
    return;
  }
  if (const std::optional<int> side = HomeSide(score)) EndCow(rules, *side);
  if (!ended && rules.match.max_deals > 0 && deals >= rules.match.max_deals) {
    Stop(rules);
  }
}

// Erases one unit at a time, boucles first; an empty slate stays empty.
void ReferenceSlate::Erase(const Ruleset& rules, int side, int units) {
  for (int i = 0; i < units; ++i) {
    if (boucles[At(side)] > 0) {
      --boucles[At(side)];
    } else if (lines[At(side)] > 0 || !rules.match.clamp_at_zero) {
      --lines[At(side)];
    } else {
      return;
    }
    ++erased[At(side)];
  }
}

void ReferenceSlate::Write(const Ruleset& rules, int side, int units) {
  if (rules.scoring.penalty_mark == PenaltyMark::kBoucle) {
    boucles[At(side)] += units;
  } else {
    lines[At(side)] += units;
  }
}

// The side with an empty slate; if there are several, the one of them that won
// the deal.
std::optional<int> ReferenceSlate::HomeSide(const ReferenceScore& score) const {
  std::vector<int> home;
  for (int side = 0; side < static_cast<int>(lines.size()); ++side) {
    if (Left(side) <= 0) home.push_back(side);
  }
  if (home.size() == 1) return home.front();
  if (home.empty() || !score.winner || Left(*score.winner) > 0) {
    return std::nullopt;
  }
  return score.winner;
}

void ReferenceSlate::EndCow(const Ruleset& rules, int side) {
  ++cows[At(side)];
  if (cows[At(side)] >= rules.match.cows_to_win) {
    ended = true;
    winner = side;
    return;
  }
  ++cow;
  StartCow(rules);
}

void ReferenceSlate::Stop(const Ruleset& rules) {
  ended = true;
  if (rules.match.max_deals_winner == MaxDealsWinner::kMaxErased) {
    winner = SingleBest(erased);
    return;
  }
  std::vector<int> fewest;
  fewest.reserve(lines.size());
  for (int side = 0; side < rules.table.sides; ++side) {
    fewest.push_back(-Left(side));
  }
  winner = SingleBest(fewest);
}

}  // namespace couillon::reference
