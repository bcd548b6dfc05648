// Row by row what bots/README.md says of greedy.
#include "bots/cpp/greedy.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/cards/action.h"
#include "engine/cards/notation.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tests/bots/observations.h"

namespace couillon::bots {
namespace {

std::string Choice(const CompiledRules& rules, const Observation& seen) {
  const Action action = Greedy().Decide(rules, seen);
  EXPECT_TRUE(seen.legal.Has(action));
  return FormatAction(action, seen.phase, seen.naming);
}

TEST(GreedyTest, TakesWithTwoCardsOfTheUpcardsSuit) {
  const CompiledRules rules = RulesOf("basic-gerver");
  EXPECT_EQ(Choice(rules, Offered("9H", "TH JH AS AC")), "take");
  EXPECT_EQ(Choice(rules, Offered("9H", "AH AD AS AC")), "pass");
}

TEST(GreedyTest, ShowsTheCheapestCard) {
  const CompiledRules rules = RulesOf("force-fr");
  EXPECT_EQ(Choice(rules, Offered("QD", "AD TD 9D AC",
                                  "pass take:AD take:TD take:9D")),
            "take:9D");
  EXPECT_EQ(Choice(rules, Offered("QD", "AS AH AC 9C", "pass")), "pass");
}

TEST(GreedyTest, NamesItsLongestSuit) {
  const CompiledRules rules = RulesOf("troeven");
  const auto choice = [&rules](const std::string& hand) {
    return Choice(rules,
                  Deciding(Phase::kTrump, hand, "name:C name:D name:H name:S"));
  };
  EXPECT_EQ(choice("7H 8H AS KD"), "name:H");
  EXPECT_EQ(choice("7H 8H AS 7S"), "name:S") << "more card points";
  EXPECT_EQ(choice("7H 8H 7S 8S"), "name:H") << "the lower suit";
  EXPECT_EQ(choice("AS KH QD JC"), "name:S");
}

TEST(GreedyTest, DefersWithoutAPair) {
  const CompiledRules rules = RulesOf("mit-malmedy");
  EXPECT_EQ(Choice(rules, Deciding(Phase::kTrump, "AS KH QD",
                                   "name:C name:D name:H name:S defer")),
            "defer");
  EXPECT_EQ(Choice(rules, Deciding(Phase::kTrump, "AS KS QD",
                                   "name:C name:D name:H name:S defer")),
            "name:S");
}

TEST(GreedyTest, NamesByTheCheapestCardOfTheSuit) {
  const CompiledRules rules = RulesOf("force-gerver");
  Observation seen = Deciding(Phase::kTrump, "AS KS QH JH",
                              "name:AS name:KS name:QH name:JH defer");
  seen.naming = true;
  EXPECT_EQ(Choice(rules, seen), "name:KS");
}

TEST(GreedyTest, CountsTheOpenCardsOfADummy) {
  const CompiledRules rules = RulesOf("troeven-3-dummy");
  Observation seen = Deciding(Phase::kTrump, "", "name:C name:D name:H name:S");
  seen.seat = 2;
  seen.decider = 0;
  seen.dealer = 1;
  seen.open_cards[2] = Cards("7D 8D AS KH");
  EXPECT_EQ(Choice(rules, seen), "name:D");
}

TEST(GreedyTest, PicksTheFirstAndAnnouncesTheMit) {
  const CompiledRules rules = RulesOf("mit-malmedy");
  EXPECT_EQ(Choice(rules, Deciding(Phase::kTrump, "", "pick:0 pick:1")),
            "pick:0");
  EXPECT_EQ(Choice(rules, Deciding(Phase::kMit, "QS", "mit no")), "mit");
  EXPECT_EQ(Choice(rules, Deciding(Phase::kKontra, "AS", "kontra no")), "no");
  EXPECT_EQ(Choice(rules, Deciding(Phase::kRe, "AS", "re no")), "no");
}

TEST(GreedyTest, LeadsTheDearestCard) {
  const CompiledRules rules = RulesOf("basic-gerver");
  const std::string hand = "AD KS 9H AC";
  EXPECT_EQ(Choice(rules, Playing('H', "", hand, hand)), "play:AC");
}

TEST(GreedyTest, WinsAsCheaplyAsItCan) {
  const CompiledRules rules = RulesOf("basic-gerver");
  EXPECT_EQ(Choice(rules, Playing('H', "KD", "AD TH JH 9S", "AD TH JH")),
            "play:TH");
  EXPECT_EQ(Choice(rules, Playing('H', "KD TH", "AD 9H JH 9S", "AD 9H JH")),
            "play:JH");
}

TEST(GreedyTest, LosesAsCheaplyAsItCan) {
  const CompiledRules rules = RulesOf("basic-gerver");
  EXPECT_EQ(Choice(rules, Playing('H', "AD", "KD TD 9D 9S", "KD TD 9D")),
            "play:9D");
  EXPECT_EQ(Choice(rules, Playing('H', "AD KH", "KS QC JC TC", "KS QC JC TC")),
            "play:TC");
}

TEST(GreedyTest, KnowsADeclaredMit) {
  const CompiledRules rules = RulesOf("mit-malmedy");
  Observation seen = Playing('H', "KH", "QS AH 9D", "QS AH");
  seen.mit_seat = 0;
  EXPECT_EQ(Choice(rules, seen), "play:QS");
}

}  // namespace
}  // namespace couillon::bots
