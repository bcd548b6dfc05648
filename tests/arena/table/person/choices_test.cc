// The order of a hand, and what a person types, for every ruleset.
#include "arena/table/person/choices.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <set>

#include "arena/table/person/hand_order.h"
#include "arena/table/table.h"
#include "bots/cpp/random.h"
#include "engine/cards/card.h"
#include "engine/cards/card_set.h"
#include "engine/cards/notation.h"
#include "engine/deal/deal_source.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

class ChoicesTest : public testing::TestWithParam<std::string> {};

// Calls `check` for each decision of some random deals under the ruleset.
template <typename Check>
void ForEachDecision(const CompiledRules& rules, Check check) {
  const DealSource deals("choices");
  for (std::uint64_t item = 0; item < 20; ++item) {
    Table table({.rules = &rules, .deals = &deals, .item = item});
    while (!table.done()) {
      const Observation seen = table.Observe();
      check(seen);
      bots::Random random(seen.random_seed);
      const auto size = static_cast<std::uint64_t>(seen.legal.size());
      ASSERT_TRUE(
          table.Apply(seen.legal.Nth(static_cast<int>(random.Below(size)))));
    }
  }
}

TEST_P(ChoicesTest, EveryLegalActionIsReadByNumberAndByNotation) {
  const CompiledRules rules = tests::Rules(GetParam());
  ForEachDecision(rules, [&rules](const Observation& seen) {
    const std::vector<Action> choices = ListChoices(rules, seen);
    ActionSet all;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const Action action = choices[i];
      all |= ActionSet::Of(action);
      EXPECT_EQ(ReadChoice(choices, seen, std::to_string(i + 1)), action);
      EXPECT_EQ(ReadChoice(choices, seen,
                           FormatAction(action, seen.phase, seen.naming)),
                action);
      if (!action.is_card()) continue;
      EXPECT_EQ(ReadChoice(choices, seen, FormatCard(action.card())), action);
    }
    EXPECT_EQ(all, seen.legal);
    EXPECT_EQ(choices.size(), static_cast<std::size_t>(seen.legal.size()));
    EXPECT_EQ(ReadChoice(choices, seen, "0"), std::nullopt);
    EXPECT_EQ(ReadChoice(choices, seen, std::to_string(choices.size() + 1)),
              std::nullopt);
    for (int number = 0; number < kActions; ++number) {
      if (seen.legal.Has(Action(number))) continue;
      EXPECT_EQ(
          ReadChoice(choices, seen,
                     FormatAction(Action(number), seen.phase, seen.naming)),
          std::nullopt);
    }
  });
}

TEST_P(ChoicesTest, HandsAreOrderedBySuitAndStrength) {
  const CompiledRules rules = tests::Rules(GetParam());
  ForEachDecision(rules, [&rules](const Observation& seen) {
    const CardSet cards = CardsOfTurn(seen);
    CardSet ordered;
    std::set<int> suits;
    for (const HandGroup& group : OrderHand(rules, seen, cards)) {
      EXPECT_TRUE(
          suits.insert(group.suit ? static_cast<int>(*group.suit) : -1).second);
      for (std::size_t i = 0; i < group.cards.size(); ++i) {
        ordered.Add(group.cards[i]);
        if (group.suit) {
          EXPECT_EQ(group.cards[i].suit(), *group.suit);
        }
        if (i == 0 || !seen.trump) continue;
        const TrumpTable& table =
            rules.tables[static_cast<std::size_t>(*seen.trump)]
                        [seen.mit_seat == kNoSeat ? 0 : 1];
        const auto lower = static_cast<std::size_t>(group.cards[i].index());
        EXPECT_TRUE(table.beaten_by[lower].Has(group.cards[i - 1]));
        EXPECT_EQ(table.trumps.Has(group.cards[i]), !group.suit.has_value());
      }
    }
    EXPECT_EQ(ordered, cards);
  });
}

INSTANTIATE_TEST_SUITE_P(All, ChoicesTest,
                         testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& test) {
                           return tests::TestName(test.param);
                         });

}  // namespace
}  // namespace couillon::arena
