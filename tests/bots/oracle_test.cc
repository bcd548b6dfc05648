// The oracle under every ruleset: legal, the same each time, and never worse
// than the exact value of the deal.
#include "bots/cpp/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/solve/payoff.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::bots {
namespace {

using tests::DealAt;
using tests::RandomDraws;

constexpr std::uint16_t kCarry = 1;
constexpr int kOracleDeals = 6;

Observation SeenAt(const Position& position) {
  Observation seen = position.Observe();
  seen.standing.pending_carry = kCarry;
  return seen;
}

// Whether a solution takes milliseconds.
bool IsSmall(const Position& position) {
  return position.phase() != Phase::kTrump && position.tricks_left() <= 4 &&
         IsSolvedQuickly(position);
}

// Random deals under a ruleset, played at random until little is left.
std::vector<Position> Endings(const CompiledRules& rules) {
  const DealSource source("oracle");
  std::vector<Position> endings;
  for (std::uint64_t index = 0; index < kOracleDeals; ++index) {
    RandomDraws draws(source, index);
    Position position = DealAt(rules, source, index);
    while (!position.done() && !IsSmall(position)) {
      position.Apply(draws.Of(position.LegalActions()));
    }
    if (!position.done()) endings.push_back(position);
  }
  EXPECT_FALSE(endings.empty());
  return endings;
}

std::int32_t ValueOf(const std::vector<ActionValue>& values, Action action,
                     Side side) {
  const auto at = std::ranges::find(values, action, &ActionValue::action);
  EXPECT_NE(at, values.end());
  return at->values[side];
}

class OracleTest : public testing::TestWithParam<std::string> {
 protected:
  CompiledRules rules_ = tests::Rules(GetParam());
  GamePoints payoff_{rules_.ruleset, kCarry};
};

TEST_P(OracleTest, EveryActionIsLegalBestAndThatOfTheHeuristicAmongEquals) {
  Solver solver(rules_);
  Oracle oracle;
  Heuristic heuristic;
  for (Position position : Endings(rules_)) {
    while (!position.done()) {
      const Observation seen = SeenAt(position);
      const Action action = oracle.Decide(rules_, seen, position);
      ASSERT_TRUE(seen.legal.Has(action));
      const std::vector<ActionValue> values =
          solver.WorthByAction(position, payoff_);
      const Side side = rules_.SideOf(position.seat());
      std::int32_t best = values.front().values[side];
      for (const ActionValue& value : values) {
        best = std::max(best, value.values[side]);
      }
      EXPECT_EQ(ValueOf(values, action, side), best);
      const Action usual = heuristic.Decide(rules_, seen);
      if (ValueOf(values, usual, side) == best) {
        EXPECT_EQ(action, usual);
      } else {
        for (const ActionValue& value : values) {
          if (value.values[side] < best) continue;
          EXPECT_EQ(action, value.action);
          break;
        }
      }
      position.Apply(action);
    }
  }
}

// What it has decided before does not matter.
TEST_P(OracleTest, DecisionsAreTheSameFromAFreshOracle) {
  Oracle used;
  for (Position position : Endings(rules_)) {
    while (!position.done()) {
      const Observation seen = SeenAt(position);
      const Action action = used.Decide(rules_, seen, position);
      Oracle fresh;
      EXPECT_EQ(fresh.Decide(rules_, seen, position), action);
      position.Apply(action);
    }
  }
}

// The other side plays at random.
TEST_P(OracleTest, ASideNeverGetsLessThanTheExactValueOfTheDeal) {
  if (rules_.sides != 2) return;  // max^n has no such value
  const DealSource source("opponents");
  Solver solver(rules_);
  Oracle oracle;
  std::uint64_t index = 0;
  for (const Position& ending : Endings(rules_)) {
    const SideValues value = solver.Worth(ending, payoff_);
    for (Side side = 0; side < 2; ++side) {
      RandomDraws draws(source, index++);
      Position position = ending;
      while (!position.done()) {
        const bool mine = rules_.SideOf(position.seat()) == side;
        position.Apply(mine ? oracle.Decide(rules_, SeenAt(position), position)
                            : draws.Of(position.LegalActions()));
      }
      const SideValues result = payoff_.Of(position.Result());
      EXPECT_GE(result[side] - result[1 - side], value[side]);
    }
  }
}

TEST_P(OracleTest, WholeDealsOfOraclesAreLegal) {
  const DealSource source("whole");
  Oracle oracle;
  Position position = DealAt(rules_, source, 1);
  // Large deals take seconds each from their beginning.
  while (!position.done()) {
    const Observation seen = SeenAt(position);
    const bool small =
        position.tricks_left() <= 4 || !IsSolvedQuickly(position);
    const Action action = small ? oracle.Decide(rules_, seen, position)
                                : Heuristic().Decide(rules_, seen);
    ASSERT_TRUE(seen.legal.Has(action));
    position.Apply(action);
  }
}

INSTANTIATE_TEST_SUITE_P(All, OracleTest, testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) {
                           return tests::TestName(test.param);
                         });

TEST(OracleDecisionTest,
     ADealThatIsNotSolvedQuicklyIsPlayedAsTheHeuristicDoes) {
  const CompiledRules rules = tests::Rules("troeven-2-stock");
  const DealSource source("stock");
  Position position = DealAt(rules, source, 0);
  Oracle oracle;
  Heuristic heuristic;
  int compared = 0;
  while (!IsSolvedQuickly(position)) {
    const Observation seen = SeenAt(position);
    const Action action = oracle.Decide(rules, seen, position);
    EXPECT_EQ(action, heuristic.Decide(rules, seen));
    position.Apply(action);
    ++compared;
  }
  EXPECT_GT(compared, 8);
}

}  // namespace
}  // namespace couillon::bots
