// Small tables, and bots whose results all went one way: what a league claims
// of them is finite, holds, agrees with the pairing, and grows with evidence.
#include "arena/numbers/stats/league/one_way.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {
namespace {

constexpr double kOneWayLevel = 0.95;
constexpr std::int64_t kOneWayDraws = 500;

using FiveCells = std::array<std::int64_t, 5>;  // LL, LD, split, WD, WW

// A league of all pairings, in the order (0, 1), (0, 2), (1, 2).
LeagueSums SumsOfTables(int bots, const std::vector<FiveCells>& pairings,
                        std::int64_t times) {
  LeagueSums sums{.bots = bots};
  std::size_t k = 0;
  for (int i = 0; i < bots; ++i) {
    for (int j = i + 1; j < bots; ++j) {
      FiveCells cells = pairings[k++];
      for (std::int64_t& count : cells) count *= times;
      sums.pairings.push_back({i, j, SumsOfCells(cells)});
      sums.deals += sums.pairings.back().score.pairs;
    }
  }
  return sums;
}

struct RatedTables {
  LeagueRating rating;
  BetterThan better;
};

RatedTables RateTables(int bots, const std::vector<FiveCells>& pairings,
                       std::int64_t times = 1,
                       std::optional<int> anchor = std::nullopt) {
  RatedTables rated{
      .rating = RateLeague(SumsOfTables(bots, pairings, times),
                           {.level = kOneWayLevel, .anchor = anchor}),
      .better = {}};
  rated.better = KnownBetter(
      rated.rating,
      ComputeCriticalValue(rated.rating, kOneWayLevel, kOneWayDraws));
  return rated;
}

void ExpectFiniteClaims(const RatedTables& rated) {
  for (const BotRating& bot : rated.rating.bots) {
    EXPECT_LE(bot.interval.lo, bot.interval.hi);
    EXPECT_TRUE(std::isfinite(bot.bound.value_or(0)));
    if (!bot.value) continue;
    EXPECT_TRUE(std::isfinite(*bot.value));
    EXPECT_LE(bot.interval.lo, *bot.value + 1e-9);
    EXPECT_GE(bot.interval.hi, *bot.value - 1e-9);
  }
  for (std::size_t i = 0; i < rated.better.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_FALSE(rated.better[i][j] && rated.better[j][i]);
    }
  }
}

// Calls visit(cells) with all tables of at most `most` pairs.
template <typename Visit>
void ForAllTables(std::int64_t most, bool with_halves, const Visit& visit) {
  const std::int64_t halves = with_halves ? most : 0;
  FiveCells t{};
  for (t[0] = 0; t[0] <= most; ++t[0]) {
    for (t[1] = 0; t[1] <= halves; ++t[1]) {
      for (t[2] = 0; t[2] <= most; ++t[2]) {
        for (t[3] = 0; t[3] <= halves; ++t[3]) {
          for (t[4] = 0; t[4] <= most; ++t[4]) {
            if (t[0] + t[1] + t[2] + t[3] + t[4] <= most) visit(t);
          }
        }
      }
    }
  }
}

TEST(SmallTableTest, TwoBotsHaveTheFiguresOfTheirPairing) {
  ForAllTables(7, true, [](const FiveCells& cells) {
    const RatedTables rated = RateTables(2, {cells}, 1, 1);
    ExpectFiniteClaims(rated);
    const PairSums sums = SumsOfCells(cells);
    if (sums.pairs == 0) return;
    const Interval expected = EstimatePlusTwo(sums, kOneWayLevel).elo_interval;
    const BotRating& first = rated.rating.bots[0];
    if (first.status == RatingStatus::kRated) {
      EXPECT_DOUBLE_EQ(first.interval.lo, expected.lo);
      EXPECT_DOUBLE_EQ(first.interval.hi, expected.hi);
    } else if (first.bound) {
      const bool won = first.status == RatingStatus::kAbove;
      EXPECT_NEAR(*first.bound, won ? expected.lo : expected.hi, 1e-9);
    } else {
      EXPECT_EQ(expected, Interval());
    }
    const std::int64_t decisive = sums.pairs - cells[2];
    if (decisive < 6) {
      EXPECT_FALSE(rated.better[0][1] || rated.better[1][0])
          << "certain from " << decisive << " pairs";
    }
  });
}

