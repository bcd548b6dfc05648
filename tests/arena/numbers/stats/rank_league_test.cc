#include "arena/numbers/stats/league/rank_league.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league.h"

namespace couillon::stats {
namespace {

RankedTable InOrder(std::int64_t deal, const std::vector<int>& bots) {
  RankedTable table{.deal = deal, .bots = bots};
  for (std::size_t i = 0; i < bots.size(); ++i) {
    table.results.push_back(-static_cast<double>(i));
  }
  return table;
}

// Three bots with strengths log 1, log 2 and log 3 at a table, as in a race of
// exponential times.
RankedTable RaceTable(std::int64_t deal, SplitMix64& random) {
  RankedTable table{.deal = deal, .bots = {0, 1, 2}};
  for (const double weight : {1, 2, 3}) {
    table.results.push_back(std::log(random.NextUnit()) / weight);
  }
  return table;
}

// `copies` tables per deal with the same result: the luck of the deal is all
// there is.
std::vector<RankedTable> LuckyTables(int deals, std::size_t copies) {
  SplitMix64 random(1);
  std::vector<RankedTable> tables;
  for (int deal = 0; deal < deals; ++deal) {
    tables.insert(tables.end(), copies, RaceTable(deal, random));
  }
  return tables;
}

// The same games as ranks and as scores.
TEST(RankLeagueTest, TwoPlayersAreRatedAsByBradleyTerry) {
  LeagueSums sums{.bots = 2, .deals = 12};
  sums.pairings.push_back({.first = 0, .second = 1, .score = {}});
  sums.pairings[0].score.denominator = 2;
  std::vector<RankedTable> tables;
  const std::vector<int> half_points = {2, 0, 1, 2, 2, 0, 1, 2, 2, 1, 2, 0};
  for (std::size_t deal = 0; deal < half_points.size(); ++deal) {
    sums.pairings[0].score.Add(half_points[deal]);
    tables.push_back({.deal = static_cast<std::int64_t>(deal),
                      .bots = {0, 1},
                      .results = {half_points[deal] - 1.0, 0}});
  }
  const LeagueRating scores = RateLeague(sums, {.level = 0.95});
  const RankLeague ranks = RateRanks(2, tables, 0.95);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(ranks.bots[i].status, RatingStatus::kRated);
    EXPECT_NEAR(*ranks.bots[i].value, *scores.bots[i].value, 1e-9);
    EXPECT_NEAR(*ranks.bots[i].standard_error, *scores.bots[i].standard_error,
                1e-9);
  }
}

TEST(RankLeagueTest, CopiesOfATableAddNoInformation) {
  const RankLeague one = RateRanks(3, LuckyTables(60, 1), 0.95);
  const RankLeague six = RateRanks(3, LuckyTables(60, 6), 0.95);
  ASSERT_TRUE(one.bots[0].standard_error.has_value());
  EXPECT_EQ(one.islands[0].deals, 60);
  EXPECT_EQ(six.islands[0].deals, 60);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(*one.bots[i].value, *six.bots[i].value, 1e-7);
    EXPECT_NEAR(*one.bots[i].standard_error, *six.bots[i].standard_error, 1e-7);
    EXPECT_NEAR(one.bots[i].interval.lo, six.bots[i].interval.lo, 1e-6);
  }
}

// The tables of one deal: three of the bots with these weights, `tables` times
// with the same luck of the seats, the bots moving on by one seat.
void AddDeal(std::int64_t deal, const std::vector<int>& bots, int tables,
             const std::vector<double>& weights, SplitMix64& random,
             std::vector<RankedTable>& all) {
  std::vector<double> luck;
  for (std::size_t seat = 0; seat < bots.size(); ++seat) {
    luck.push_back(std::log(random.NextUnit() + 0x1p-54));
  }
  for (std::size_t turn = 0; turn < static_cast<std::size_t>(tables); ++turn) {
    RankedTable table{.deal = deal};
    for (std::size_t seat = 0; seat < bots.size(); ++seat) {
      const int bot = bots[(seat + turn) % bots.size()];
      table.bots.push_back(bot);
      table.results.push_back(luck[seat] /
                              weights[static_cast<std::size_t>(bot)]);
    }
    all.push_back(table);
  }
}

