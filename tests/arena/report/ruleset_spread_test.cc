
#include "arena/report/data/ruleset_spread.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::arena {
namespace {

// Ratings of three bots under one ruleset, from 400 pairs each; bot 1 is better
// than bot 0 by `lead`, in the probability of a pair, bot 2 as good as bot 0.
stats::LeagueRating Rated(double lead, stats::SplitMix64& random) {
  stats::LeagueSums sums{.bots = 3, .deals = 1200};
  for (const auto& [first, second] : {std::pair(0, 1), {0, 2}, {1, 2}}) {
    const double p = 0.5 + (second == 1 ? -lead : 0) + (first == 1 ? lead : 0);
    stats::PairSums score{.denominator = 4};
    for (int pair = 0; pair < 400; ++pair) {
      score.Add(random.NextUnit() < p ? 4 : 0);
    }
    sums.pairings.push_back({first, second, score});
  }
  return stats::RateLeague(sums, {.level = 0.95, .anchor = 0});
}

RulesetSpread Spread(const std::vector<double>& leads,
                     stats::SplitMix64& random) {
  std::vector<stats::LeagueRating> ratings;
  ratings.reserve(leads.size());
  for (const double lead : leads) ratings.push_back(Rated(lead, random));
  std::vector<const stats::LeagueRating*> pointers;
  pointers.reserve(ratings.size());
  for (const stats::LeagueRating& rating : ratings) pointers.push_back(&rating);
  return SpreadOver(pointers, {.anchor = 0}, 0.95, std::nullopt);
}

const BotSpread& Of(const RulesetSpread& spread, int bot) {
  for (const BotSpread& line : spread.bots) {
    if (line.bot == bot) return line;
  }
  return spread.bots[0];
}

// The leads of bot 1 under rulesets that differ.
std::vector<double> RandomLeads(int rulesets, stats::SplitMix64& random) {
  std::vector<double> leads(static_cast<std::size_t>(rulesets));
  for (double& lead : leads) lead = 0.15 * (random.NextUnit() - 0.5);
  return leads;
}

// The Elo of bot 1 that Rated() estimates.
double TrueElo(double lead) { return stats::EloOfScore(0.5 + lead); }

TEST(RulesetSpreadTest, MeanIsThatOfTheRulesets) {
  stats::SplitMix64 random(1);
  std::vector<stats::LeagueRating> ratings = {Rated(0.1, random),
                                              Rated(0.2, random)};
  const RulesetSpread spread = SpreadOver(
      std::vector<const stats::LeagueRating*>{&ratings[0], &ratings[1]},
      {.anchor = 0}, 0.95, std::nullopt);
  EXPECT_NEAR(Of(spread, 1).elo,
              (*ratings[0].bots[1].value + *ratings[1].bots[1].value) / 2,
              1e-9);
  EXPECT_EQ(spread.bots[0].bot, 1);
  EXPECT_EQ(spread.df, 2);
}

TEST(RulesetSpreadTest, AnchorIsAtZeroWithoutAnInterval) {
  stats::SplitMix64 random(2);
  const BotSpread anchor = Of(Spread({0.1, 0.1, 0.1, 0.1}, random), 0);
  EXPECT_EQ(anchor.elo, 0);
  EXPECT_EQ(anchor.these_rulesets.lo, 0);
  EXPECT_EQ(anchor.another_ruleset->hi, 0);
}

TEST(RulesetSpreadTest, ThreeRulesetsPredictNoOther) {
  stats::SplitMix64 random(6);
  const RulesetSpread three = Spread({0.1, 0, -0.1}, random);
  for (const BotSpread& bot : three.bots) {
    EXPECT_FALSE(bot.another_ruleset);
    EXPECT_TRUE(bot.deviation);
  }
  EXPECT_TRUE(Of(Spread({0.1, 0, -0.1, 0}, random), 1).another_ruleset);
}

// Without an anchor the mean of the bots is at 0, each with an error of its
// difference to it; differences, ranks and tests are those with an anchor.
TEST(RulesetSpreadTest, WithoutAnAnchorTheMeanOfTheFieldIsAtZero) {
  stats::SplitMix64 random(2);
  const std::vector<stats::LeagueRating> ratings = {Rated(0.1, random),
                                                    Rated(0.2, random)};
  const std::vector<const stats::LeagueRating*> pointers = {&ratings[0],
                                                            &ratings[1]};
  const RulesetSpread mean = SpreadOver(pointers, {}, 0.95, std::nullopt);
  const RulesetSpread anchored =
      SpreadOver(pointers, {.anchor = 2, .elo = 1500}, 0.95, std::nullopt);
  ASSERT_EQ(mean.bots.size(), 3U);
  double sum = 0;
  for (const BotSpread& bot : mean.bots) {
    sum += bot.elo;
    EXPECT_LT(bot.these_rulesets.lo, bot.elo);
    EXPECT_GT(bot.these_rulesets.hi, bot.elo);
    EXPECT_NEAR(bot.elo - Of(mean, 2).elo, Of(anchored, bot.bot).elo - 1500,
                1e-9);
  }
  EXPECT_NEAR(sum, 0, 1e-9);
  EXPECT_EQ(Of(anchored, 2).these_rulesets.hi, 1500);
  EXPECT_EQ(mean.ranks, anchored.ranks);
  EXPECT_NEAR(mean.statistic, anchored.statistic, 1e-9);
  EXPECT_EQ(mean.df, anchored.df);
}

// Under the null the tests reject as often as they say, and the interval of the
// mean covers; where rulesets differ, the tests find it.
TEST(RulesetSpreadTest, TestsAndTheIntervalOfTheMeanHold) {
  stats::SplitMix64 random(3);
  constexpr int kRuns = 600;
  int rejected = 0;
  int covered = 0;
  for (int run = 0; run < kRuns; ++run) {
    const RulesetSpread spread = Spread({0, 0, 0, 0, 0}, random);
    rejected += *spread.p < 0.05 ? 1 : 0;
    const BotSpread& bot = Of(spread, 1);
    covered += bot.these_rulesets.lo <= 0 && bot.these_rulesets.hi >= 0;
  }
  EXPECT_NEAR(rejected / double{kRuns}, 0.05, 0.035);
  EXPECT_NEAR(covered / double{kRuns}, 0.95, 0.035);

  int found = 0;
  for (int run = 0; run < kRuns; ++run) {
    const RulesetSpread spread = Spread(RandomLeads(5, random), random);
    found += *spread.p < 0.05 ? 1 : 0;
  }
  EXPECT_GT(found, kRuns / 2);
}

// Where rulesets differ by about twice the error of one: the interval of the
// mean holds the Elo under one more ruleset far less often.
TEST(RulesetSpreadTest, AnotherRulesetIsPredictedAsOftenAsClaimed) {
  stats::SplitMix64 random(7);
  constexpr int kRuns = 200;
  for (const int rulesets : {4, 20}) {
    int held = 0;
    int by_mean = 0;
    for (int run = 0; run < kRuns; ++run) {
      const RulesetSpread spread =
          Spread(RandomLeads(rulesets, random), random);
      const double other = TrueElo(RandomLeads(1, random)[0]);
      const BotSpread& bot = Of(spread, 1);
      held +=
          bot.another_ruleset->lo <= other && other <= bot.another_ruleset->hi;
      by_mean +=
          bot.these_rulesets.lo <= other && other <= bot.these_rulesets.hi;
    }
    EXPECT_GT(held / double{kRuns}, 0.9) << rulesets;
    EXPECT_LT(by_mean / double{kRuns}, 0.7) << rulesets;
  }
}

TEST(RulesetSpreadTest, NoPredictionIsNarrowerThanTheIntervalOfTheMean) {
  stats::SplitMix64 random(8);
  int equal = 0;
  for (int run = 0; run < 200; ++run) {
    const BotSpread bot = Of(Spread({0, 0, 0, 0}, random), 1);
    const double mean = bot.these_rulesets.hi - bot.these_rulesets.lo;
    const double other = bot.another_ruleset->hi - bot.another_ruleset->lo;
    EXPECT_GE(other, mean * (1 - 1e-12));
    equal += other < mean * (1 + 1e-9) ? 1 : 0;
  }
  EXPECT_GT(equal, 0);  // the limit is at work
}

TEST(RulesetSpreadTest, DeviationIsThatBetweenRulesets) {
  stats::SplitMix64 random(4);
  const double elo = stats::EloOfScore(0.6);  // against each other
  double squares = 0;
  constexpr int kRuns = 200;
  for (int run = 0; run < kRuns; ++run) {
    const double deviation =
        *Of(Spread({0.1, -0.1, 0.1, -0.1}, random), 1).deviation;
    squares += deviation * deviation;
  }
  // Bot 1 is at +-elo; the variance of four such values is 4/3 elo^2.
  EXPECT_NEAR(std::sqrt(squares / kRuns), elo * std::sqrt(4.0 / 3), 5);
}

// The same deals twice: the mean is as uncertain as either, and equal figures
// say nothing about other rulesets.
TEST(RulesetSpreadTest, SharedDealsSayNothingOfOtherRulesets) {
  stats::SplitMix64 random(5);
  const stats::LeagueRating rating = Rated(0.1, random);
  const RulesetSpread spread =
      SpreadOver(std::vector<const stats::LeagueRating*>{&rating, &rating},
                 {.anchor = 0}, 0.95, 2);
  EXPECT_TRUE(spread.share_deals);
  EXPECT_FALSE(spread.p);
  for (const BotSpread& bot : spread.bots) {
    EXPECT_FALSE(bot.another_ruleset || bot.deviation || bot.p);
  }
  const stats::Interval mean = Of(spread, 1).these_rulesets;
  const stats::Interval one = rating.bots[1].interval;
  EXPECT_NEAR(mean.hi - mean.lo, one.hi - one.lo, 0.01 * (one.hi - one.lo));
}

}  // namespace
}  // namespace couillon::arena
