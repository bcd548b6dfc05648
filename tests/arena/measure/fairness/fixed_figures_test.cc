// Figures that a ruleset fixes: no play of any bot gives another value.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "arena/measure/fairness/fairness_run.h"
#include "arena/measure/fairness/fairness_sums.h"
#include "arena/measure/fairness/figures.h"
#include "arena/numbers/stats/sample/ratio.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

std::set<std::string> FixedUnder(const std::string& ruleset) {
  const CompiledRules rules = tests::Rules(ruleset);
  std::set<std::string> fixed;
  for (const Figure& figure : DealFigures(rules)) {
    if (!figure.varies) fixed.insert(figure.name);
  }
  for (const Figure& figure : MatchFigures(rules)) {
    if (!figure.varies) fixed.insert(figure.name);
  }
  return fixed;
}

using NameSet = std::set<std::string>;

TEST(FixedFiguresTest, NobodyPassesADealOutWhereOneHasToMakeTrumps) {
  EXPECT_FALSE(FixedUnder("fr").contains("passed_out"));
  EXPECT_TRUE(FixedUnder("force-fr").contains("passed_out"));
}

TEST(FixedFiguresTest, ADealMayBePassedOutHoweverRarely) {
  EXPECT_FALSE(FixedUnder("ardennes").contains("passed_out"));
}

TEST(FixedFiguresTest, WhereOnlyEldestMakesTrumpsNoOtherSeatDoes) {
  EXPECT_EQ(FixedUnder("troeven-3-solo"),
            (NameSet{"passed_out", "trumps_made", "makes_trumps.0",
                     "makes_trumps.1", "makes_trumps.2", "maker_game_points.1",
                     "maker_game_points.2", "without_winner"}));
}

TEST(FixedFiguresTest, AMatchWithALimitOfDealsMayHaveNoWinner) {
  EXPECT_TRUE(FixedUnder("fr").contains("without_winner"));
  EXPECT_FALSE(FixedUnder("fr+max-deals-12").contains("without_winner"));
}

class FixedFiguresOfTest : public testing::TestWithParam<std::string> {};

// Under ardennes random players do not pass all offers in 100 million deals;
// greedy ones do so in 1% of deals.
bool IsTooRare(const std::string& ruleset, const std::string& figure) {
  return ruleset == "ardennes" &&
         (figure == "passed_out" || figure == "trumps_made");
}

// Random play tries everything that is legal. It keeps no plays, so figures of
// plays have no cases.
TEST_P(FixedFiguresOfTest, RandomPlayVariesTheOthersAndNotThese) {
  constexpr std::uint64_t kDeals = 1 << 14;
  const DealSource source("fixed");
  const std::atomic<bool> stop = false;
  for (const std::string& spec : tests::SpecsOf(GetParam())) {
    const CompiledRules rules = tests::Rules(spec);
    const std::vector<Figure> figures = DealFigures(rules);
    const MirrorSums played =
        PlayAtRandom(rules, source, kDeals, 1, stop, [](std::int64_t) {});
    for (std::size_t i = 0; i < figures.size(); ++i) {
      if (figures[i].kind != FigureKind::kShare ||
          figures[i].name == "forced_plays" ||
          IsTooRare(GetParam(), figures[i].name)) {
        continue;
      }
      const stats::RatioSums& sums = played.figures[i];
      EXPECT_EQ(sums.s > 0 && sums.s < sums.n, figures[i].varies)
          << spec << " " << figures[i].name << " " << sums.s << " of "
          << sums.n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, FixedFiguresOfTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const testing::TestParamInfo<std::string>& param) {
                           return tests::TestName(param.param);
                         });

}  // namespace
}  // namespace couillon::arena
