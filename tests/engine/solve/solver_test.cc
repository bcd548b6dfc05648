// The solver against plain minimax.
#include "engine/solve/solver.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/cards/action.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/solve/payoff.h"
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

class SolverTest : public testing::TestWithParam<std::string> {};

TEST_P(SolverTest, SolvesEndingsLikePlainMinimax) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    CompareDeals(Rules(spec), 0, 40);
  }
}

TEST_P(SolverTest, SolvesEndingsOfRandomKnobsLikePlainMinimax) {
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

INSTANTIATE_TEST_SUITE_P(EveryRuleset, SolverTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

}  // namespace
}  // namespace couillon::tests
