// Whole Swiss tournaments of made-up entrants, with bots that come and go.
#include "arena/standing/planner/swiss_planner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "arena/measure/selftest/self_check.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/standing/planner/simulated_season.h"

namespace couillon::arena {
namespace {

Season SwissOf(int entrants, int rounds) {
  Season season{.format = RoundFormat::kSwiss,
                .target = 20,
                .round_items = 5,
                .rounds_wanted = rounds};
  for (int i = 0; i < entrants; ++i) season.playing.push_back(i);
  return season;
}

TEST(SwissPlannerTest, NobodyMeetsTwiceAndAllPlayEveryRound) {
  for (const int entrants : {8, 13, 30}) {
    std::vector<double> strengths;
    for (int i = 0; i < entrants; ++i) strengths.push_back(0.2 * (i % 7));
    SimulatedSeason simulated(strengths, 5);
    Season season = SwissOf(entrants, 6);
    std::set<std::pair<int, int>> met;
    std::set<int> rested;
    while (simulated.PlayNext(season)) {
      const RoundPlan& plan = season.rounds.back().plan;
      EXPECT_EQ(plan.items, 20U);
      std::set<int> seen(plan.byes.begin(), plan.byes.end());
      for (const int entrant : plan.byes) {
        EXPECT_TRUE(rested.insert(entrant).second) << "sits out twice";
      }
      for (const PlannedPairing& pairing : plan.pairings) {
        EXPECT_LT(pairing.first, pairing.second);
        EXPECT_TRUE(met.emplace(pairing.first, pairing.second).second);
        EXPECT_EQ(pairing.first_item, 0U);
        EXPECT_TRUE(seen.insert(pairing.first).second);
        EXPECT_TRUE(seen.insert(pairing.second).second);
      }
      EXPECT_EQ(seen.size(), static_cast<std::size_t>(entrants));
    }
    EXPECT_EQ(season.rounds.size(), 6U);
  }
}

TEST(SwissPlannerTest, TheLastDoesNotSitOutTwice) {
  std::vector<double> strengths(9, 0);
  strengths[8] = -8;  // sits out the first round, then loses all
  SimulatedSeason simulated(strengths, 5);
  Season season = SwissOf(9, 6);
  std::set<int> rested;
  while (simulated.PlayNext(season)) {
    ASSERT_EQ(season.rounds.back().plan.byes.size(), 1U);
    EXPECT_TRUE(rested.insert(season.rounds.back().plan.byes[0]).second);
  }
  EXPECT_EQ(rested.count(8), 1U);
  EXPECT_EQ(SwissStandings(season).back().entrant, 8);
}

stats::LeagueSums SumsOf(const Season& season) {
  stats::LeagueSums sums{.bots = static_cast<int>(season.playing.size())};
  for (const PlayedRound& round : season.rounds) {
    for (std::size_t k = 0; k < round.leads.size(); ++k) {
      const PlannedPairing& pairing = round.plan.pairings[k];
      sums.pairings.push_back({pairing.first, pairing.second, round.leads[k]});
      sums.deals += round.leads[k].pairs;
    }
  }
  return sums;
}

// Who meets whom depends on the results. The intervals do not allow for it, and
// need not.
TEST(SwissPlannerTest, RatingsCoverAlthoughLikeScoresMeet) {
  const std::vector<double> strengths = {0.5, 0, 0, 0.2, -0.2, 0, -0.5, 0};
  const CheckRow row = DifferenceRow(
      {"coverage of 95% intervals", "8 bots, Swiss", Share(0.93, 0.98)},
      {.draw =
           [&strengths](stats::SplitMix64& random) {
             SimulatedSeason simulated(strengths,
                                       static_cast<unsigned>(random.Next()));
             Season season = SwissOf(8, 5);
             while (simulated.PlayNext(season)) continue;
             return SumsOf(season);
           },
       .truth = strengths,
       .scale = stats::ResultScale::kPoints},
      0, 6);
  const auto checks = RunSeries({.rows = {row}}, {.runs = 300});
  EXPECT_TRUE(checks[0].passed()) << checks[0].found;
}

TEST(SwissPlannerTest, AsManyRoundsAsFindAWinner) {
  EXPECT_EQ(SwissRounds(SwissOf(1, 0)), 0);
  EXPECT_EQ(SwissRounds(SwissOf(2, 0)), 1);
  EXPECT_EQ(SwissRounds(SwissOf(8, 0)), 3);
  EXPECT_EQ(SwissRounds(SwissOf(9, 0)), 4);
  EXPECT_EQ(SwissRounds(SwissOf(9, 7)), 7);
}

TEST(SwissPlannerTest, ASwissThatIsOverStaysOver) {
  Season season = SwissOf(4, 0);
  SimulatedSeason simulated(std::vector<double>(12, 0), 5);
  ASSERT_TRUE(simulated.PlayNext(season));
  for (int late = 4; late < 12; ++late) season.playing.push_back(late);
  EXPECT_EQ(SwissRounds(season), 2) << "as the four who began were promised";
  ASSERT_TRUE(simulated.PlayNext(season));
  EXPECT_FALSE(simulated.PlayNext(season));
  season.playing.resize(2);
  EXPECT_EQ(SwissRounds(season), 2);
}

TEST(SwissPlannerTest, APairingWonIsTwoHalfPointsATieOneAndABye2) {
  Season season = SwissOf(5, 3);
  PlayedRound round;
  round.plan = {
      .items = 20,
      .pairings = {{.first = 0, .second = 2}, {.first = 1, .second = 3}},
      .byes = {4}};
  stats::PairSums lost{.denominator = 2};
  lost.Add(-1);
  stats::PairSums tied{.denominator = 2};
  tied.Add(3);
  tied.Add(-3);
  round.leads = {lost, tied};
  season.rounds.push_back(round);
  std::map<int, std::pair<int, int>> found;
  std::vector<int> order;
  for (const SwissScore& score : SwissStandings(season)) {
    found[score.entrant] = {score.half_points, score.opponents};
    order.push_back(score.entrant);
  }
  const std::map<int, std::pair<int, int>> expected = {
      {0, {0, 2}}, {1, {1, 1}}, {2, {2, 0}}, {3, {1, 1}}, {4, {2, 0}}};
  EXPECT_EQ(found, expected);
  EXPECT_EQ(order, (std::vector<int>{2, 4, 1, 3, 0}));
}

TEST(SwissPlannerTest, BotsComeAndGo) {
  SimulatedSeason simulated(std::vector<double>(9, 0), 8);
  Season season = SwissOf(7, 5);
  ASSERT_TRUE(simulated.PlayNext(season));
  std::erase(season.playing, 3);
  season.playing.push_back(7);
  season.playing.push_back(8);
  while (simulated.PlayNext(season)) {
    const RoundPlan& plan = season.rounds.back().plan;
    EXPECT_EQ(plan.pairings.size(), 4U);
    for (const PlannedPairing& pairing : plan.pairings) {
      EXPECT_NE(pairing.first, 3);
      EXPECT_NE(pairing.second, 3);
    }
  }
  EXPECT_EQ(SwissStandings(season).size(), 8U);
}

TEST(SwissPlannerTest, TheBestBotLeads) {
  std::vector<double> strengths(16, 0);
  strengths[11] = 5;
  SimulatedSeason simulated(strengths, 8);
  Season season = SwissOf(16, 0);
  while (simulated.PlayNext(season)) {
  }
  EXPECT_EQ(season.rounds.size(), 4U);
  EXPECT_EQ(SwissStandings(season).front().entrant, 11);
  EXPECT_EQ(SwissStandings(season).front().half_points, 8);
}

}  // namespace
}  // namespace couillon::arena
