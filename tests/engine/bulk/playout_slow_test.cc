// The play kernel against the general engine in many deals, under every
// ruleset with every two of its switches.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/bulk/play_kernel.h"
#include "engine/bulk/play_plan.h"
#include "engine/bulk/playout.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::tests {
namespace {

constexpr std::uint64_t kKey = 12;
constexpr std::size_t kDeals = 20'000;

class BulkPlayoutSlowTest : public testing::TestWithParam<std::string> {};

TEST_P(BulkPlayoutSlowTest, DealsComeOutAsInTheGeneralEngine) {
  const DealSource source("bulk, slowly");
  const std::vector<BulkTarget> targets = FindBulkTargets();
  for (const std::string& spec : SpecsWithTwoSwitches(GetParam())) {
    SCOPED_TRACE(spec);
    const CompiledRules rules = Rules(spec);
    if (!PlanBulk(rules).ok()) continue;
    BulkResults expected(kDeals);
    BulkPlayout(rules, source, kKey, nullptr).Play(0, expected);
    for (const BulkTarget& target : targets) {
      SCOPED_TRACE(target.name);
      BulkResults results(kDeals);
      BulkPlayout(rules, source, kKey, &target).Play(0, results);
      for (std::size_t i = 0; i < kDeals; ++i) {
        ASSERT_EQ(results.Of(rules, i), expected.Of(rules, i)) << i;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, BulkPlayoutSlowTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const testing::TestParamInfo<std::string>& param) {
                           return TestName(param.param);
                         });

}  // namespace
}  // namespace couillon::tests
