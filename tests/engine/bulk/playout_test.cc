// The play kernel against the general engine, deal by deal, under every ruleset
// and switch and with every instruction set of this machine.
#include "engine/bulk/playout.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "engine/play/playout.h"
#include "engine/play/playout_random.h"
#include "engine/play/position.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::tests {
namespace {

constexpr std::uint64_t kKey = 11;

// What the general engine makes of one deal.
DealResult Played(const CompiledRules& rules, const DealSource& source,
                  std::uint64_t deal) {
  std::array<Position, 1> position = {
      Position(rules, source.PackOf(rules.deck, deal),
               static_cast<Seat>(deal % rules.players))};
  std::array<PlayoutRandom, 1> random = {PlayoutRandom(kKey, deal)};
  PlayOut(position, random);
  return position[0].Result();
}

std::vector<const BulkTarget*> TargetsAndNone() {
  static const std::vector<BulkTarget> kTargets = FindBulkTargets();
  std::vector<const BulkTarget*> targets = {nullptr};
  for (const BulkTarget& target : kTargets) targets.push_back(&target);
  return targets;
}

std::string NameOf(const BulkTarget* target) {
  return target == nullptr ? "engine" : target->name;
}

// Compares `deals` deals from `first` on with all of `targets`.
void ExpectAgreement(const CompiledRules& rules, std::uint64_t first,
                     std::size_t deals,
                     const std::vector<const BulkTarget*>& targets) {
  const DealSource source("bulk");
  std::vector<DealResult> expected;
  for (std::size_t i = 0; i < deals; ++i) {
    expected.push_back(Played(rules, source, first + i));
  }
  for (const BulkTarget* target : targets) {
    SCOPED_TRACE(NameOf(target));
    const BulkPlayout bulk(rules, source, kKey, target);
    BulkResults results(deals);
    bulk.Play(first, results);
    for (std::size_t i = 0; i < deals; ++i) {
      ASSERT_EQ(results.Of(rules, i), expected[i]) << "deal " << first + i;
    }
  }
}

class BulkPlayoutTest : public testing::TestWithParam<std::string> {};

TEST_P(BulkPlayoutTest, DealsComeOutAsInTheGeneralEngine) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    ExpectAgreement(Rules(spec), 0, 2000, TargetsAndNone());
  }
}

// Runs that begin and end within a vector, and among deals whose number has a
// higher half.
TEST_P(BulkPlayoutTest, RunsBeginAndEndAnywhere) {
  const CompiledRules rules = Rules(GetParam());
  const auto targets = TargetsAndNone();
  for (const std::size_t deals : {1, 5, 63, 65, 130}) {
    ExpectAgreement(rules, 1000 + deals, deals, targets);
  }
  ExpectAgreement(rules, 0xffffffff - 100, 300, targets);
  ExpectAgreement(rules, 0x500000000 - 128, 256, targets);
}

TEST_P(BulkPlayoutTest, SumsAreThoseOfTheScoresOfTheDeals) {
  for (const std::string& spec : SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    const DealSource source("bulk");
    BulkSums expected;
    for (std::uint64_t deal = 3; deal < 3003; ++deal) {
      const DealResult result = Played(rules, source, deal);
      const DealScore score = ScoreDeal(rules.ruleset, result, 0);
      ++expected.deals;
      expected.abandoned += result.abandoned ? 1 : 0;
      expected.ties += score.tie ? 1 : 0;
      for (std::size_t side = 0; side < rules.sides; ++side) {
        expected.wins[side] += score.winner == side ? 1 : 0;
        expected.erased_game_points[side] += score.erase[side];
        expected.added_game_points[side] += score.add[side];
      }
    }
    EXPECT_EQ(BulkPlayout(rules, source, kKey).Sum(3, 3000), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, BulkPlayoutTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const testing::TestParamInfo<std::string>& param) {
                           return TestName(param.param);
                         });

// The rulesets left out have a Mit', a stock or cards on the table.
TEST(BulkCoverageTest, RulesetsWithFixedHandsAndNothingToSayAreCovered) {
  const std::set<std::string> left_out = {
      "eight-32", "kujong",           "mit-malmedy",     "six-24",
      "six-32",   "troeven-2-layout", "troeven-2-stock", "troeven-3-dummy"};
  for (const std::string& id : wire::RulesetIds()) {
    for (const std::string& spec : SpecsOf(id)) {
      EXPECT_EQ(PlanBulk(Rules(spec)).ok(), !left_out.contains(id)) << spec;
    }
  }
  EXPECT_EQ(PlanBulk(Rules("kujong")).status().message(),
            "the vector kernel has no Mit'");
}

TEST(BulkCoverageTest, OtherOrderOfRanksIsLeftOut) {
  Ruleset ruleset = Rules("basic-gerver").ruleset;
  std::swap(ruleset.table.ranks[0], ruleset.table.ranks[1]);
  const absl::StatusOr<CompiledRules> rules = CompileRules(ruleset);
  ASSERT_TRUE(rules.ok());
  EXPECT_FALSE(PlanBulk(*rules).ok());
}

}  // namespace
}  // namespace couillon::tests