// Counts the intervals that hold the strength of their bot.
struct StrengthCoverage {
  int covered = 0;
  int intervals = 0;

  void Add(const RankLeague& league, const std::vector<double>& weights,
           std::size_t bot) {
    if (!league.bots[bot].standard_error) return;
    double mean = 0;
    for (const double weight : weights) mean += std::log(weight);
    mean /= static_cast<double>(weights.size());
    const double truth = (std::log(weights[bot]) - mean) * kEloPerLogStrength;
    const Interval& interval = league.bots[bot].interval;
    ++intervals;
    covered += interval.lo <= truth && truth <= interval.hi ? 1 : 0;
  }

  [[nodiscard]] double share() const {
    return static_cast<double>(covered) / intervals;
  }
};

TEST(RankLeagueTest, IntervalsCoverTheStrengthsOfTheModel) {
  const std::vector<double> weights = {1, 2, 3};
  StrengthCoverage coverage;
  SplitMix64 random(1000);
  for (int league = 0; league < 500; ++league) {
    std::vector<RankedTable> tables;
    for (int deal = 0; deal < 40; ++deal) {
      AddDeal(deal, {0, 1, 2}, 1, weights, random, tables);
    }
    const RankLeague rated = RateRanks(3, tables, 0.95);
    for (std::size_t i = 0; i < 3; ++i) coverage.Add(rated, weights, i);
  }
  EXPECT_GT(coverage.share(), 0.94);
  EXPECT_LT(coverage.share(), 0.98);
}

TEST(RankLeagueTest, IntervalsHoldOnTwelveSharedDealsOfSixBots) {
  const std::vector<double> weights = {1, 1.5, 2, 3, 4, 6};
  StrengthCoverage coverage;
  SplitMix64 random(3);
  for (int league = 0; league < 500; ++league) {
    std::vector<RankedTable> tables;
    for (int deal = 0; deal < 12; ++deal) {
      const int a = static_cast<int>(random.NextBelow(6));
      const int b = (a + 1 + static_cast<int>(random.NextBelow(2))) % 6;
      const int c = (a + 3 + static_cast<int>(random.NextBelow(3))) % 6;
      AddDeal(deal, {a, b, c}, 3, weights, random, tables);
    }
    const RankLeague rated = RateRanks(6, tables, 0.95);
    for (std::size_t i = 0; i < 6; ++i) coverage.Add(rated, weights, i);
  }
  EXPECT_GT(coverage.share(), 0.945);
}

// The sandwich itself is halved by a second copy of all deals; its factor is
// 6 / (6 - 2) with six deals of three bots and 12 / (12 - 2) with twelve.
TEST(RankLeagueTest, EveryFittedBotCostsADeal) {
  std::vector<RankedTable> tables = {
      InOrder(0, {0, 1, 2}), InOrder(1, {1, 2, 0}), InOrder(2, {0, 2, 1}),
      InOrder(3, {1, 0, 2}), InOrder(4, {0, 1, 2}), InOrder(5, {2, 0, 1})};
  const RankLeague once = RateRanks(3, tables, 0.95);
  for (std::size_t t = 0; t < 6; ++t) {
    tables.push_back(tables[t]);
    tables.back().deal += 6;
  }
  const RankLeague twice = RateRanks(3, tables, 0.95);
  for (std::size_t i = 0; i < 3; ++i) {
    const double ratio =
        *once.bots[i].standard_error / *twice.bots[i].standard_error;
    EXPECT_NEAR(ratio * ratio, 2 * (6.0 / 4) / (12.0 / 10), 1e-9);
    EXPECT_EQ(once.bots[i].degrees_of_freedom, 4);
  }
}

TEST(RankLeagueTest, NewcomersHaveTheDegreesOfFreedomOfTheirDeals) {
  SplitMix64 random(5);
  std::vector<RankedTable> tables;
  for (int deal = 0; deal < 100; ++deal) {
    const std::vector<int> bots =
        deal < 6 ? std::vector{0, 1, 3} : std::vector{0, 1, 2};
    AddDeal(deal, bots, 3, {1, 1.5, 2, 1.5}, random, tables);
  }
  const RankLeague league = RateRanks(4, tables, 0.95);
  EXPECT_GT(league.bots[3].degrees_of_freedom, 4);
  EXPECT_LT(league.bots[3].degrees_of_freedom, 8);
  EXPECT_GT(league.bots[0].degrees_of_freedom, 10);
}

