// What places gained, from counts of kinds of deals, against the same figures
// computed deal by deal.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "arena/numbers/stats/pairs/mean.h"
#include "arena/report/data/rating_table.h"
#include "arena/table/kinds_by_view.h"
#include "arena/table/seating.h"
#include "arena/table/team.h"
#include "engine/cards/seat.h"
#include "engine/play/deal_result.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

constexpr double kLevel = 0.95;
constexpr BotIndex kFirst{0};
constexpr BotIndex kSecond{1};

// The kinds of a deal in every view.
using Deal = std::vector<std::uint8_t>;

// Deals whose kinds are drawn at random, some of them forfeits.
class RandomDeals {
 public:
  explicit RandomDeals(const CompiledRules& rules) : views_(rules) {
    std::mt19937 random(7);
    for (int deal = 0; deal < 50; ++deal) {
      Deal& kinds = deals_.emplace_back();
      for (int view = 0; view < views_.views(); ++view) {
        kinds.push_back(static_cast<std::uint8_t>(
            random() % static_cast<unsigned>(views_.kinds())));
      }
    }
  }

  [[nodiscard]] const KindsByView& views() const { return views_; }
  [[nodiscard]] const std::vector<Deal>& deals() const { return deals_; }
  [[nodiscard]] DealCounts Counts() const {
    DealCounts counts(views_.kinds(), views_.views());
    for (const Deal& deal : deals_) counts.Add(deal);
    return counts;
  }

 private:
  KindsByView views_;
  std::vector<Deal> deals_;
};

// What side `side`, counted from the dealer's, gains in a deal of a kind.
double GainOf(const CompiledRules& rules, const KindsByView& views, int kind,
              Side side) {
  const DealScore score = views.deal_kinds().ScoreOf(kind, 0);
  double own = 0;
  double others = 0;
  for (Side each = 0; each < rules.sides; ++each) {
    const double net = score.erase[each] - score.add[each];
    (each == side ? own : others) += net;
  }
  return rules.sides == 2 ? own - others : own - (own + others) / 3;
}

// The results at a place deal by deal; of both teams, or of one.
stats::MeanEstimate ByDeal(const CompiledRules& rules, const RandomDeals& deals,
                           int place, std::vector<Team> teams) {
  const Side side = rules.SideOf(rules.FromEldest(0, place));
  std::vector<stats::Cluster> clusters;
  for (const Deal& deal : deals.deals()) {
    stats::Cluster& cluster = clusters.emplace_back();
    for (int view = 0; view < deals.views().views(); ++view) {
      const int kind = deal[static_cast<std::size_t>(view)];
      const Team holder =
          HolderOf(rules.sides, static_cast<Seating>(view), side);
      if (kind >= deals.views().deal_kinds().count()) continue;
      if (std::find(teams.begin(), teams.end(), holder) == teams.end()) {
        continue;
      }
      ++cluster.size;
      cluster.total += GainOf(rules, deals.views(), kind, side);
    }
  }
  return stats::EstimateClusteredMean(clusters, kLevel);
}

void ExpectSame(const PlaceResult& place, const stats::MeanEstimate& expected) {
  ASSERT_TRUE(place.points && expected.mean) << place.place;
  EXPECT_NEAR(*place.points, *expected.mean, 1e-9) << place.place;
  // Deals of forfeits alone are clusters here, and are left out there.
  EXPECT_NEAR(*place.standard_error, *expected.standard_error,
              0.05 * *expected.standard_error)
      << place.place;
}

class PlaceResultsTest : public ::testing::TestWithParam<const char*> {};

TEST_P(PlaceResultsTest, AreThoseOfTheDealsOneByOne) {
  const CompiledRules rules = tests::Rules(GetParam());
  const RandomDeals deals(rules);
  PlaceTally tally(rules, 2, /*shared_deals=*/false);
  tally.Add(std::array{kFirst}, std::array{kSecond}, deals.Counts());
  const PlacesOfTable table = tally.Results(kLevel);
  ASSERT_EQ(table.all.size(), rules.sides);
  EXPECT_EQ(table.all.front().place, "eldest_side");
  EXPECT_EQ(table.all.back().place, "dealer_side");
  for (int place = 0; place < rules.sides; ++place) {
    const auto at = static_cast<std::size_t>(place);
    ExpectSame(table.all[at],
               ByDeal(rules, deals, place, {Team::kFirst, Team::kSecond}));
    ExpectSame(table.bots[0][at], ByDeal(rules, deals, place, {Team::kFirst}));
    ExpectSame(table.bots[1][at], ByDeal(rules, deals, place, {Team::kSecond}));
  }
}

INSTANTIATE_TEST_SUITE_P(Rulesets, PlaceResultsTest,
                         ::testing::Values("basic-gerver", "mit-malmedy",
                                           "kujong", "troeven-2-stock",
                                           "six-24", "troeven-3-solo"));

// The other side of a deal loses what one side gains.
TEST(PlaceResults, TwoSidesMirrorEachOther) {
  const CompiledRules rules = tests::Rules("fr");
  const RandomDeals deals(rules);
  PlaceTally tally(rules, 2, /*shared_deals=*/false);
  tally.Add(std::array{kFirst}, std::array{kSecond}, deals.Counts());
  const PlaceResults all = tally.Results(kLevel).all;
  EXPECT_NEAR(*all[0].points, -*all[1].points, 1e-12);
  EXPECT_EQ(all[0].tables, all[1].tables);
}

TEST(PlaceResults, SeveralPairingsOnTheSameDealsHaveNoError) {
  const CompiledRules rules = tests::Rules("fr");
  const DealCounts counts = RandomDeals(rules).Counts();
  for (const bool shared : {false, true}) {
    PlaceTally tally(rules, 3, shared);
    tally.Add(std::array{kFirst}, std::array{kSecond}, counts);
    tally.Add(std::array{kFirst}, std::array{BotIndex(2)}, counts);
    const PlacesOfTable table = tally.Results(kLevel);
    EXPECT_EQ(table.all[0].standard_error.has_value(), !shared);
    EXPECT_EQ(table.bots[0][0].standard_error.has_value(), !shared);
    EXPECT_TRUE(table.bots[1][0].standard_error.has_value());
  }
}

TEST(PlaceResults, MatchesHaveNone) {
  const CompiledRules rules = tests::Rules("fr");
  PlaceTally tally(rules, 2, /*shared_deals=*/false);
  tally.Add(std::array{kFirst}, std::array{kSecond}, DealCounts());
  EXPECT_TRUE(tally.Results(kLevel).all.empty());
}

}  // namespace
}  // namespace couillon::arena
