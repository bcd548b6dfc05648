// Ratings of three bots at a table: the scale of the lead, and that the six
// seatings cancel the places.

#include <gtest/gtest.h>

#include <cstddef>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/report/data/three_way_report.h"
#include "arena/table/bot_index.h"

namespace couillon::arena {
namespace {

constexpr double kThreeWayLevel = 0.95;
constexpr int kBots = 4;

// Points of a bot and a place without any noise.
using Law = std::array<int, kBots>;
constexpr std::array kPlacePoints = {-7, 3, 5};

// An item of every three bots, for each of `deals` deals. The points of a table
// are those of the bot, of its place and of two draws up to `noise`: of the
// deal, which all tables share, and of the bot at the table.
std::vector<ThreeWayItem> Items(const Law& law, int deals, int noise,
                                std::uint64_t seed) {
  stats::SplitMix64 random(seed);
  const auto draw = [&random, noise] {
    if (noise == 0) return 0;
    return static_cast<int>(
               random.NextBelow(static_cast<std::uint64_t>((2 * noise) + 1))) -
           noise;
  };
  std::vector<ThreeWayItem> items;
  for (int left_out = 0; left_out < kBots; ++left_out) {
    for (int deal = 0; deal < deals; ++deal) {
      ThreeWayItem item;
      item.deal = (deal * kBots) + left_out;
      const int shared = draw();
      std::size_t at = 0;
      for (int bot = 0; bot < kBots; ++bot) {
        if (bot == left_out) continue;
        item.bots[at] = bot;
        for (std::size_t place = 0; place < 3; ++place) {
          const int one =
              law[static_cast<std::size_t>(bot)] + kPlacePoints[place] + shared;
          item.points[at][place] = (2 * one) + draw() + draw();
        }
        ++at;
      }
      items.push_back(item);
    }
  }
  return items;
}

ThreeWayTable Rate(const std::vector<ThreeWayItem>& items) {
  ThreeWayTable table;
  RateThreeWay(kBots, items, /*with_places=*/true, kThreeWayLevel, table);
  return table;
}

TEST(ThreeWayRatingTest, ADifferenceOfLeadsIsWhatOneGainsOnTheOther) {
  const Law law = {3, -1, 5, -7};  // mean 0
  const ThreeWayTable table = Rate(Items(law, 20, 0, 1));
  EXPECT_EQ(table.items, 80);
  ASSERT_EQ(table.bots.size(), 4U);
  const std::array order = {2, 0, 1, 3};
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(table.bots[i].bot, BotIndex(order[i]));
    EXPECT_EQ(table.bots[i].items, 60);
    ASSERT_TRUE(table.bots[i].lead.has_value());
    // Against two bots of the mean, whose points are 0.
    EXPECT_NEAR(table.bots[i].lead->value,
                law[static_cast<std::size_t>(order[i])], 1e-9);
  }
  ASSERT_EQ(table.differences.size(), 6U);
  for (const ThreeWayDifference& difference : table.differences) {
    const double expected =
        law[Index(difference.first)] - law[Index(difference.second)];
    ASSERT_TRUE(difference.lead.has_value());
    EXPECT_NEAR(difference.lead->value, expected, 1e-9);
    EXPECT_NEAR(*difference.at_shared_tables.mean, expected, 1e-9);
    EXPECT_EQ(difference.at_shared_tables.pairs, 40);
  }
}

TEST(ThreeWayRatingTest, PlacesAreRelativeToTheirMean) {
  const ThreeWayTable table = Rate(Items({0, 0, 0, 0}, 20, 0, 1));
  ASSERT_EQ(table.places.size(), 3U);
  for (std::size_t place = 0; place < 3; ++place) {
    EXPECT_NEAR(*table.places[place].mean, kPlacePoints[place] - 1.0 / 3,
                1e-12);
    EXPECT_EQ(table.places[place].pairs, 80);
  }
}

// All results of a bot may be equal by chance: two of them prove nothing.
TEST(ThreeWayRatingTest, WithoutVarianceAnIntervalIsNoPoint) {
  const auto count = [](int deals) {
    int significant = 0;
    for (const ThreeWayDifference& difference :
         Rate(Items({2, -1, 3, -4}, deals, 0, 1)).differences) {
      EXPECT_GT(difference.lead->standard_error.value_or(1), 0);
      EXPECT_LT(difference.lead->interval.lo, difference.lead->value);
      if (difference.significant) ++significant;
    }
    return significant;
  };
  EXPECT_EQ(count(1), 0);  // one deal at each table
  EXPECT_EQ(count(20), 6);
  for (const ThreeWayDifference& difference :
       Rate(Items({0, 0, 0, 0}, 20, 0, 1)).differences) {
    EXPECT_LT(difference.lead->interval.lo, 0);
    EXPECT_GT(difference.lead->interval.hi, 0);
  }
}

TEST(ThreeWayRatingTest, BotsThatNeverMetAreNotCompared) {
  std::vector<ThreeWayItem> items = Items({3, -1, 5, -7}, 20, 2, 1);
  std::erase_if(items, [](const ThreeWayItem& item) {
    return item.bots != std::array{0, 1, 2};
  });
  const ThreeWayTable table = Rate(items);
  EXPECT_EQ(table.bots.back().bot, BotIndex(3));
  EXPECT_FALSE(table.bots.back().lead.has_value());
  EXPECT_EQ(table.bots.back().items, 0);
  int compared = 0;
  for (const ThreeWayDifference& difference : table.differences) {
    const bool met = difference.second != BotIndex(3);
    EXPECT_EQ(difference.lead.has_value(), met);
    EXPECT_EQ(difference.at_shared_tables.mean.has_value(), met);
    if (met) ++compared;
  }
  EXPECT_EQ(compared, 3);
}

TEST(ThreeWayRatingTest, RanksFollowFromTheSignificantDifferences) {
  std::vector<ThreeWayItem> items = Items({3, 3, -7, 0}, 40, 2, 1);
  std::erase_if(items, [](const ThreeWayItem& item) {
    return item.bots != std::array{0, 1, 2};
  });
  const ThreeWayTable table = Rate(items);
  EXPECT_EQ(table.bots[0].rank, (stats::RankBand{.best = 1, .worst = 2}));
  EXPECT_EQ(table.bots[1].rank, (stats::RankBand{.best = 1, .worst = 2}));
  EXPECT_EQ(table.bots[2].rank, (stats::RankBand{.best = 3, .worst = 3}));
  EXPECT_FALSE(table.bots[3].rank.has_value()) << "has not played";
}

// The same model with an effect of every place: nine results of each deal
// instead of three.
TEST(ThreeWayRatingTest, SixSeatingsCancelThePlaces) {
  const std::vector<ThreeWayItem> items = Items({1, 0, 2, -3}, 25, 9, 7);
  std::vector<stats::SoloResult> results;
  for (const ThreeWayItem& item : items) {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t place = 0; place < 3; ++place) {
        results.push_back(
            {.deal = item.deal,
             .bot = item.bots[i],
             .seat = static_cast<int>(place),
             .opponents = {item.bots[(i + 1) % 3], item.bots[(i + 2) % 3]},
             .game_points = item.points[i][place] / 2.0});
      }
    }
  }
  const stats::AdditiveRatings expected =
      stats::RateSolo({.bots = kBots, .seats = 3}, results, kThreeWayLevel);
  for (const ThreeWayBot& bot : Rate(items).bots) {
    const auto& strength = expected.bots[Index(bot.bot)];
    ASSERT_TRUE(strength && bot.lead);
    EXPECT_NEAR(bot.lead->value, 1.5 * strength->value, 1e-9);
    // The virtual deals differ: those of the other fit have places as well.
    EXPECT_NEAR(*bot.lead->standard_error / (1.5 * *strength->standard_error),
                1, 0.05);
  }
}

// 2,000 leagues of four equal bots on 10 deals at each of four tables.
TEST(ThreeWayRatingTest, IntervalsCoverAndMarksAreRare) {
  constexpr int kLeagues = 2000;
  int covered = 0;
  int marked = 0;
  for (int league = 0; league < kLeagues; ++league) {
    const ThreeWayTable table =
        Rate(Items({0, 0, 0, 0}, 10, 6, static_cast<std::uint64_t>(league)));
    const auto& interval = table.differences[1].lead->interval;
    if (interval.lo <= 0 && interval.hi >= 0) ++covered;
    bool any = false;
    for (const ThreeWayDifference& difference : table.differences) {
      any = any || difference.significant;
    }
    if (any) ++marked;
  }
  // differences[1] is that of the first and the third in order, which is
  // larger than a difference fixed in advance.
  EXPECT_GT(covered, kLeagues * 0.90);
  EXPECT_LT(marked, kLeagues * 0.065);
  EXPECT_GT(marked, kLeagues * 0.02);
}

}  // namespace
}  // namespace couillon::arena
