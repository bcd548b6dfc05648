#include "arena/measure/selftest/interval_tally.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "arena/numbers/stats/league/league.h"

namespace couillon::arena {
namespace {

// Three bots and 20 pairs per pairing. Each pair is won or lost; the first bot
// of the pairings 0 - 1, 0 - 2 and 1 - 2 wins as many as given.
stats::LeagueRating RatingOf(const std::array<std::int64_t, 3>& won) {
  constexpr std::int64_t kPairs = 20;
  stats::LeagueSums sums{.bots = 3,
                         .deals = 3 * kPairs,
                         .pairings = {{0, 1, {.denominator = 4}},
                                      {0, 2, {.denominator = 4}},
                                      {1, 2, {.denominator = 4}}}};
  for (std::size_t k = 0; k < won.size(); ++k) {
    sums.pairings[k].score.Add(4, won[k]);
    sums.pairings[k].score.Add(0, kPairs - won[k]);
  }
  return stats::RateLeague(sums, {.level = 0.95, .anchor = 0});
}

TEST(IntervalTallyTest, CountsTheIntervalsThatContainTheTruth) {
  const stats::LeagueRating rating = RatingOf({10, 10, 10});
  const double width = rating.bots[1].interval.hi - rating.bots[1].interval.lo;
  ASSERT_GT(width, 100);
  IntervalTally tally;
  tally.Add(rating, std::vector<double>{0, 0.4 * width, 0.6 * width});
  EXPECT_EQ(tally.leagues, 1);
  EXPECT_EQ(tally.anchor.intervals, 2);
  EXPECT_EQ(tally.anchor.covering, 1);
  EXPECT_EQ(tally.anchor.coverage(), 0.5);
  EXPECT_NEAR(tally.anchor.mean_width(), width, 1e-9);
  EXPECT_EQ(tally.neighbours.intervals, 2);
  EXPECT_EQ(tally.neighbours.covering, 2);
  EXPECT_NEAR(tally.neighbours.mean_width(), width, 1e-9);
}

TEST(IntervalTallyTest, NeighboursAreComparedWithEachOther) {
  // Bot 1 is far below the anchor, bot 2 equal to the anchor.
  const stats::LeagueRating rating = RatingOf({18, 10, 2});
  const double low = *rating.bots[1].value;
  ASSERT_LT(rating.bots[1].interval.hi, 0);
  IntervalTally tally;
  tally.Add(rating, std::vector<double>{0, low, 0});
  EXPECT_EQ(tally.anchor.covering, 2);
  EXPECT_EQ(tally.neighbours.covering, 2);
  // If all three were equal, both intervals of bot 1 would be wrong.
  tally.Add(rating, std::vector<double>{0, 0, 0});
  EXPECT_EQ(tally.anchor.covering, 3);
  EXPECT_EQ(tally.neighbours.covering, 2);
}

TEST(IntervalTallyTest, LeaguesWithoutAFiniteIntervalAreLeftOut) {
  stats::LeagueSums sums{
      .bots = 2, .deals = 20, .pairings = {{0, 1, {.denominator = 4}}}};
  sums.pairings[0].score.Add(4, 20);
  IntervalTally tally;
  tally.Add(stats::RateLeague(sums, {.level = 0.95, .anchor = 0}),
            std::vector<double>{0, 0});
  EXPECT_EQ(tally.leagues, 0);
  EXPECT_TRUE(std::isnan(tally.anchor.coverage()));
  EXPECT_TRUE(std::isnan(tally.neighbours.mean_width()));
}

}  // namespace
}  // namespace couillon::arena
