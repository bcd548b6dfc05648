// Maps of suits as permutations, and what they make of cards, sets and actions.
// Observations are compared with relabelled deals in
// interchangeable_suits_test.cc.
#include "engine/play/suit_map.h"

#include <gtest/gtest.h>

#include "engine/cards/notation.h"
#include "engine/deal/deal_source.h"
#include "tests/support/suit_maps.h"

namespace couillon::tests {
namespace {

// Clubs to diamonds, to hearts, to spades, to clubs.
SuitMap Cycle() {
  return SuitMap({Suit::kDiamonds, Suit::kHearts, Suit::kSpades, Suit::kClubs});
}

std::uint64_t RandomBits(int number) {
  static const DealSource kSource("suit maps");
  return kSource.DecisionSeed(0, 0, number, 0);
}

TEST(SuitMapTest, CardsKeepTheirRank) {
  EXPECT_EQ(FormatCard(Cycle()(*ParseCard("AC"))), "AD");
  EXPECT_EQ(FormatCard(Cycle()(*ParseCard("TD"))), "TH");
  EXPECT_EQ(FormatCard(Cycle()(*ParseCard("9H"))), "9S");
  EXPECT_EQ(FormatCard(Cycle()(*ParseCard("7S"))), "7C");
}

TEST(SuitMapTest, NamedSuitsChangeAndOtherCallsDoNot) {
  EXPECT_EQ(Cycle()(Action::Name(Suit::kSpades)), Action::Name(Suit::kClubs));
  EXPECT_EQ(Cycle()(Action::Name(Suit::kClubs)), Action::Name(Suit::kDiamonds));
  for (const Action call : {kPass, kTake, kDefer, kPickFirst, kPickSecond,
                            kSayMit, kSayKontra, kSayRe, kSayNothing}) {
    EXPECT_EQ(Cycle()(call), call);
  }
}

TEST(SuitMapTest, TheDefaultIsTheIdentity) {
  EXPECT_EQ(SuitMap(), AllSuitMaps().front());
  for (int number = 0; number < kActions; ++number) {
    EXPECT_EQ(SuitMap()(Action(number)), Action(number));
  }
}

TEST(SuitMapTest, TheInverseBringsEveryActionBack) {
  for (const SuitMap& map : AllSuitMaps()) {
    for (int number = 0; number < kActions; ++number) {
      const Action action(number);
      EXPECT_EQ(map.Inverse()(map(action)), action);
      EXPECT_EQ(map(map.Inverse()(action)), action);
      EXPECT_EQ(map(action).is_card(), action.is_card());
      EXPECT_EQ(map(action).is_suit(), action.is_suit());
    }
  }
}

TEST(SuitMapTest, ThenAppliesTheFirstMapFirst) {
  for (const SuitMap& first : AllSuitMaps()) {
    EXPECT_EQ(first.Then(first.Inverse()), SuitMap());
    for (const SuitMap& second : AllSuitMaps()) {
      for (int index = 0; index < kCards; ++index) {
        const Card card(index);
        EXPECT_EQ(first.Then(second)(card), second(first(card)));
      }
    }
  }
}

TEST(SuitMapTest, ASetMapsToTheSetOfTheImages) {
  constexpr std::uint64_t kAllActions = (std::uint64_t{1} << kActions) - 1;
  int number = 0;
  for (const SuitMap& map : AllSuitMaps()) {
    for (int i = 0; i < 50; ++i) {
      const ActionSet actions(RandomBits(number++) & kAllActions);
      ActionSet expected;
      CardSet expected_cards;
      for (const Action action : actions) {
        expected |= ActionSet::Of(map(action));
      }
      for (const Card card : actions.cards()) expected_cards.Add(map(card));
      EXPECT_EQ(map(actions), expected);
      EXPECT_EQ(map(actions.cards()), expected_cards);
    }
  }
}

// Card(0) fills the unused part of the list of an observation.
TEST(SuitMapTest, OnlyCardsThatWerePlayedAreRelabelled) {
  for (const SuitMap& map : AllSuitMaps()) {
    for (std::uint8_t count = 0; count <= kCards; ++count) {
      Observation seen;
      Observation expected;
      seen.played_count = count;
      expected.played_count = count;
      for (std::uint8_t i = 0; i < count; ++i) {
        const Card card((11 * i + 5) % kCards);
        seen.played_list.at(i) = card;
        expected.played_list.at(i) = map(card);
      }
      ASSERT_TRUE(map(seen) == expected) << int{count};
    }
  }
}

}  // namespace
}  // namespace couillon::tests
