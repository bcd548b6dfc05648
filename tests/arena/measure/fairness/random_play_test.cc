// Bulk random play counts deals by kind; its sums must equal those of the same
// deals played one by one.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "arena/measure/fairness/deal_facts.h"
#include "arena/measure/fairness/fairness_run.h"
#include "arena/measure/fairness/figures.h"
#include "engine/bulk/playout.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

std::vector<stats::RatioSums> DealByDeal(const CompiledRules& rules,
                                         std::uint64_t first,
                                         const BulkResults& results) {
  const std::size_t figures = DealFigures(rules).size();
  std::vector<stats::RatioSums> sums(figures);
  for (std::size_t at = 0; at < results.size(); ++at) {
    DealFacts facts{.dealer = static_cast<Seat>((first + at) % rules.players),
                    .result = results.Of(rules, at)};
    facts.score = ScoreDeal(rules.ruleset, facts.result, 0);
    std::vector<FigureTerm> terms(figures);
    AddDeal(rules, facts, terms);
    for (std::size_t i = 0; i < figures; ++i) {
      sums[i].Add(terms[i].s, terms[i].n);
    }
  }
  return sums;
}

class RandomPlayTest : public testing::TestWithParam<std::string> {};

TEST_P(RandomPlayTest, KindsOfDealsAddUpAsTheDealsDo) {
  for (const std::string& spec : tests::SpecsOf(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = tests::Rules(spec);
    const DealSource source("kinds");
    constexpr std::uint64_t kFirst = 5;  // the dealer is not seat 0
    BulkResults results(500);
    BulkPlayout(rules, source, 1).Play(kFirst, results);
    PlayoutCounts kinds(rules);
    kinds.Add(kFirst, results);
    EXPECT_EQ(kinds.Figures(), DealByDeal(rules, kFirst, results));
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, RandomPlayTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const testing::TestParamInfo<std::string>& param) {
                           return tests::TestName(param.param);
                         });

// More than one task; the last task and its last run are not full.
TEST(RandomPlayTest, WorkersShareTheDealsAndChangeNothing) {
  constexpr std::uint64_t kDeals = (1 << 18) + (1 << 14) + 77;
  const CompiledRules rules = tests::Rules("basic-gerver");
  const DealSource source("workers");
  const std::atomic<bool> stop = false;
  BulkResults results(kDeals);
  BulkPlayout(rules, source, 1).Play(0, results);
  const std::vector<stats::RatioSums> expected = DealByDeal(rules, 0, results);
  for (const int workers : {1, 3}) {
    std::int64_t reported = 0;
    const MirrorSums sums =
        PlayAtRandom(rules, source, kDeals, workers, stop,
                     [&reported](std::int64_t more) { reported += more; });
    EXPECT_EQ(sums.figures, expected);
    EXPECT_EQ(sums.tables, std::int64_t{kDeals});
    EXPECT_EQ(reported, std::int64_t{kDeals});
  }
}

TEST(RandomPlayTest, StopsOnRequest) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const DealSource source("stop");
  std::atomic<bool> stop = false;
  const MirrorSums sums =
      PlayAtRandom(rules, source, std::uint64_t{1} << 31, 2, stop,
                   [&stop](std::int64_t) { stop = true; });
  EXPECT_GT(sums.tables, 0);
  EXPECT_LT(sums.tables, std::int64_t{1} << 22);
}

}  // namespace
}  // namespace couillon::arena
