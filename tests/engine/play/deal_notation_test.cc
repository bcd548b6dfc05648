// A deal on one line: written and read back under every ruleset, and what the
// errors say.
#include "engine/play/deal_notation.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "engine/cards/card.h"
#include "engine/deal/deal_source.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"
#include "tests/support/random_deal.h"

namespace couillon::tests {
namespace {

// A random deal, played to its end, of which the first `kept` actions remain.
DealScript RandomScript(const CompiledRules& rules, std::uint64_t index,
                        std::size_t kept) {
  static const DealSource kSource("deal notation");
  Position position = DealAt(rules, kSource, index);
  DealScript deal{
      .pack = position.pack(), .dealer = position.dealer(), .actions = {}};
  RandomDraws draws(kSource, index);
  deal.actions = PlayOut(position, draws);
  if (deal.actions.size() > kept) deal.actions.resize(kept);
  return deal;
}

std::string ErrorOf(const CompiledRules& rules, const std::string& text) {
  const absl::StatusOr<DealScript> deal = ParseDeal(rules, text);
  EXPECT_EQ(deal.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(deal.status().message());
}

constexpr char kFourHands[] =
    "basic-gerver dealer 0 | seat 1: TH JC JD AS QD | seat 2: AD 9C 9S JS 9D | "
    "seat 3: KS TD AH KD TS | seat 0: KH JH 9H KC QC | talon: AC QS QH TC";

class DealNotationTest : public ::testing::TestWithParam<std::string> {};

TEST_P(DealNotationTest, DealsAreReadAsTheyWereWritten) {
  const CompiledRules rules = Rules(GetParam());
  for (std::uint64_t index = 0; index < 40; ++index) {
    const DealScript deal = RandomScript(rules, index, index);
    const std::string text = FormatDeal(rules, deal);
    const absl::StatusOr<DealScript> read = ParseDeal(rules, text);
    ASSERT_TRUE(read.ok()) << read.status() << "\n" << text;
    EXPECT_EQ(*read, deal) << text;
    const absl::StatusOr<std::string> ruleset = RulesetOfDeal(text);
    ASSERT_TRUE(ruleset.ok());
    EXPECT_EQ(*ruleset, rules.ruleset.id);
    const Position position = deal.PositionAfter(rules);
    for (Seat seat = 0; seat < rules.players; ++seat) {
      EXPECT_EQ(read->PositionAfter(rules).hand(seat), position.hand(seat));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllRulesets, DealNotationTest,
                         ::testing::ValuesIn(wire::RulesetIds()),
                         [](const auto& each) { return TestName(each.param); });

TEST(DealNotationErrorsTest, TheTextIsOneLineInTheOrderReceived) {
  const CompiledRules rules = Rules("mit-malmedy");
  const Position position = DealAt(rules, DealSource("x"), 0);
  EXPECT_EQ(FormatDeal(rules, {.pack = position.pack(),
                               .dealer = 0,
                               .actions = {Action::Name(Suit::kHearts)}}),
            "mit-malmedy dealer 0 | seat 1: TH JC JD AS QD | "
            "seat 2: AD 9C 9S JS 9D | seat 3: KS TD AH KD TS | "
            "seat 0: KH JH 9H KC QC | talon: AC QS QH TC | name:H");
}

TEST(DealNotationErrorsTest, SeparatorsNeedNoSpacesAndCardsNoVerb) {
  const CompiledRules rules = Rules("mit-malmedy");
  const std::string tight =
      "mit-malmedy dealer 0|seat 1: TH JC JD AS QD|seat 2: AD 9C 9S JS 9D|"
      "seat 3: KS TD AH KD TS|seat 0: KH JH 9H KC QC|talon: AC QS QH TC|"
      "name:H AS";
  const absl::StatusOr<DealScript> deal = ParseDeal(rules, tight);
  ASSERT_TRUE(deal.ok()) << deal.status();
  EXPECT_EQ(FormatActions(rules, *deal), "name:H play:AS");
}

TEST(DealNotationErrorsTest, ErrorsGiveTheWordItsPlaceAndWhatWasExpected) {
  const CompiledRules rules = Rules("mit-malmedy");
  const std::string hands = kFourHands;
  EXPECT_EQ(ErrorOf(rules, ""),
            "deal notation: the text ends too early; expected the id of a "
            "ruleset");
  EXPECT_EQ(ErrorOf(rules, "fr dealer 4"),
            "deal notation: word 3 is \"4\"; expected the seat of the dealer, "
            "0 to 3");
  EXPECT_EQ(ErrorOf(rules, "fr dealer 0 | seat 2: AS"),
            "deal notation: word 6 is \"2:\"; expected \"seat 1:\"");
  EXPECT_EQ(ErrorOf(rules, "fr dealer 0 | seat 1: AS AS"),
            "deal notation: word 8 is \"AS\"; expected a card that is not "
            "written twice");
  EXPECT_EQ(ErrorOf(rules, "fr dealer 0 | seat 1: 7S"),
            "deal notation: word 7 is \"7S\"; expected a card of the pack of "
            "mit-malmedy");
  EXPECT_EQ(ErrorOf(rules, "fr dealer 0 | seat 1: AS as"),
            "deal notation: word 8 is \"as\"; expected card 2 of 5 of \"seat "
            "1\", such as AS");
  EXPECT_EQ(ErrorOf(rules, hands.substr(0, hands.size() - 3)),
            "deal notation: the text ends too early; expected card 4 of 4 of "
            "\"talon\", such as AS");
  EXPECT_EQ(ErrorOf(rules, hands + " | maybe"),
            "deal notation: word 43 is \"maybe\"; expected an action that is "
            "legal for seat 1: name:C, name:D, name:H, name:S, defer");
  EXPECT_EQ(ErrorOf(rules, hands + " | name:H play:KS"),
            "deal notation: word 44 is \"play:KS\"; expected an action that is "
            "legal for seat 1: play:JC, play:JD, play:QD, play:TH, play:AS");
}

TEST(DealNotationErrorsTest, NothingFollowsTheEndOfADeal) {
  const CompiledRules rules = Rules("fr");
  const DealScript deal = RandomScript(rules, 0, 1000);
  const std::string error = ErrorOf(rules, FormatDeal(rules, deal) + " AS");
  EXPECT_NE(error.find("expected nothing: the deal is over"), std::string::npos)
      << error;
}

TEST(DealNotationErrorsTest, ActionsAloneCountTheWordsBeforeThem) {
  const CompiledRules rules = Rules("mit-malmedy");
  const Position position = DealAt(rules, DealSource("x"), 0);
  const absl::StatusOr<std::vector<Action>> actions =
      ParseActions(rules, position.pack(), 0, "name:H take", 7);
  EXPECT_EQ(actions.status().message(),
            "deal notation: word 9 is \"take\"; expected an action that is "
            "legal for seat 1: play:JC, play:JD, play:QD, play:TH, play:AS");
}

}  // namespace
}  // namespace couillon::tests