TEST(SmallTableTest, BoundOfASweepAppearsWithItsRanks) {
  for (std::int64_t pairs = 1; pairs <= 12; ++pairs) {
    const RatedTables rated = RateTables(2, {{0, 0, 0, 0, pairs}});
    const bool is_better = rated.better[0][1];
    EXPECT_EQ(is_better, pairs >= 6);
    EXPECT_EQ(rated.rating.bots[1].bound.has_value(), is_better) << pairs;
  }
}

TEST(SmallTableTest, TheSameEvidenceTwiceSaysNoLess) {
  ForAllTables(7, true, [](const FiveCells& cells) {
    const RatedTables once = RateTables(2, {cells}, 1, 1);
    const RatedTables twice = RateTables(2, {cells}, 2, 1);
    const double lead =
        static_cast<double>(2 * (cells[4] - cells[0]) + cells[3] - cells[1]);
    const Interval few = once.rating.bots[0].interval;
    const Interval many = twice.rating.bots[0].interval;
    if (lead > 0) {
      EXPECT_GE(many.lo, few.lo);
    } else if (lead < 0) {
      EXPECT_LE(many.hi, few.hi);
    }
    EXPECT_LE(once.better[0][1], twice.better[0][1]);
    EXPECT_LE(once.better[1][0], twice.better[1][0]);
  });
}

TEST(SmallTableTest, ThreeBotsLoseNoMarkByMoreOfTheSame) {
  std::vector<FiveCells> small;
  ForAllTables(2, false,
               [&](const FiveCells& cells) { small.push_back(cells); });
  for (const FiveCells& a : small) {
    for (const FiveCells& b : small) {
      for (const FiveCells& c : small) {
        RatedTables before = RateTables(3, {a, b, c});
        ExpectFiniteClaims(before);
        for (const std::int64_t times : {4, 16}) {
          RatedTables after = RateTables(3, {a, b, c}, times);
          ExpectFiniteClaims(after);
          for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 3; ++j) {
              EXPECT_LE(before.better[i][j], after.better[i][j]);
            }
          }
          before = std::move(after);
        }
      }
    }
  }
}

TEST(OneWayTest, ASweepClosesTheRanksFromSixPairsOn) {
  EXPECT_FALSE(RateTables(2, {{0, 0, 0, 0, 5}}).better[0][1]);
  EXPECT_TRUE(RateTables(2, {{0, 0, 0, 0, 6}}).better[0][1]);
  EXPECT_TRUE(RateTables(2, {{0, 0, 0, 0, 1'000'000}}).better[0][1]);
  EXPECT_TRUE(RateTables(2, {{3, 0, 0, 0, 1'000'000}}).better[0][1]);
}

TEST(OneWayTest, TheLongestSweepHasAFiniteBound) {
  const RatedTables rated =
      RateTables(2, {{0, 0, 0, 0, std::int64_t{1} << 53}});
  ASSERT_TRUE(rated.rating.bots[1].bound.has_value());
  EXPECT_LT(*rated.rating.bots[1].bound, -6000);
}

TEST(OneWayTest, GroupsThatNeverScoredAreRankedBelow) {
  // 0 and 1 won all against 2, and share their own results.
  const RatedTables rated =
      RateTables(3, {{50, 0, 0, 0, 50}, {0, 0, 0, 0, 20}, {0, 0, 0, 0, 20}});
  EXPECT_EQ(ComputeRankBands(rated.rating, rated.better),
            (RankBands{RankBand{1, 2}, RankBand{1, 2}, RankBand{3, 3}}));
  // Two groups of two that both scored within: no rating, but an order.
  LeagueSums sums{.bots = 4};
  const auto meet = [&sums](int first, int second, std::int64_t won,
                            std::int64_t lost) {
    sums.pairings.push_back(
        {first, second, SumsOfCells(FiveCells{lost, 0, 0, 0, won})});
    sums.deals += won + lost;
  };
  meet(0, 1, 50, 50);
  meet(2, 3, 50, 50);
  meet(0, 2, 20, 0);
  meet(0, 3, 20, 0);
  meet(1, 2, 20, 0);
  meet(1, 3, 20, 0);
  const LeagueRating rating = RateLeague(sums, {.level = kOneWayLevel});
  EXPECT_EQ(rating.bots[0].status, RatingStatus::kOrderOnly);
  const BetterThan better = KnownBetter(
      rating, ComputeCriticalValue(rating, kOneWayLevel, kOneWayDraws));
  EXPECT_EQ(ComputeRankBands(rating, better),
            (RankBands{RankBand{1, 2}, RankBand{1, 2}, RankBand{3, 4},
                       RankBand{3, 4}}));
}

