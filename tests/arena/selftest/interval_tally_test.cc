#include "arena/selftest/interval_tally.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "arena/stats/league/league.h"
#include "arena/stats/league/league_rating.h"

namespace couillon::arena {
namespace {

// Three bots, each pairing with as many pairs won as lost.
stats::LeagueRating EvenLeague() {
  stats::LeagueSums sums{.bots = 3, .deals = 60};
  for (const auto& [i, j] : {std::pair(0, 1), {0, 2}, {1, 2}}) {
    stats::Pairing pairing{i, j, {.denominator = 4}};
    pairing.score.Add(4, 10);
    pairing.score.Add(0, 10);
    sums.pairings.push_back(pairing);
  }
  return stats::RateLeague(sums, {.level = 0.95, .anchor = 0});
}

TEST(IntervalTallyTest, CountsTheIntervalsThatContainTheTruth) {
  const stats::LeagueRating rating = EvenLeague();
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
  IntervalTally tally;
  // Bot 2 is near the anchor but far from bot 1.
  tally.Add(EvenLeague(), std::vector<double>{0, -1000, 0});
  EXPECT_EQ(tally.anchor.covering, 1);
  EXPECT_EQ(tally.neighbours.covering, 0);
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
