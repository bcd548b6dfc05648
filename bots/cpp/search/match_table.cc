// The results of one deal are estimated from shuffled decks; the chances of all
// states of the slate are improved until they no longer change.

#include "bots/cpp/search/match_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bots/cpp/random.h"
#include "bots/cpp/search/tracked_position.h"
#include "engine/cards/card.h"
#include "engine/cards/check.h"
#include "engine/cards/pack.h"
#include "engine/play/position.h"
#include "engine/rules/ruleset.h"

namespace couillon::bots {
namespace {

constexpr int kDeals = 500;
constexpr int kMaxSweeps = 100;
constexpr double kConverged = 1e-7;
constexpr std::int32_t kUnit = 1'000'000;  // of a payoff, per match

Pack ShuffledDeck(CardSet deck, Random& random) {
  Pack pack = CanonicalPack(deck);
  for (int left = deck.size(); left > 1; --left) {
    const auto last = static_cast<std::size_t>(left - 1);
    std::swap(pack[last], pack[random.Below(static_cast<std::uint64_t>(left))]);
  }
  return pack;
}

// The same with the sides exchanged.
DealResult Mirrored(DealResult result) {
  const auto other = [](Side& side) {
    if (side != kNoSide) side = side == 0 ? 1 : 0;
  };
  other(result.maker_side);
  other(result.mit_side);
  std::swap(result.card_points[0], result.card_points[1]);
  std::swap(result.tricks[0], result.tricks[1]);
  return result;
}

// Returns true if two results change every slate alike.
bool SameScores(const Ruleset& ruleset, const DealResult& a,
                const DealResult& b) {
  return ScoreDeal(ruleset, a, 0) == ScoreDeal(ruleset, b, 0) &&
         ScoreDeal(ruleset, a, 1) == ScoreDeal(ruleset, b, 1);
}

}  // namespace

bool MatchTable::Covers(const CompiledRules& rules) {
  const MatchRules& match = rules.ruleset.match;
  return rules.sides == 2 && match.fixed_deals == 0;
}

MatchTable::MatchTable(const CompiledRules& rules)
    : bonus_(std::max(1, rules.ruleset.scoring.bonus_units)),
      cows_to_win_(rules.ruleset.match.cows_to_win),
      chances_(kStates, 0.5) {
  COUILLON_CHECK(Covers(rules));
  const Law law = EstimateLaw(rules);
  FindChances(ListSteps(rules, law), law.size());
}

MatchTable::Law MatchTable::EstimateLaw(const CompiledRules& rules) {
  Law law;
  const auto add = [&rules, &law](const DealResult& result) {
    constexpr double kWeight = 0.5 / kDeals;
    for (Kind& kind : law) {
      if (!SameScores(rules.ruleset, kind.result, result)) continue;
      kind.weight += kWeight;
      return;
    }
    law.push_back({.weight = kWeight, .result = result});
  };
  Random random(1);
  for (int deal = 0; deal < kDeals; ++deal) {
    const auto dealer = static_cast<Seat>(deal % rules.players);
    TrackedPosition play(
        Position(rules, ShuffledDeck(rules.deck, random), dealer));
    play.PlayOn(0);
    add(play.position().Result());
    add(Mirrored(play.position().Result()));
  }
  return law;
}

std::size_t MatchTable::StateOf(int units, int other_units, int carry) const {
  const int level = std::min((carry + bonus_ - 1) / bonus_, kCarries - 1);
  const int own = std::clamp(units, 1, kMaxUnits) - 1;
  const int other = std::clamp(other_units, 1, kMaxUnits) - 1;
  return static_cast<std::size_t>((level * kMaxUnits + own) * kMaxUnits +
                                  other);
}

double MatchTable::ChanceOfCow(const Slate& slate) const {
  return chances_[StateOf(slate.tally(0).units(), slate.tally(1).units(),
                          slate.pending_carry())];
}

double MatchTable::ChanceOfMatch(int cows, int other_cows) const {
  if (cows >= cows_to_win_) return 1;
  if (other_cows >= cows_to_win_) return 0;
  return (ChanceOfMatch(cows + 1, other_cows) +
          ChanceOfMatch(cows, other_cows + 1)) /
         2;
}

std::vector<MatchTable::Step> MatchTable::ListSteps(const CompiledRules& rules,
                                                    const Law& law) const {
  Ruleset one_cow = rules.ruleset;
  one_cow.match.cows_to_win = 1;
  one_cow.match.max_deals = 0;
  std::vector<Step> steps;
  for (int state = 0; state < kStates; ++state) {
    const int carry = state / (kMaxUnits * kMaxUnits) * bonus_;
    std::array<Slate::Tally, kMaxSides> tallies{};
    tallies[0].lines = state / kMaxUnits % kMaxUnits + 1;
    tallies[1].lines = state % kMaxUnits + 1;
    for (const Kind& kind : law) {
      Slate slate(one_cow, tallies, static_cast<std::uint16_t>(carry), 0, 0);
      slate.Apply(
          ScoreDeal(one_cow, kind.result, static_cast<std::uint16_t>(carry)));
      Step step{.weight = kind.weight};
      if (slate.ended()) {
        step.end = slate.winner() == 0 ? 1 : 0;
      } else {
        step.state = StateOf(slate.tally(0).units(), slate.tally(1).units(),
                             slate.pending_carry());
      }
      steps.push_back(step);
    }
  }
  return steps;
}

// Values of all states, improved until they no longer change: a tie leaves the
// slate as it is, and a penalty makes it longer.
void MatchTable::FindChances(const std::vector<Step>& steps,
                             std::size_t kinds) {
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    double change = 0;
    auto step = steps.begin();
    for (double& chance : chances_) {
      double sum = 0;
      for (std::size_t i = 0; i < kinds; ++i, ++step) {
        sum +=
            step->weight * (step->end < 0 ? chances_[step->state] : step->end);
      }
      change = std::max(change, std::abs(sum - chance));
      chance = sum;
    }
    if (change < kConverged) break;
  }
}

double MatchTable::ChanceAfter(const Ruleset& ruleset,
                               const MatchStanding& standing,
                               const DealResult& result) const {
  std::array<Slate::Tally, kMaxSides> tallies{};
  for (std::size_t side = 0; side < 2; ++side) {
    tallies[side].lines = standing.lines_left[side];
    tallies[side].cows = standing.cows_won[side];
  }
  const int cows = tallies[0].cows + tallies[1].cows;
  Slate slate(ruleset, tallies, standing.pending_carry, cows,
              standing.deals_played);
  slate.Apply(ScoreDeal(ruleset, result, standing.pending_carry));
  if (slate.ended()) {
    if (slate.winner() == kNoSide) return 0.5;
    return slate.winner() == 0 ? 1 : 0;
  }
  const int own = slate.tally(0).cows;
  const int other = slate.tally(1).cows;
  const double chance =
      own + other == cows ? ChanceOfCow(slate) : 0.5;  // a new cow is even
  return chance * ChanceOfMatch(own + 1, other) +
         (1 - chance) * ChanceOfMatch(own, other + 1);
}

SideValues MatchPayoff::Of(const DealResult& result) const {
  const double chance = table_->ChanceAfter(*ruleset_, *standing_, result);
  const auto value = static_cast<std::int32_t>(std::lround(chance * kUnit));
  return {value, kUnit - value};
}

bool IsInsideMatch(const Ruleset& ruleset, const MatchStanding& standing) {
  if (standing.lines_left[0] <= 0 && standing.lines_left[1] <= 0) return false;
  MatchStanding start = Slate(ruleset).Standing();
  return standing != start;
}

}  // namespace couillon::bots
