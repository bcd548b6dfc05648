// Rulesets are the same by their hashes, and rulesets with the same rules of a
// deal play the same deals.
#include <gtest/gtest.h>

#include <map>

#include "arena/measure/fairness/fairness_report.h"
#include "engine/bulk/playout.h"
#include "engine/bulk/results.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

std::vector<SameRules> Find(const std::vector<CompiledRules>& rules) {
  std::vector<const CompiledRules*> pointers;
  for (const CompiledRules& each : rules) pointers.push_back(&each);
  return FindSameRules(pointers);
}

TEST(SameRulesTest, NamesDoNotMatter) {
  CompiledRules renamed = tests::Rules("kujong");
  renamed.ruleset.id = "other";
  renamed.ruleset.title = "Another";
  renamed.ruleset.summary = "The same.";
  const std::vector<SameRules> same =
      Find({tests::Rules("fr"), tests::Rules("kujong"), renamed});
  EXPECT_EQ(same[0].all, std::nullopt);
  EXPECT_EQ(same[1].all, std::nullopt);
  EXPECT_EQ(same[2].all, std::size_t{1});
  EXPECT_EQ(same[2].deal, std::size_t{1});
}

TEST(SameRulesTest, RulesOfMatchesAndCarriesDoNotMatterForADeal) {
  const std::vector<SameRules> same = Find(
      {tests::Rules("basic-gerver"), tests::Rules("basic-gerver+lines-7"),
       tests::Rules("denexa-24"), tests::Rules("basic-gerver+tie-no-carry")});
  for (std::size_t i = 1; i < same.size(); ++i) {
    EXPECT_EQ(same[i].all, std::nullopt) << i;
    EXPECT_EQ(same[i].deal, std::size_t{0}) << i;
  }
}

TEST(SameRulesTest, EveryOtherRuleMatters) {
  const std::vector<SameRules> same =
      Find({tests::Rules("basic-gerver"),
            tests::Rules("basic-gerver+tie-costs-makers"),
            tests::Rules("basic-gerver+bottom-makes-eldest"),
            tests::Rules("denexa")});
  for (std::size_t i = 1; i < same.size(); ++i) {
    EXPECT_EQ(same[i].deal, std::nullopt) << i;
  }
}

// The claim of the hash, on the results of random play.
TEST(SameRulesTest, SameRulesOfADealGiveTheSameDeals) {
  struct First {
    std::string spec;
    std::vector<DealScore> scores;
  };
  std::map<std::string, First> firsts;
  int shared = 0;
  for (const std::string& id : wire::RulesetIds()) {
    for (const std::string& spec : tests::SpecsOf(id)) {
      const CompiledRules rules = tests::Rules(spec);
      BulkResults results(300);
      BulkPlayout(rules, DealSource("same rules"), 1).Play(0, results);
      std::vector<DealScore> scores;
      for (std::size_t at = 0; at < results.size(); ++at) {
        scores.push_back(ScoreDeal(rules.ruleset, results.Of(rules, at), 0));
        scores.back().bonus_after = 0;  // of the next deal
      }
      const auto [first, is_new] = firsts.try_emplace(
          HashOfDealRules(rules.ruleset), First{spec, scores});
      if (is_new) continue;
      ++shared;
      EXPECT_EQ(scores, first->second.scores)
          << spec << " and " << first->second.spec;
    }
  }
  EXPECT_GT(shared, 20) << "the test sees nothing";
}

}  // namespace
}  // namespace couillon::arena
