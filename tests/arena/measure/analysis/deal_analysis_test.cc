// The costs of decisions: their signs, how they add up to the result of a deal,
// and the words for what is not solved. Under every ruleset.
#include "arena/measure/analysis/deal_analysis.h"

#include <gtest/gtest.h>

#include <cstddef>

#include "absl/status/statusor.h"
#include "arena/measure/analysis/decision_values.h"
#include "arena/measure/analysis/losses_report.h"
#include "arena/numbers/format/json.h"
#include "engine/deal/deal_source.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::arena {
namespace {

using tests::DealAt;
using tests::RandomDraws;
using tests::Rules;

// Few enough that a whole deal takes well below a second.
constexpr int kTricks = 5;

DealScript RandomScript(const CompiledRules& rules, std::uint64_t index) {
  static const DealSource kSource("deal analysis");
  Position position = DealAt(rules, kSource, index);
  DealScript deal{
      .pack = position.pack(), .dealer = position.dealer(), .actions = {}};
  RandomDraws draws(kSource, index);
  deal.actions = tests::PlayOut(position, draws);
  return deal;
}

class DealAnalysisTest : public ::testing::TestWithParam<std::string> {
 protected:
  DealAnalysisTest() : rules_(Rules(GetParam())), solver_(rules_) {}

  AnalysedDeal Analyse(const DealScript& deal, std::uint16_t carry = 0) {
    return AnalyseDeal(solver_, rules_, deal, carry, {.most_tricks = kTricks});
  }

  // The game points of a result from its score, in the form of an analysis.
  [[nodiscard]] SideValues ScoredPoints(const DealResult& result,
                                        std::uint16_t carry) const {
    const DealScore score = ScoreDeal(rules_.ruleset, result, carry);
    SideValues points{};
    for (std::size_t side = 0; side < rules_.sides; ++side) {
      points[side] = score.erase[side] - score.add[side];
    }
    if (rules_.sides == 3) return points;
    return {points[0] - points[1], points[1] - points[0], 0};
  }

