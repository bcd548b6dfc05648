#include "engine/play/deal_kinds.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "engine/deal/deal_source.h"
#include "engine/play/position.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::tests {
namespace {

class DealKindsTest : public testing::TestWithParam<std::string> {};

// The score with its sides counted from `zero`.
DealScore Turned(const DealScore& score, Side zero, int sides) {
  DealScore turned = score;
  turned.bourgumesse = false;
  for (int side = 0; side < sides; ++side) {
    const auto from = static_cast<std::size_t>((side + zero) % sides);
    const auto to = static_cast<std::size_t>(side);
    turned.erase[to] = score.erase[from];
    turned.add[to] = score.add[from];
  }
  if (score.winner != kNoSide) {
    turned.winner = static_cast<Side>((score.winner - zero + sides) % sides);
  }
  return turned;
}

// A result with facts that cards rarely bring about.
DealResult AnyResult(int sides, RandomDraws& draws) {
  const auto any_side = [&](bool or_none) {
    const std::size_t side =
        draws.Below(static_cast<std::size_t>(sides) + (or_none ? 1 : 0));
    return side == static_cast<std::size_t>(sides) ? kNoSide
                                                   : static_cast<Side>(side);
  };
  DealResult result;
  result.abandoned = draws.Below(20) == 0;
  result.maker_side = any_side(true);
  result.mit_side = any_side(true);
  result.kontra = draws.Below(2) == 0;
  result.re = draws.Below(2) == 0;
  const bool one_took_all = draws.Below(3) == 0;
  const Side taker = any_side(false);
  for (std::size_t side = 0; side < static_cast<std::size_t>(sides); ++side) {
    result.card_points.at(side) = static_cast<std::uint8_t>(draws.Below(24));
    result.tricks.at(side) = one_took_all && side != taker ? 0 : 2;
  }
  return result;
}

void ExpectScoreOfItsKind(const Ruleset& ruleset, const DealKinds& kinds,
                          const DealResult& result) {
  const int sides = ruleset.table.sides;
  for (std::uint16_t carry = 0; carry < 4; ++carry) {
    const DealScore score = ScoreDeal(ruleset, result, carry);
    for (int zero = 0; zero < sides; ++zero) {
      const int kind = kinds.KindOf(result, static_cast<Side>(zero));
      EXPECT_EQ(kinds.ScoreOf(kind, carry),
                Turned(score, static_cast<Side>(zero), sides))
          << "kind " << kind << ", carry " << carry << ", side " << zero;
      EXPECT_EQ(kinds.IsAbandoned(kind), result.abandoned);
    }
  }
}

TEST_P(DealKindsTest, ResultsOfOneKindHaveOneScoreAtEveryCarry) {
  static const DealSource kSource("kinds");
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    const DealKinds kinds(rules.ruleset);
    for (std::uint64_t index = 0; index < 200; ++index) {
      RandomDraws draws(kSource, index);
      Position position = DealAt(rules, kSource, index);
      PlayOut(position, draws);
      ExpectScoreOfItsKind(rules.ruleset, kinds, position.Result());
      ExpectScoreOfItsKind(rules.ruleset, kinds, AnyResult(rules.sides, draws));
      ASSERT_FALSE(HasFailure()) << "deal " << index;
    }
  }
}

TEST_P(DealKindsTest, NoTwoKindsHaveTheSameScores) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    const DealKinds kinds(rules.ruleset);
    for (int a = 0; a < kinds.count(); ++a) {
      for (int b = 0; b < a; ++b) {
        EXPECT_FALSE(kinds.IsAbandoned(a) == kinds.IsAbandoned(b) &&
                     kinds.ScoreOf(a, 0) == kinds.ScoreOf(b, 0) &&
                     kinds.ScoreOf(a, 1) == kinds.ScoreOf(b, 1))
            << spec << ": " << a << " and " << b;
      }
    }
    EXPECT_LE(kinds.count(), 60) << spec;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, DealKindsTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

}  // namespace
}  // namespace couillon::tests
