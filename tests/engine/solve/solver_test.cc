// The solver against plain minimax.
#include "engine/solve/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "engine/cards/pack.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/interchangeable_suits.h"
#include "engine/play/suit_map.h"
#include "engine/rules/compiler.h"
#include "engine/solve/line_values.h"
#include "proto/ruleset_catalog.h"
#include "tests/engine/solve/plain_minimax.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"
#include "tests/support/random_knobs.h"

namespace couillon::tests {
namespace {

// Whether a position is small enough for plain minimax.
bool IsSmall(const Position& position) {
  if (position.done() || position.phase() == Phase::kTrump) return false;
  const int cards = CardsLeft(position);
  return cards <= (position.mit_is_pending() ? 9 : 12) &&
         position.tricks_left() <= 5;
}

testing::AssertionResult SameValues(Solver& solver, const Position& position,
                                    const Payoff& payoff) {
  for (const ActionValue& found : solver.WorthByAction(position, payoff)) {
    Position next = position;
    next.Apply(found.action);
    const SideValues expected = PlainValue(next, payoff);
    if (found.values != expected) {
      return testing::AssertionFailure()
             << "action " << found.action.number() << " with "
             << CardsLeft(position) << " cards left: " << found.values[0]
             << " instead of " << expected[0];
    }
  }
  return testing::AssertionSuccess();
}

// Compares at every small position of random deals, from the last trick
// backwards or in the order of play.
void CompareDeals(const CompiledRules& rules, std::uint64_t first, int deals) {
  const DealSource source("solver");
  Solver solver(rules);
  const GamePoints game(rules.ruleset, 1);
  const CardPointsTaken cards;
  for (std::uint64_t index = first; deals > 0; ++index, --deals) {
    RandomDraws draws(source, index);
    Position position = DealAt(rules, source, index);
    bool compared = false;
    while (!position.done()) {
      if (IsSmall(position) && (!compared || draws.Below(2) == 0)) {
        compared = true;
        ASSERT_TRUE(SameValues(solver, position, game))
            << rules.ruleset.id << ", game points, deal " << index;
        ASSERT_TRUE(SameValues(solver, position, cards))
            << rules.ruleset.id << ", card points, deal " << index;
      }
      position.Apply(draws.Of(position.LegalActions()));
    }
  }
}

class SolverOfRulesTest : public testing::TestWithParam<std::string> {};
using TwoSidedSolverTest = SolverOfRulesTest;

TEST_P(SolverOfRulesTest, SolvesEndingsLikePlainMinimax) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    CompareDeals(Rules(spec), 0, 40);
  }
}

TEST_P(SolverOfRulesTest, SolvesEndingsOfRandomKnobsLikePlainMinimax) {
  const DealSource source("solver knobs");
  const CompiledRules written = Rules(GetParam());
  int compiled = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    RandomDraws draws(source, index);
    const auto rules = CompileRules(WithRandomKnobs(written.ruleset, draws));
    if (!rules.ok()) continue;
    ++compiled;
    SCOPED_TRACE(index);
    CompareDeals(*rules, 100 * index, 2);
  }
  EXPECT_GT(compiled, 20);
}

// Positions of random deals from the moment on when they are solved quickly.
std::vector<Position> SolvableLine(const CompiledRules& rules,
                                   const DealSource& source,
                                   std::uint64_t index, int tricks) {
  std::vector<Position> line;
  RandomDraws draws(source, index);
  Position position = DealAt(rules, source, index);
  while (!position.done()) {
    const bool trumps_made = position.phase() != Phase::kTrump;
    if (trumps_made && position.tricks_left() <= tricks &&
        IsSolvedQuickly(position)) {
      line.push_back(position);
    }
    position.Apply(draws.Of(position.LegalActions()));
  }
  return line;
}

int TricksFor(const CompiledRules& rules) { return rules.players > 4 ? 4 : 5; }

TEST_P(SolverOfRulesTest, AgreesWithItselfAlongALine) {
  const DealSource source("solver lines");
  const CompiledRules rules = Rules(GetParam());
  const GamePoints game(rules.ruleset);
  Solver kept(rules);
  for (std::uint64_t index = 0; index < 3; ++index) {
    const auto line = SolvableLine(rules, source, index, TricksFor(rules));
    for (const Position& position : line) {
      Solver fresh(rules);
      const SideValues worth = kept.Worth(position, game);
      EXPECT_EQ(fresh.Worth(position, game), worth);
      const Side side = rules.SideOf(position.seat());
      std::optional<SideValues> best;
      for (const ActionValue& action : kept.WorthByAction(position, game)) {
        if (!best || action.values[side] > (*best)[side]) best = action.values;
      }
      EXPECT_EQ(best, worth) << rules.ruleset.id << ", deal " << index;
      EXPECT_EQ(fresh.CardPoints(position), kept.CardPoints(position));
    }
  }
}