// A hundred deals of three bots; a fourth one played at six of them.
TEST(RankLeagueTest, IntervalsHoldForANewcomerWithSixDeals) {
  const std::vector<double> weights = {1, 1.5, 2, 1.5};
  StrengthCoverage coverage;
  SplitMix64 random(4);
  for (int league = 0; league < 1000; ++league) {
    std::vector<RankedTable> tables;
    for (int deal = 0; deal < 100; ++deal) {
      std::vector<int> bots = {0, 1, 2};
      if (deal < 6) bots[static_cast<std::size_t>(deal % 3)] = 3;
      AddDeal(deal, bots, 3, weights, random, tables);
    }
    coverage.Add(RateRanks(4, tables, 0.95), weights, 3);
  }
  EXPECT_GT(coverage.share(), 0.945);
}

TEST(RankLeagueTest, AlwaysFirstAndAlwaysLastHaveNoFiniteRating) {
  std::vector<RankedTable> tables;
  for (int deal = 0; deal < 8; ++deal) {
    const int better = 1 + deal % 2;
    tables.push_back(InOrder(deal, {0, better, 3 - better, 3}));
  }
  const RankLeague league = RateRanks(4, tables, 0.95);
  EXPECT_EQ(league.bots[0].status, RatingStatus::kAbove);
  EXPECT_EQ(league.bots[3].status, RatingStatus::kBelow);
  EXPECT_FALSE(league.bots[0].value.has_value());
  EXPECT_EQ(league.islands[0].rated, (std::vector<int>{1, 2}));
  EXPECT_NEAR(*league.bots[1].value, 0, 1e-9);
  EXPECT_TRUE(league.bots[2].standard_error.has_value());
}

TEST(RankLeagueTest, GroupsWithoutAWayBackHaveAnOrderOnly) {
  std::vector<RankedTable> tables;
  for (int deal = 0; deal < 8; ++deal) {
    const int a = deal % 2;
    const int c = 2 + deal / 2 % 2;
    tables.push_back(InOrder(deal, {a, 1 - a, c, 5 - c}));
  }
  const RankLeague league = RateRanks(4, tables, 0.95);
  for (const BotRating& bot : league.bots) {
    EXPECT_EQ(bot.status, RatingStatus::kOrderOnly);
    EXPECT_FALSE(bot.value.has_value());
  }
}

TEST(RankLeagueTest, BotsWithoutCommonTablesAreIslands) {
  std::vector<RankedTable> tables;
  for (int deal = 0; deal < 9; ++deal) {
    const int a = deal % 3;
    tables.push_back(InOrder(deal, {a, (a + 1) % 3, (a + 2) % 3}));
    tables.push_back(InOrder(deal, {3 + deal % 2, 4 - deal % 2}));
  }
  const RankLeague league = RateRanks(6, tables, 0.95);
  ASSERT_EQ(league.islands.size(), 3U);
  EXPECT_EQ(league.islands[0].bots, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(league.islands[1].bots, (std::vector<int>{3, 4}));
  EXPECT_EQ(league.bots[5].status, RatingStatus::kUnplayed);
  EXPECT_NEAR(
      *league.bots[0].value + *league.bots[1].value + *league.bots[2].value, 0,
      1e-9);
  EXPECT_NEAR(*league.bots[3].value + *league.bots[4].value, 0, 1e-9);
}

TEST(RankLeagueTest, NoMoreDealsThanBotsRefuseTheErrors) {
  const std::vector<RankedTable> tables = {
      InOrder(0, {0, 1, 2}), InOrder(1, {1, 2, 0}), InOrder(2, {2, 0, 1})};
  const RankLeague league = RateRanks(3, tables, 0.95);
  ASSERT_TRUE(league.bots[0].value.has_value());
  EXPECT_FALSE(league.bots[0].standard_error.has_value());
  EXPECT_EQ(league.bots[0].interval, Interval{});
}

}  // namespace
}  // namespace couillon::stats