TEST(OneWayTest, AllResultsTogetherCloseTheRankOfAPerfectBot) {
  // Three pairs against each of ten: too few one by one.
  LeagueSums sums{.bots = 11};
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < i; ++j) {
      sums.pairings.push_back({i, j, SumsOfCells(FiveCells{15, 0, 0, 0, 15})});
      sums.deals += 30;
    }
    sums.pairings.push_back({10, i, SumsOfCells(FiveCells{0, 0, 0, 0, 3})});
    sums.deals += 3;
  }
  const LeagueRating rating = RateLeague(sums, {.level = kOneWayLevel});
  const BetterThan better = KnownBetter(
      rating, ComputeCriticalValue(rating, kOneWayLevel, kOneWayDraws));
  EXPECT_EQ(ComputeRankBands(rating, better)[10], (RankBand{1, 1}));
}

TEST(OneWayTest, SharedDealsCountOnce) {
  // Four bots lost the same six deals to the fifth.
  LeagueSums own{.bots = 5};
  LeagueSums shared{.bots = 5};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < i; ++j) {
      own.pairings.push_back({i, j, SumsOfCells(FiveCells{50, 0, 0, 0, 50})});
    }
    own.pairings.push_back({4, i, SumsOfCells(FiveCells{0, 0, 0, 0, 6})});
  }
  own.deals = 624;
  shared = own;
  std::optional<int> last;
  for (std::size_t k = 0; k < shared.pairings.size(); ++k) {
    if (shared.pairings[k].first != 4) continue;
    const int at = static_cast<int>(k);
    if (last) {
      shared.crosses.push_back({.k = *last,
                                .l = at,
                                .deals = 6,
                                .sum_k = 24,
                                .sum_l = 24,
                                .sum_products = 96});
    }
    last = at;
  }
  const auto bound = [](const LeagueSums& sums) {
    return *RateLeague(sums, {.level = kOneWayLevel}).bots[4].bound;
  };
  EXPECT_GT(bound(own), bound(shared) + 100);
}

TEST(OneWayTest, FalseBoundsAreRare) {
  SplitMix64 random(46);
  constexpr int kLeagues = 1'500;
  for (const int bots : {2, 3, 5}) {
    int wrong = 0;
    int bounds = 0;
    for (int league = 0; league < kLeagues; ++league) {
      LeagueSums sums{.bots = bots};
      std::vector<double> elo(static_cast<std::size_t>(bots));
      for (double& x : elo) x = 1000 * (random.NextUnit() - 0.5);
      for (int i = 0; i < bots; ++i) {
        for (int j = i + 1; j < bots; ++j) {
          const double score = ScoreOfElo(elo[static_cast<std::size_t>(i)] -
                                          elo[static_cast<std::size_t>(j)]);
          std::int64_t won = 0;
          for (int pair = 0; pair < 6; ++pair) {
            won += random.NextUnit() < score ? 1 : 0;
          }
          sums.pairings.push_back(
              {i, j, SumsOfCells(FiveCells{6 - won, 0, 0, 0, won})});
          sums.deals += 6;
        }
      }
      const LeagueRating rating =
          RateLeague(sums, {.level = kOneWayLevel, .anchor = 0});
      for (std::size_t i = 0; i < elo.size(); ++i) {
        const std::optional<double>& bound = rating.bots[i].bound;
        if (!bound || !rating.islands[0].anchor) continue;
        ++bounds;
        const bool won = rating.bots[i].status == RatingStatus::kAbove;
        const double truth = elo[i] - elo[0];
        wrong += (won ? truth < *bound : truth > *bound) ? 1 : 0;
      }
    }
    EXPECT_GT(bounds, 40);
    EXPECT_LT(wrong, kLeagues / 20);
  }
}

}  // namespace
}  // namespace couillon::stats