TEST_P(SolverOfRulesTest, CardPointsOfTwoSidesAddUpToThoseInPlay) {
  const DealSource source("solver sums");
  const CompiledRules rules = Rules(GetParam());
  Solver solver(rules);
  const auto line = SolvableLine(rules, source, 1, TricksFor(rules));
  std::optional<int> sum;
  for (const Position& position : line) {
    int points = 0;
    for (const std::int32_t side : solver.CardPoints(position)) points += side;
    EXPECT_EQ(points, sum.value_or(points));
    sum = points;
  }
}

// Among three sides that are equal, the number decides.
TEST_P(TwoSidedSolverTest, SuitsThatTheRulesCannotTellApartHaveTheSameValues) {
  const DealSource source("solver suits");
  const CompiledRules rules = Rules(GetParam());
  const GamePoints game(rules.ruleset);
  Solver solver(rules);
  const std::vector<SuitMap> maps = InterchangeableSuits(rules);
  for (std::uint64_t index = 0; index < 4; ++index) {
    const SuitMap& map = DrawSuitMap(maps, index << 61U);
    RandomDraws draws(source, index);
    Position position = DealAt(rules, source, index);
    Pack pack = position.pack();
    for (std::size_t i = 0; i < rules.pack_size; ++i) pack[i] = map(pack[i]);
    Position relabelled(rules, pack, position.dealer());
    while (!position.done()) {
      if (position.tricks_left() <= 4 && position.phase() != Phase::kTrump &&
          IsSolvedQuickly(position)) {
        EXPECT_EQ(solver.Worth(position, game), solver.Worth(relabelled, game));
        EXPECT_EQ(solver.CardPoints(position), solver.CardPoints(relabelled));
      }
      const Action action = draws.Of(position.LegalActions());
      position.Apply(action);
      relabelled.Apply(map(action));
    }
  }
}

// Twice as many game points are worth twice as much, and what a payoff adds
// everywhere changes no choice.
class Scaled final : public Payoff {
 public:
  explicit Scaled(const Payoff& payoff) : payoff_(&payoff) {}
  [[nodiscard]] SideValues Of(const DealResult& result) const override {
    SideValues values = payoff_->Of(result);
    for (std::int32_t& value : values) value = 2 * value + 3;
    return values;
  }

 private:
  const Payoff* payoff_;
};

// Values of three sides are no leads.
TEST_P(TwoSidedSolverTest, ScaledPayoffsHaveScaledValues) {
  const DealSource source("solver scale");
  const CompiledRules rules = Rules(GetParam());
  const GamePoints game(rules.ruleset);
  const Scaled scaled(game);
  Solver solver(rules);
  for (const Position& position :
       SolvableLine(rules, source, 2, TricksFor(rules))) {
    EXPECT_EQ(solver.Worth(position, scaled)[0],
              2 * solver.Worth(position, game)[0]);
  }
}

// Side 0 wants few card points: levels do not ascend, so that the general
// search has to answer.
class FewCardPoints final : public Payoff {
 public:
  [[nodiscard]] SideValues Of(const DealResult& result) const override {
    return {(result.card_points[0] % 7) * 3, 0, 0};
  }
};

TEST(SolverTest, SolvesPayoffsThatFallWithMoreCardPoints) {
  const DealSource source("solver falling");
  for (const char* spec : {"basic-gerver", "kwajongen", "troeven-3-dummy"}) {
    const CompiledRules rules = Rules(spec);
    Solver solver(rules);
    const FewCardPoints few;
    for (std::uint64_t index = 0; index < 20; ++index) {
      for (const Position& position : SolvableLine(rules, source, index, 2)) {
        ASSERT_TRUE(SameValues(solver, position, few)) << spec << index;
      }
    }
  }
}

// The whole deal, making trumps included.
TEST(SolverTest, SolvesWholeDealsOfSixteenCardsLikePlainMinimax) {
  const DealSource source("solver whole");
  for (const char* spec : {"basic-gerver", "kwajongen", "cooyah"}) {
    const CompiledRules rules = Rules(spec);
    Solver solver(rules);
    const GamePoints game(rules.ruleset);
    for (std::uint64_t index = 0; index < 2; ++index) {
      const Position position = DealAfterCalls(rules, source, index);
      if (position.done()) continue;
      ASSERT_TRUE(SameValues(solver, position, game)) << spec << index;
      ASSERT_TRUE(SameValues(solver, position, CardPointsTaken()))
          << spec << index;
    }
  }
}

// What becomes of the deal if two cards of its pack change places, and the same
// actions are taken where they are legal: one for each two cards.
std::vector<Position> WithTwoCardsChanged(const CompiledRules& rules,
                                          const Pack& pack, Seat dealer,
                                          const std::vector<Action>& actions) {
  std::vector<Position> positions;
  const auto cards = static_cast<std::size_t>(rules.deck.size());
  for (std::size_t i = 0; i < cards * cards; ++i) {
    if (i / cards >= i % cards) continue;
    Pack other = pack;
    std::swap(other[i / cards], other[i % cards]);
    Position& position = positions.emplace_back(rules, other, dealer);
    for (const Action action : actions) {
      if (position.LegalActions().Has(action)) position.Apply(action);
    }
  }
  return positions;
}

