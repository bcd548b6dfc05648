// What a sensible player does, in situations where there is no doubt.
#include "bots/cpp/heuristic.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/cards/action.h"
#include "engine/cards/card.h"
#include "engine/cards/notation.h"
#include "engine/play/observation.h"
#include "engine/rules/compiled_rules.h"
#include "tests/bots/observations.h"

namespace couillon::bots {
namespace {

std::string HeuristicChoice(const CompiledRules& rules,
                            const Observation& seen) {
  const Action action = Heuristic().Decide(rules, seen);
  EXPECT_TRUE(seen.legal.Has(action));
  return FormatAction(action, seen.phase, seen.naming);
}

TEST(HeuristicTest, TakesTrumpsOnStrengthOnly) {
  const CompiledRules rules = RulesOf("basic-gerver");
  EXPECT_EQ(HeuristicChoice(rules, Offered("9H", "AH KH QH AS")), "take");
  EXPECT_EQ(HeuristicChoice(rules, Offered("9H", "JH TH 9S TC")), "pass");
  EXPECT_EQ(HeuristicChoice(rules, Offered("9H", "AS KS TC 9D")), "pass");
}

TEST(HeuristicTest, DefersWhenNothingIsStrong) {
  const CompiledRules rules = RulesOf("mit-malmedy");
  const std::string legal = "name:C name:D name:H name:S defer";
  EXPECT_EQ(HeuristicChoice(rules, Deciding(Phase::kTrump, "9S TH 9D", legal)),
            "defer");
  EXPECT_EQ(HeuristicChoice(rules, Deciding(Phase::kTrump, "AH KH JH", legal)),
            "name:H");
}

TEST(HeuristicTest, FeedsAPartnerWhoHasTheTrick) {
  const CompiledRules rules = RulesOf("basic-gerver");
  // The partner's ace of trumps cannot be beaten.
  EXPECT_EQ(HeuristicChoice(
                rules, Playing('H', "AH 9H", "KS 9S TC 9D", "KS 9S TC 9D")),
            "play:KS");
}

TEST(HeuristicTest, GivesOpponentsNothing) {
  const CompiledRules rules = RulesOf("basic-gerver");
  EXPECT_EQ(
      HeuristicChoice(rules, Playing('H', "9S TS AH", "KS 9C JS 9D", "KS JS")),
      "play:JS");
}

TEST(HeuristicTest, RuffsARichTrickAsLastPlayer) {
  const CompiledRules rules = RulesOf("basic-gerver");
  EXPECT_EQ(HeuristicChoice(
                rules, Playing('H', "KD TD AD", "9H KS QC 9C", "9H KS QC 9C")),
            "play:9H");
}

TEST(HeuristicTest, WinsAsLastPlayerWithTheLowerOfTwoTrumps) {
  const CompiledRules rules = RulesOf("basic-gerver");
  EXPECT_EQ(HeuristicChoice(
                rules, Playing('H', "KD TD AD", "9H AH 9S 9C", "9H AH 9S 9C")),
            "play:9H");
}

TEST(HeuristicTest, CountsThePlayedCards) {
  // In the last but one trick all hearts and all other diamonds have gone, so
  // the nine of diamonds is as good as an ace.
  const CompiledRules rules = RulesOf("basic-gerver");
  Observation seen = Deciding(Phase::kPlay, "9D TC", "");
  seen.legal = ActionSet(Cards("9D TC"));
  seen.trump = Suit::kHearts;
  seen.exposed = Cards("TH 9H TD QH");  // the talon has been shown
  for (const Card card : Cards("AH KH JH AD KD QD JD AS")) {
    seen.played_list[seen.played_count++] = card;
  }
  seen.leader_list = {0, 0, 0};
  seen.leader_count = 3;
  EXPECT_EQ(HeuristicChoice(rules, seen), "play:9D");
}

TEST(HeuristicTest, AnnouncesOnStrengthOnly) {
  const CompiledRules rules = RulesOf("mit-malmedy");
  const auto announce = [&rules](Phase phase, const std::string& hand,
                                 const std::string& legal) {
    Observation seen = Deciding(phase, hand, legal);
    seen.trump = Suit::kHearts;
    seen.maker = 0;
    if (phase != Phase::kMit) seen.mit_seat = phase == Phase::kRe ? 0 : 1;
    return HeuristicChoice(rules, seen);
  };
  EXPECT_EQ(announce(Phase::kMit, "QS AH KH QH AC", "mit no"), "mit");
  EXPECT_EQ(announce(Phase::kMit, "QS 9S TC 9C TD", "mit no"), "no");
  EXPECT_EQ(announce(Phase::kKontra, "AH KH QH JH AC", "kontra no"), "kontra");
  EXPECT_EQ(announce(Phase::kKontra, "9S TS TC 9C TD", "kontra no"), "no");
  EXPECT_EQ(announce(Phase::kRe, "QS AH KH QH AC", "re no"), "re");
  EXPECT_EQ(announce(Phase::kRe, "QS TH TC 9C TD", "re no"), "no");
}

}  // namespace
}  // namespace couillon::bots
