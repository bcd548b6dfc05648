// The engine against the naive reference rules at length: more deals with one
// switch, and deals with every two switches.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "engine/deal/deal_source.h"
#include "engine/rules/compiled_rules.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/agreement.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"
#include "tests/support/random_knobs.h"

namespace couillon::tests {
namespace {

class LongAgreementTest : public testing::TestWithParam<std::string> {};

TEST_P(LongAgreementTest, DealsGoAsInTheReferenceRules) {
  const DealSource source("long agreement");
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    for (std::uint64_t index = 0; index < 1000; ++index) {
      ASSERT_TRUE(BothPlayAlike(rules, source, index));
    }
  }
}

TEST_P(LongAgreementTest, MatchesGoAsInTheReferenceRules) {
  const DealSource source("long agreement in matches");
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    for (std::uint64_t index = 0; index < 100; ++index) {
      ASSERT_TRUE(BothCountAlike(rules, source, index));
    }
  }
}

TEST_P(LongAgreementTest, TwoSwitchesAtOnceAgreeToo) {
  const DealSource source("agreement with two switches");
  for (const std::string& spec : SpecsWithTwoSwitches(GetParam())) {
    const CompiledRules rules = Rules(spec);
    for (std::uint64_t index = 0; index < 100; ++index) {
      ASSERT_TRUE(BothPlayAlike(rules, source, index));
    }
    for (std::uint64_t index = 0; index < 5; ++index) {
      ASSERT_TRUE(BothCountAlike(rules, source, index));
    }
  }
}

// Users may write any combination of knobs: engine
// and reference have to agree on rulesets that nobody has written.
TEST_P(LongAgreementTest, RulesetsWithRandomKnobsAgreeToo) {
  const DealSource source("many random knobs");
  const Ruleset base = Rules(GetParam()).ruleset;
  int compiled = 0;
  for (std::uint64_t number = 0; number < 600; ++number) {
    RandomDraws draws(source, 1000000 + number);
    const absl::StatusOr<CompiledRules> rules =
        CompileRules(WithRandomKnobs(base, draws));
    if (!rules.ok()) continue;
    ++compiled;
    for (std::uint64_t index = 0; index < 4; ++index) {
      ASSERT_TRUE(BothPlayAlike(*rules, source, 10 * number + index))
          << "knobs " << number << "\n"
          << wire::CanonicalText(rules->ruleset);
    }
    ASSERT_TRUE(BothCountAlike(*rules, source, number))
        << "knobs " << number << "\n"
        << wire::CanonicalText(rules->ruleset);
  }
  EXPECT_GT(compiled, 120);
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, LongAgreementTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

}  // namespace
}  // namespace couillon::tests