// Among these deals are some that end with the same cards in the same hands,
// one of which lies under another in one deal only.
TEST(SolverTest, KeepsNothingOfADealInWhichOtherCardsWereCovered) {
  const DealSource source("solver covers");
  const CompiledRules rules = Rules("troeven-2-layout");
  const CardPointsTaken payoff;
  int endings = 0;
  for (std::uint64_t index = 0; index < 20; ++index) {
    RandomDraws draws(source, index);
    std::vector<Action> actions;
    Position first = DealAt(rules, source, index);
    while (CardsLeft(first) > 8) {
      actions.push_back(draws.Of(first.LegalActions()));
      first.Apply(actions.back());
    }
    for (const Position& second :
         WithTwoCardsChanged(rules, source.PackOf(rules.deck, index),
                             first.dealer(), actions)) {
      if (CardsLeft(second) != CardsLeft(first)) continue;
      ++endings;
      Solver solver(rules);
      static_cast<void>(solver.Worth(first, payoff));
      ASSERT_TRUE(SameValues(solver, second, payoff)) << index;
    }
  }
  EXPECT_GT(endings, 100);
}

// Long enough for positions that differ only in the points of their cards.
TEST(SolverTest, SolvesLongEndingsLikePlainMinimax) {
  const DealSource source("solver long");
  for (const char* spec : {"basic-gerver", "force-gerver", "kujong", "troeven",
                           "ardennes", "fr", "six-24", "troeven-2-stock"}) {
    const CompiledRules rules = Rules(spec);
    const int tricks = rules.players == 4 ? 4 : rules.players == 2 ? 7 : 3;
    Solver solver(rules);
    for (std::uint64_t index = 0; index < 60; ++index) {
      RandomDraws draws(source, index);
      Position position = DealAt(rules, source, index);
      while (!position.done() &&
             (!position.OnlyCardsAreDue() || position.stock_left() > 0 ||
              position.tricks_left() > tricks)) {
        position.Apply(draws.Of(position.LegalActions()));
      }
      if (position.done()) continue;
      PlainEndings plain;
      const SideValues points = solver.CardPoints(position);
      ASSERT_EQ(points[0] - points[1], plain.LeadOf(position))
          << spec << ", deal " << index;
    }
  }
}

// A measure of the order of cards, the table and the cards left out, none of
// which changes a value. Room for changes of 5%.
TEST(SolverTest, SearchesFewPositionsInWholeDeals) {
  if (FindLineTargets().empty()) GTEST_SKIP() << "no vectors on this machine";
  struct Limit {
    const char* spec;
    std::uint64_t nodes;  // in 20 deals
  };
  const DealSource source("solver nodes");
  for (const Limit& limit : {Limit{.spec = "basic-gerver", .nodes = 382},
                             Limit{.spec = "force-gerver", .nodes = 13860},
                             Limit{.spec = "kujong", .nodes = 6010}}) {
    const CompiledRules rules = Rules(limit.spec);
    Solver solver(rules);
    for (std::uint64_t index = 0; index < 20; ++index) {
      const Position position = DealAfterCalls(rules, source, index);
      if (!position.done()) static_cast<void>(solver.CardPoints(position));
    }
    EXPECT_LE(solver.nodes(), limit.nodes) << limit.spec;
  }
}

TEST(SolverTest, MakingTrumpsIsPartOfTheSearch) {
  const DealSource source("solver trumps");
  const CompiledRules rules = Rules("basic-gerver");
  Solver solver(rules);
  const GamePoints game(rules.ruleset);
  for (std::uint64_t index = 0; index < 20; ++index) {
    const Position position = DealAt(rules, source, index);
    const Side side = rules.SideOf(position.seat());
    std::int32_t best = -100;
    for (const ActionValue& action : solver.WorthByAction(position, game)) {
      Position next = position;
      next.Apply(action.action);
      EXPECT_EQ(solver.Worth(next, game), action.values);
      best = std::max(best, action.values[side]);
    }
    EXPECT_EQ(solver.Worth(position, game)[side], best);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, SolverOfRulesTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

std::vector<std::string> TwoSidedRulesets() {
  std::vector<std::string> ids;
  for (const std::string& id : wire::RulesetIds()) {
    if (Rules(id).sides == 2) ids.push_back(id);
  }
  return ids;
}

INSTANTIATE_TEST_SUITE_P(EveryTwoSided, TwoSidedSolverTest,
                         testing::ValuesIn(TwoSidedRulesets()),
                         [](const auto& test) { return TestName(test.param); });

}  // namespace
}  // namespace couillon::tests
