// The sums over every two pairings, against sums over the deals themselves.
#include "arena/numbers/stats/league/cross_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/pairs/result_scale.h"

namespace couillon::stats {
namespace {

constexpr std::size_t kPairings = 10;  // of five bots

// Blocks of deals; in every third one some pairings are missing.
class PlayedBlocks {
 public:
  explicit PlayedBlocks(int blocks) : table_(kPairings) {
    for (std::size_t k = 0; k < kPairings; ++k) {
      for (std::size_t l = k + 1; l < kPairings; ++l) {
        listed_.push_back({.k = static_cast<int>(k), .l = static_cast<int>(l)});
      }
    }
    int first = 0;
    int second = 1;
    for (std::size_t k = 0; k < kPairings; ++k) {
      league_.pairings.push_back({first, second, {.denominator = 4}});
      if (++second == 5) {
        ++first;
        second = first + 1;
      }
    }
    league_.bots = 5;
    for (int block = 0; block < blocks; ++block) Add(block);
  }

  [[nodiscard]] const CrossTable& table() const { return table_; }
  [[nodiscard]] const std::vector<CrossSums>& listed() const { return listed_; }
  [[nodiscard]] LeagueSums League(CrossList crosses) const {
    LeagueSums league = league_;
    league.crosses = std::move(crosses);
    return league;
  }

 private:
  void Add(int block) {
    constexpr std::int64_t kDeals = 20;
    CrossTable::Deals deals{.present = std::vector<bool>(kPairings, true),
                            .deals = kDeals,
                            .sums = std::vector<std::int64_t>(kPairings)};
    for (std::size_t k = 0; block % 3 == 2 && k < kPairings; ++k) {
      deals.present[k] = random_.NextBelow(2) == 0;
    }
    for (std::int64_t deal = 0; deal < kDeals; ++deal) {
      std::vector<std::int64_t> y(kPairings);
      for (std::size_t k = 0; k < kPairings; ++k) {
        y[k] = static_cast<std::int64_t>(random_.NextBelow(5));
        if (!deals.present[k]) continue;
        deals.sums[k] += y[k];
        league_.pairings[k].score.Add(y[k]);
      }
      for (std::size_t at = 0; at < listed_.size(); ++at) {
        CrossSums& cross = listed_[at];
        const auto k = static_cast<std::size_t>(cross.k);
        const auto l = static_cast<std::size_t>(cross.l);
        if (!deals.present[k] || !deals.present[l]) continue;
        ++cross.deals;
        cross.sum_k += y[k];
        cross.sum_l += y[l];
        cross.sum_products += y[k] * y[l];
        table_.products()[at] += y[k] * y[l];
      }
    }
    league_.deals += kDeals;
    table_.AddDeals(deals);
  }

  CrossTable table_;
  std::vector<CrossSums> listed_;
  LeagueSums league_;
  SplitMix64 random_{3};
};

TEST(CrossTableTest, HasTheSumsOfTheDealsThatBothPlayed) {
  const PlayedBlocks played(9);
  std::size_t at = 0;
  for (const CrossSums& cross : played.table()) {
    ASSERT_LT(at, played.listed().size());
    EXPECT_EQ(cross, played.listed()[at]);
    EXPECT_EQ(played.table().PlaceOf(static_cast<std::size_t>(cross.k),
                                     static_cast<std::size_t>(cross.l)),
              at);
    ++at;
  }
  EXPECT_EQ(at, played.table().size());
}

TEST(CrossTableTest, MergedTablesHaveTheSumsOfBoth) {
  const PlayedBlocks played(9);
  CrossTable twice = played.table();
  twice.Merge(played.table());
  for (const CrossSums& cross : twice) {
    const CrossSums once = played.table().At(static_cast<std::size_t>(cross.k),
                                             static_cast<std::size_t>(cross.l));
    EXPECT_EQ(cross.deals, 2 * once.deals);
    EXPECT_EQ(cross.sum_k, 2 * once.sum_k);
    EXPECT_EQ(cross.sum_products, 2 * once.sum_products);
  }
}

TEST(CrossTableTest, NoPairingsHaveNoSums) {
  EXPECT_TRUE(CrossTable().empty());
  EXPECT_TRUE((CrossTable(0).begin() == CrossTable(0).end()));
  EXPECT_TRUE(CrossTable(1).empty());
}

TEST(CrossTableTest, RatesALeagueToTheSameBitsAsListedSums) {
  const PlayedBlocks played(30);
  const LeagueOptions options{.level = 0.95, .anchor = 0};
  const LeagueRating listed =
      RateLeague(played.League(CrossList(played.listed())), options);
  const LeagueRating table = RateLeague(
      played.League(
          CrossList(std::make_shared<const CrossTable>(played.table()))),
      options);
  EXPECT_EQ(table.shared_crosses, 45);
  EXPECT_EQ(listed.shared_crosses, 45);
  for (std::size_t bot = 0; bot < 5; ++bot) {
    EXPECT_EQ(table.bots[bot].value, listed.bots[bot].value);
    EXPECT_EQ(table.bots[bot].standard_error, listed.bots[bot].standard_error);
    EXPECT_EQ(table.bots[bot].interval.lo, listed.bots[bot].interval.lo);
    EXPECT_EQ(table.bots[bot].degrees_of_freedom,
              listed.bots[bot].degrees_of_freedom);
  }
  EXPECT_EQ(table.islands[0].misfit.p, listed.islands[0].misfit.p);
}

}  // namespace
}  // namespace couillon::stats