  CompiledRules rules_;
  Solver solver_;
};

TEST_P(DealAnalysisTest, ValuesAreShownBySide) {
  const Json shown = AnalysedDealJson(rules_, Analyse(RandomScript(rules_, 0)));
  EXPECT_EQ(shown["game_points"].size(), rules_.sides);
}

TEST_P(DealAnalysisTest, NoDecisionGainsOnTheBestOne) {
  for (std::uint64_t index = 0; index < 4; ++index) {
    for (const AnalysedDecision& decision :
         Analyse(RandomScript(rules_, index)).decisions) {
      EXPECT_GE(decision.cost, 0);
      EXPECT_EQ(decision.cost == 0, decision.before[decision.side] ==
                                        decision.after[decision.side]);
    }
  }
}

// What a decision leaves is what the next one finds, up to the result.
TEST_P(DealAnalysisTest, CostsAddUpFromTheFirstValueToTheResult) {
  for (std::uint64_t index = 0; index < 4; ++index) {
    const AnalysedDeal deal = Analyse(RandomScript(rules_, index), 3);
    ASSERT_TRUE(deal.result.has_value());
    EXPECT_EQ(deal.game_points, ScoredPoints(*deal.result, 3));
    const AnalysedDecision* last = nullptr;
    for (const AnalysedDecision& decision : deal.decisions) {
      if (!decision.solved) continue;
      if (last != nullptr) {
        EXPECT_EQ(last->after, decision.before) << "deal " << index;
      }
      last = &decision;
    }
    if (last != nullptr) {
      EXPECT_EQ(last->after, deal.game_points) << "deal " << index;
    }
  }
}

TEST_P(DealAnalysisTest, TheBestLineCostsNothing) {
  DealScript deal = RandomScript(rules_, 1);
  const GamePoints payoff(rules_.ruleset);
  std::size_t kept = 0;
  Position position(rules_, deal.pack, deal.dealer);
  while (!IsAnalysed(position, kTricks)) {
    position.Apply(deal.actions[kept++]);
  }
  deal.actions.resize(kept);
  for (const Action action : BestLine(solver_, position, payoff)) {
    deal.actions.push_back(action);
  }
  const AnalysedDeal analysed = Analyse(deal);
  EXPECT_TRUE(analysed.result.has_value());
  for (const AnalysedDecision& decision : analysed.decisions) {
    EXPECT_EQ(decision.cost, 0) << decision.ply;
  }
}

TEST_P(DealAnalysisTest, DecisionsAreSolvedFromTheTrickThatIsNamed) {
  const DealScript script = RandomScript(rules_, 2);
  Position position(rules_, script.pack, script.dealer);
  const AnalysedDeal deal = Analyse(script);
  for (const AnalysedDecision& decision : deal.decisions) {
    const bool analysed = IsAnalysed(position, kTricks);
    EXPECT_EQ(decision.solved, analysed && decision.choices > 1);
    const std::string why = WhyNotAnalysed(position, kTricks);
    EXPECT_EQ(why.empty(), analysed) << why;
    if (!analysed) {
      EXPECT_NE(why.find("it is solved from trick"), std::string::npos) << why;
    }
    position.Apply(decision.action);
  }
}

// With the true deal as its only sample a decision costs what it costs with all
// cards seen.
TEST_P(DealAnalysisTest, SamplesOfTheTrueDealGiveItsCost) {
  const DealScript script = RandomScript(rules_, 3);
  std::size_t ply = 0;
  std::vector<Position> positions;
  Position position(rules_, script.pack, script.dealer);
  for (const Action action : script.actions) {
    if (position.LegalActions().size() > 1 && IsAnalysed(position, kTricks)) {
      positions.push_back(position);
    }
    position.Apply(action);
  }
  const AnalysisOptions options{
      .sampler =
          [&](const CompiledRules& /*rules*/, const Observation& seen,
              int count, std::uint64_t /*seed*/) {
            EXPECT_EQ(seen, positions[ply].Observe());
            return std::vector<Position>(static_cast<std::size_t>(count),
                                         positions[ply++]);
          },
      .samples = 3,
      .most_tricks = kTricks};
  const AnalysedDeal deal = AnalyseDeal(solver_, rules_, script, 0, options);
  for (const AnalysedDecision& decision : deal.decisions) {
    EXPECT_EQ(decision.sampled.has_value(), decision.solved);
    if (!decision.sampled) continue;
    EXPECT_EQ(decision.sampled->samples, 3);
    EXPECT_NEAR(decision.sampled->cost, decision.cost, 1e-9);
    EXPECT_NEAR(decision.sampled->standard_error, 0, 1e-6);
  }
  EXPECT_EQ(ply, positions.size());
}

INSTANTIATE_TEST_SUITE_P(AllRulesets, DealAnalysisTest,
                         ::testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& each) {
                           return tests::TestName(each.param);
                         });

TEST(DecisionKindTest, KindsFollowFromThePosition) {
  const CompiledRules rules = Rules("mit-malmedy");
  const absl::StatusOr<DealScript> deal =
      ParseDeal(rules,
                "mit-malmedy dealer 0 | seat 1: TH JC JD AS QD | "
                "seat 2: AD 9C 9S JS 9D | seat 3: KS TD AH KD TS | "
                "seat 0: KH JH 9H KC QC | talon: AC QS QH TC | "
                "name:D AS 9S KS KH TH 9D");
  ASSERT_TRUE(deal.ok()) << deal.status();
  std::vector<std::string> kinds;
  Position position(rules, deal->pack, deal->dealer);
  for (const Action action : deal->actions) {
    kinds.push_back(KindName(KindOf(position)));
    position.Apply(action);
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"trumps", "leads", "following",
                                             "following", "discards", "leads",
                                             "discards"}));
}

}  // namespace
}  // namespace couillon::arena
