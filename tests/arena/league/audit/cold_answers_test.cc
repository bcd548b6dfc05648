#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "arena/league/audit/audit_league.h"

namespace couillon::arena {
namespace {

// The counts of one decision, recorded as action 1.
AnswerCounts Count(std::optional<Action> first, std::optional<Action> second) {
  const DecisionSample sample = {{SampledDecision{.recorded = Action(1)}}};
  ColdAnswers answers;
  answers.rounds.push_back({std::vector{first}, std::vector{second}});
  return CountAnswers(sample, answers);
}

TEST(ColdAnswersTest, EachDecisionHasOneOutcome) {
  const AnswerCounts alike = Count(Action(1), Action(1));
  EXPECT_EQ(alike.alike, 1);
  EXPECT_EQ(alike.asked(), 1);
  const AnswerCounts changed = Count(Action(2), Action(2));
  ASSERT_EQ(changed.changed.size(), 1);
  EXPECT_EQ(changed.cold[0], Action(2));
  EXPECT_EQ(changed.asked(), 1);
  const AnswerCounts own = Count(Action(1), Action(2));
  EXPECT_EQ(own.not_reproducible, 1);
  EXPECT_EQ(own.one_as_recorded, 1);
  const AnswerCounts three = Count(Action(3), Action(2));
  EXPECT_EQ(three.not_reproducible, 1);
  EXPECT_EQ(three.one_as_recorded, 0);
  EXPECT_EQ(Count(Action(1), std::nullopt).asked(), 0);
}

// The probability for `changed` and `one_as_recorded` decisions.
double Probability(std::size_t changed, std::size_t one_as_recorded) {
  return ChangedProbability({.one_as_recorded = one_as_recorded,
                             .changed = std::vector<SampledDecision>(changed)});
}

TEST(ColdAnswersTest, ProbabilityIsTheBinomialTailOfOneThird) {
  EXPECT_EQ(Probability(0, 5), 1);
  EXPECT_NEAR(Probability(1, 0), 1.0 / 3, 1e-12);
  EXPECT_NEAR(Probability(3, 0), 1.0 / 27, 1e-12);
  // P(X >= 2) of 3 draws: 3 * (1/9) * (2/3) + 1/27.
  EXPECT_NEAR(Probability(2, 1), 7.0 / 27, 1e-12);
}

TEST(RandomOrderTest, EachNumberComesOnceInAnOrderOfTheSeed) {
  const auto order = [](std::uint64_t seed) {
    stats::SplitMix64 random(seed);
    RandomOrder numbers(100, random);
    std::vector<std::uint64_t> taken;
    while (const auto number = numbers.Next()) taken.push_back(*number);
    return taken;
  };
  const std::vector<std::uint64_t> first = order(1);
  EXPECT_EQ(first.size(), 100);
  EXPECT_EQ(std::set<std::uint64_t>(first.begin(), first.end()).size(), 100);
  EXPECT_EQ(*std::set<std::uint64_t>(first.begin(), first.end()).rbegin(), 99);
  EXPECT_EQ(first, order(1));
  EXPECT_NE(first, order(2));
}

}  // namespace
}  // namespace couillon::arena
