// The vector kernel against the general engine, deal by deal, under every
// ruleset and switch and with every set of instructions of this machine.
#include "engine/bulk_playout.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/bulk_kernel.h"
#include "engine/compiled_rules.h"
#include "engine/deal_result.h"
#include "engine/deal_stream.h"
#include "engine/dealing.h"
#include "engine/playout.h"
#include "engine/position.h"
#include "engine/seat.h"
#include "gtest/gtest.h"
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
  std::vector<const BulkTarget*> targets = {nullptr};
  for (const BulkTarget& target : BulkTargets()) targets.push_back(&target);
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

INSTANTIATE_TEST_SUITE_P(Rulesets, BulkPlayoutTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const testing::TestParamInfo<std::string>& param) {
                           return TestName(param.param);
                         });

}  // namespace
}  // namespace couillon::tests
