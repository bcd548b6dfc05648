// Tables of three different bots: who holds which side, and what each of them
// scores.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "arena/table/outcome.h"
#include "arena/table/quantity.h"
#include "arena/table/seating.h"
#include "arena/table/table.h"
#include "arena/table/team.h"
#include "bots/cpp/bundled/bundled.h"
#include "bots/cpp/strategy.h"
#include "engine/cards/seat.h"
#include "engine/deal/deal_source.h"
#include "engine/play/deal_result.h"
#include "engine/rules/compiled_rules.h"
#include "tests/support/all_rulesets.h"

namespace couillon::arena {
namespace {

constexpr int kThree = 3;  // sides and teams

class ThreeWayTableTest : public ::testing::Test {
 protected:
  // Plays a table to its end; the strategies are by team.
  Outcome PlayOut(TableSpec spec, const std::array<const char*, 3>& names) {
    spec.rules = &rules_;
    spec.deals = &deals_;
    spec.teams = kThree;
    PerTeam<std::unique_ptr<bots::Strategy>> strategies;
    for (const Team team : kAllTeams) {
      strategies[team] =
          *bots::MakeStrategy(names[static_cast<std::size_t>(team)]);
    }
    Table table(spec);
    while (!table.done()) {
      bots::Strategy& bot = *strategies[table.team()];
      EXPECT_TRUE(table.Apply(bot.Decide(rules_, table.Observe())));
    }
    return table.outcome();
  }

  const CompiledRules rules_ = tests::Rules("troeven-3-solo");
  const DealSource deals_{"three"};
};

TEST(ThreeWaySeatingTest, TheSixSeatingsAreAllPermutations) {
  std::set<std::array<Team, 3>> seatings;
  std::map<std::pair<Team, int>, int> often;  // team, and side in each half
  for (const Seating seating : Seatings(kThree)) {
    std::array<Team, 3> holders{};
    for (Side side = 0; side < kThree; ++side) {
      holders[side] = HolderOf(kThree, kThree, seating, side);
      const int half = static_cast<int>(seating) / 3;
      ++often[{holders[side], kThree * half + side}];
    }
    seatings.insert(holders);
  }
  EXPECT_EQ(seatings.size(), 6U);
  EXPECT_EQ(often.size(), 18U);
  for (const auto& [key, times] : often) EXPECT_EQ(times, 1);
}

TEST(ThreeWaySeatingTest, TwoTeamsHoldTheSidesThatTheyHeld) {
  for (const int sides : {2, 3}) {
    for (const Seating seating : Seatings(sides)) {
      for (Side side = 0; side < sides; ++side) {
        EXPECT_EQ(HolderOf(sides, 2, seating, side),
                  HolderOf(sides, seating, side));
      }
    }
  }
}

TEST_F(ThreeWayTableTest, EachTeamHasThePointsOfItsOwnSide) {
  DealResult result;
  result.card_points = {20, 12, 8};
  DealScore score;
  score.winner = 0;
  score.erase = {1, 0, 0};
  score.add = {0, 1, 0};
  for (const Seating seating : Seatings(kThree)) {
    const Outcome outcome = ScoreForThree(rules_, result, score, seating);
    ASSERT_TRUE(outcome.three_way.has_value());
    const PerTeam<ThreeWayResult>& results = *outcome.three_way;
    constexpr std::array kPoints = {1, -1, 0};
    for (Side side = 0; side < kThree; ++side) {
      const Team team = HolderOf(kThree, kThree, seating, side);
      EXPECT_EQ(results[team].points, kPoints[side]);
      EXPECT_EQ(results[team].half_points, side == 0 ? 2 : 0);
    }
    int leads = 0;
    for (const Team team : kAllTeams) leads += LeadOf(results, team);
    EXPECT_EQ(leads, 0);
  }
  // The first team holds side 1 in the second seating: -1 - (1 + 0) / 2.
  const Outcome second = ScoreForThree(rules_, result, score, Seating(1));
  EXPECT_EQ(second.half_points, 0);
  EXPECT_EQ(second.lead_halves[Quantity::kGamePoints], -3);
  // 12 - (20 + 8) / 2 card points.
  EXPECT_EQ(second.lead_halves[Quantity::kCardPoints], -4);
}

TEST_F(ThreeWayTableTest, ThreeEqualBotsScoreTheSameWhenCoupled) {
  for (std::uint64_t item = 0; item < 20; ++item) {
    PerTeam<int> points;
    for (const Seating seating : Seatings(kThree)) {
      const Outcome outcome =
          PlayOut({.item = item, .seating = seating, .coupled = true},
                  {"random", "random", "random"});
      ASSERT_TRUE(outcome.three_way.has_value());
      for (const Team team : kAllTeams) {
        points[team] += (*outcome.three_way)[team].points;
      }
    }
    EXPECT_EQ(points[Team::kFirst], points[Team::kSecond]) << item;
    EXPECT_EQ(points[Team::kFirst], points[Team::kThird]) << item;
  }
}

TEST_F(ThreeWayTableTest, TheWinnerOfAMatchHasOnePoint) {
  std::set<Team> winners;
  for (std::uint64_t item = 0; item < 12; ++item) {
    const Outcome outcome = PlayOut({.item = item, .is_match = true},
                                    {"greedy", "random", "greedy"});
    ASSERT_TRUE(outcome.three_way.has_value());
    int points = 0;
    for (const Team team : kAllTeams) {
      const ThreeWayResult& result = (*outcome.three_way)[team];
      EXPECT_EQ(result.half_points, 2 * result.points);
      points += result.points;
      if (result.points == 1) winners.insert(team);
    }
    EXPECT_EQ(points, 1);
    EXPECT_GT(outcome.deals, 1);
  }
  EXPECT_GT(winners.size(), 1U);
}

TEST_F(ThreeWayTableTest, AForfeitCostsTheLargestStakeAgainstBothOthers) {
  const int stake = LargestStake(rules_.ruleset);
  for (const bool is_match : {false, true}) {
    for (const Team offender : kAllTeams) {
      const Outcome outcome =
          ForfeitOutcome(rules_, is_match, offender, kThree);
      EXPECT_EQ(outcome.forfeited_by, offender);
      ASSERT_TRUE(outcome.three_way.has_value());
      for (const Team team : kAllTeams) {
        const int lead = LeadOf(*outcome.three_way, team);
        const int cost = is_match ? 1 : stake;
        EXPECT_EQ(lead, team == offender ? -2 * cost : cost);
        EXPECT_EQ((*outcome.three_way)[team].half_points,
                  team == offender ? 0 : 2);
      }
    }
  }
}

}  // namespace
}  // namespace couillon::arena
