// The engine against the naive reference rules on random deals and matches,
// for every ruleset and every switch. agreement_slow_test.cc has many more.
#include "tests/support/agreement.h"

#include <string>

#include "absl/status/statusor.h"
#include "engine/rules/compiler.h"
#include "engine/rules/ruleset.h"
#include "proto/ruleset_catalog.h"
#include "proto/ruleset_codec.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"
#include "tests/support/random_knobs.h"

namespace couillon::tests {
namespace {

constexpr std::uint64_t kDeals = 300;
constexpr std::uint64_t kMatches = 4;

class AgreementTest : public testing::TestWithParam<std::string> {};

TEST_P(AgreementTest, DealsGoAsInTheReferenceRules) {
  const DealSource source("agreement");
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    for (std::uint64_t index = 0; index < kDeals; ++index) {
      ASSERT_TRUE(BothPlayAlike(rules, source, index));
    }
  }
}

TEST_P(AgreementTest, MatchesGoAsInTheReferenceRules) {
  const DealSource source("agreement in matches");
  for (const std::string& spec : SpecsOf(GetParam())) {
    const CompiledRules rules = Rules(spec);
    for (std::uint64_t index = 0; index < kMatches; ++index) {
      ASSERT_TRUE(BothCountAlike(rules, source, index));
    }
  }
}

// Users may write any combination of knobs: engine
// and reference have to agree on rulesets that nobody has written.
TEST_P(AgreementTest, RulesetsWithRandomKnobsAgreeToo) {
  const DealSource source("random knobs");
  const Ruleset base = Rules(GetParam()).ruleset;
  int compiled = 0;
  for (std::uint64_t number = 0; number < 30; ++number) {
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
  EXPECT_GT(compiled, 5);
}

INSTANTIATE_TEST_SUITE_P(EveryRuleset, AgreementTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) { return TestName(test.param); });

}  // namespace
}  // namespace couillon::tests
