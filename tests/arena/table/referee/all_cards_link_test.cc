// Which links get positions: that of a player that sees all cards, and no
// other.
#include "arena/table/referee/all_cards_link.h"

#include <gtest/gtest.h>

#include <memory>
#include <span>

#include "arena/table/referee/referee.h"
#include "arena/table/schedule/schedule.h"
#include "arena/table/schedule/unit_deals.h"
#include "arena/table/unit/unit_result.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/played_units.h"

namespace couillon::arena {
namespace {

// An ordinary bundled bot, which looks for a position.
class CuriousLink final : public BundledLink {
 public:
  CuriousLink(LinkIndex link, std::vector<const CompiledRules*> rules,
              int& asked)
      : BundledLink(link, std::move(rules)), asked_(asked) {}

 private:
  [[nodiscard]] Action Decide(int /*ruleset*/, const Observation& seen,
                              const Position* position) override {
    ++asked_;
    EXPECT_EQ(position, nullptr);
    return seen.legal.Nth(0);
  }

  int& asked_;
};

// Suits are relabelled for the ordinary bot alone.
TEST(AllCardsLinkTest, OnlyItGetsPositionsAndTheyAreThoseOfItsDecisions) {
  const CompiledRules rules = tests::Rules("basic-gerver");
  const UnitDeals deals("all cards");
  const RefereeConfig config = {.rules = {&rules},
                                .deals = &deals,
                                .relabelled = {true, false},
                                .max_faults = 1};
  int asked = 0;
  int decided = 0;
  BotLinks links;
  links.links.push_back(
      std::make_unique<CuriousLink>(LinkIndex(0), config.rules, asked));
  links.links.push_back(std::make_unique<AllCardsLink>(
      LinkIndex(1),
      [&decided](const CompiledRules&, const Observation& seen,
                 const Position& position) {
        ++decided;
        Observation expected = position.Observe();
        expected.standing = seen.standing;
        expected.random_seed = seen.random_seed;
        EXPECT_EQ(seen, expected);
        return position.LegalActions().Nth(0);
      },
      config.rules));
  std::vector<UnitResult> results;
  testing_support::PlayUnits(config, std::move(links),
                             Schedule::RoundRobin(2, 1, 40, 10), results);
  EXPECT_EQ(results.size(), 4U);
  for (const UnitResult& result : results) {
    EXPECT_TRUE(result.faults.empty());
  }
  EXPECT_GT(asked, 500);
  EXPECT_GT(decided, 500);
}

}  // namespace
}  // namespace couillon::arena
