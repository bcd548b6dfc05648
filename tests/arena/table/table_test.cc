#include "arena/table/table.h"

#include <gtest/gtest.h>

#include "arena/table/quantity.h"
#include "arena/table/question_text.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "proto/ruleset_catalog.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

CompiledRules RulesOf(const std::string& spec) {
  absl::StatusOr<CompiledRules> rules = wire::FindRules(spec);
  EXPECT_TRUE(rules.ok()) << rules.status();
  return *rules;
}

// Plays a table to its end with the strategies of the two bots.
Outcome PlayOut(const TableSpec& spec, bots::Strategy& first,
                bots::Strategy& second) {
  Table table(spec);
  while (!table.done()) {
    bots::Strategy& bot = table.team() == Team::kFirst ? first : second;
    EXPECT_TRUE(table.Apply(bot.Decide(*spec.rules, table.Observe())));
  }
  return table.outcome();
}

TEST(QuestionTextTest, TheLastTrickIsTheOneUnderWay) {
  const CompiledRules rules = RulesOf("basic-gerver");
  const DealSource deals("question");
  const auto random = *bots::MakeStrategy("random");
  Table table({.rules = &rules, .deals = &deals});
  while (!table.done()) {
    const Observation seen = table.Observe();
    const std::string text = QuestionText(rules, seen);
    const std::size_t this_trick = text.find("  this trick:");
    EXPECT_EQ(this_trick == std::string::npos, seen.leaders().empty());
    EXPECT_EQ(this_trick, text.rfind("  this trick:"));
    const std::size_t last_trick = text.rfind("  trick:");
    EXPECT_TRUE(last_trick == std::string::npos || last_trick < this_trick)
        << text;
    EXPECT_TRUE(table.Apply(random->Decide(rules, seen)));
  }
}

TEST(TableTest, ABotAgainstItselfScoresExactlyZeroWhenCoupled) {
  const DealSource deals("coupled");
  for (const std::string& id : wire::RulesetIds()) {
    const CompiledRules rules = RulesOf(id);
    const auto random = *bots::MakeStrategy("random");
    for (std::uint64_t item = 0; item < 50; ++item) {
      int half_points = 0;
      int game_points = 0;
      const int seatings = static_cast<int>(Seatings(rules.sides).size());
      for (const Seating seating : Seatings(rules.sides)) {
        const Outcome outcome = PlayOut({.rules = &rules,
                                         .deals = &deals,
                                         .item = item,
                                         .seating = seating,
                                         .coupled = true},
                                        *random, *random);
        half_points += outcome.half_points;
        game_points += outcome.lead_halves[Quantity::kGamePoints];
      }
      EXPECT_EQ(half_points, seatings) << id << " deal " << item;
      EXPECT_EQ(game_points, 0) << id << " deal " << item;
    }
  }
}

TEST(TableTest, WithoutCouplingSeatingsHaveDifferentRandomSeeds) {
  const DealSource deals("uncoupled");
  const CompiledRules rules = RulesOf("basic-gerver");
  const auto random = *bots::MakeStrategy("random");
  int different = 0;
  for (std::uint64_t item = 0; item < 100; ++item) {
    const auto play = [&](Seating seating) {
      return PlayOut(
          {.rules = &rules, .deals = &deals, .item = item, .seating = seating},
          *random, *random);
    };
    different += play(Seating(0)).lead_halves[Quantity::kGamePoints] !=
                 -play(Seating(1)).lead_halves[Quantity::kGamePoints];
  }
  EXPECT_GT(different, 20);
}

TEST(TableTest, BothSeatingsAreTheSameDealByTheSameDealer) {
  const DealSource deals("mirror");
  const CompiledRules rules = RulesOf("basic-gerver");
  for (std::uint64_t item = 0; item < 8; ++item) {
    const Table first({.rules = &rules, .deals = &deals, .item = item});
    const Table second({.rules = &rules,
                        .deals = &deals,
                        .item = item,
                        .seating = Seating(1)});
    EXPECT_EQ(first.position().pack(), second.position().pack());
    EXPECT_EQ(first.position().dealer(), item % 4);
    EXPECT_EQ(second.position().dealer(), item % 4);
    EXPECT_NE(first.team(), second.team());
  }
}

TEST(TableTest, MatchesEndWithAWinnerForBothSeatings) {
  const DealSource deals("matches");
  const auto greedy = *bots::MakeStrategy("greedy");
  const auto random = *bots::MakeStrategy("random");
  for (const std::string& id : wire::RulesetIds()) {
    const CompiledRules rules = RulesOf(id);
    for (std::uint64_t item = 0; item < 10; ++item) {
      const Outcome outcome = PlayOut(
          {.rules = &rules, .deals = &deals, .item = item, .is_match = true},
          *greedy, *random);
      EXPECT_NE(outcome.half_points, 1) << id;
      EXPECT_EQ(outcome.lead_halves[Quantity::kGamePoints],
                outcome.half_points == 2 ? 2 : -2);
      EXPECT_GT(outcome.deals, 1) << id;
    }
  }
}

TEST(TableTest, AnActionThatIsNotLegalChangesNothing) {
  const DealSource deals("illegal");
  const CompiledRules rules = RulesOf("basic-gerver");
  Table table({.rules = &rules, .deals = &deals, .record = true});
  const Observation before = table.Observe();
  EXPECT_FALSE(table.Apply(kSayMit));
  EXPECT_FALSE(table.Apply(Action(63)));
  EXPECT_EQ(table.Observe(), before);
  EXPECT_TRUE(table.actions().back().empty());
}

TEST(TableTest, AForfeitCostsTheLargestStake) {
  const CompiledRules rules = RulesOf("mit-malmedy");
  // Win, vole, Mit', Kontra and Re for the winners, one for losing makers.
  EXPECT_EQ(LargestStake(rules.ruleset), 6);
  const Outcome outcome = ForfeitOutcome(rules, false, Team::kFirst);
  EXPECT_EQ(outcome.half_points, 0);
  EXPECT_EQ(outcome.lead_halves[Quantity::kGamePoints], -12);
  EXPECT_EQ(ForfeitOutcome(rules, true, Team::kSecond)
                .lead_halves[Quantity::kGamePoints],
            2);
}

TEST(TableTest, ThreeSidesAreSharedInSixSeatings) {
  const CompiledRules rules = RulesOf("troeven-3-solo");
  DealResult result;
  result.card_points = {20, 12, 8};
  DealScore score;
  score.winner = 0;
  score.erase = {1, 0, 0};
  score.add = {0, 1, 0};
  int half_points = 0;
  int game_points = 0;
  for (const Seating seating : Seatings(3)) {
    const Outcome outcome = ScoreForPairing(rules, result, score, seating);
    half_points += outcome.half_points;
    game_points += outcome.lead_halves[Quantity::kGamePoints];
  }
  EXPECT_EQ(half_points, 6);  // half of the total
  EXPECT_EQ(game_points, 0);
  // Sides 0 and 2 against side 1: (1 + 0) / 2 - (-1) game points.
  EXPECT_EQ(ScoreForPairing(rules, result, score, Seating(1))
                .lead_halves[Quantity::kGamePoints],
            3);
}

}  // namespace
}  // namespace couillon::arena
