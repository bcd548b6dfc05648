// Whole individual tournaments, with bots that come and go, counted without the
// planner's own counts.
#include "arena/standing/planner/individual_planner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/additive.h"
#include "arena/numbers/stats/pairs/result_scale.h"
#include "arena/standing/planner/plan_round.h"

namespace couillon::arena {
namespace {

using EntrantPair = std::pair<int, int>;
using Teams = std::pair<std::vector<int>, std::vector<int>>;

Season TournamentOf(int entrants, std::uint64_t target, int seats = 4) {
  Season season{.format = RoundFormat::kIndividual,
                .target = target,
                .round_items = 1,
                .seats = seats};
  for (int i = 0; i < entrants; ++i) season.playing.push_back(i);
  return season;
}

// The entrants of a table by seat: even seats are one team, odd ones the other.
std::vector<int> SeatsOf(const PlannedTable& table) {
  std::vector<int> seats;
  for (std::size_t i = 0; i < table.first.size(); ++i) {
    seats.push_back(table.first[i]);
    seats.push_back(table.second.at(i));
  }
  return seats;
}

// Plans the rounds of a season and counts who has met whom in them.
class Counted {
 public:
  explicit Counted(Season season) : season_(std::move(season)) {}

  Season& season() { return season_; }
  [[nodiscard]] const std::vector<PlayedRound>& rounds() const {
    return season_.rounds;
  }

  // Plays a round; false if there is none.
  bool PlayNext() {
    const std::optional<RoundPlan> plan = PlanRound(season_);
    if (!plan) return false;
    EXPECT_EQ(PlanRound(season_), plan) << "the same, planned again";
    Check(*plan);
    season_.rounds.push_back({.plan = *plan, .leads = {}});
    return true;
  }
  void PlayAll() {
    while (PlayNext()) {
      ASSERT_LT(rounds().size(), 1'000U);
    }
  }

  // The fewest and the most deals of every two who play, as partners.
  [[nodiscard]] EntrantPair Partners() const { return RangeOf(partners_); }
  [[nodiscard]] EntrantPair Opponents() const { return RangeOf(opponents_); }
  // The fewest and the most deals of everybody who plays.
  [[nodiscard]] EntrantPair Deals() const {
    EntrantPair range(1'000'000, 0);
    for (const int entrant : season_.playing) Widen(range, deals_, entrant);
    return range;
  }
  // The rounds in which two teams have met.
  [[nodiscard]] std::map<Teams, int> Meetings() const {
    std::map<Teams, int> meetings;
    for (const PlayedRound& round : season_.rounds) {
      for (const PlannedTable& table : round.plan.tables) {
        ++meetings[Teams(table.first, table.second)];
      }
    }
    return meetings;
  }
  [[nodiscard]] int PartnersOf(int a, int b) const {
    const auto found = partners_.find(std::minmax(a, b));
    return found == partners_.end() ? 0 : found->second;
  }
  [[nodiscard]] int OpponentsOf(int a, int b) const {
    const auto found = opponents_.find(std::minmax(a, b));
    return found == opponents_.end() ? 0 : found->second;
  }

 private:
  using Counts = std::map<EntrantPair, int>;

  template <typename Key>
  static void Widen(EntrantPair& range, const std::map<Key, int>& counts,
                    const Key& key) {
    const auto found = counts.find(key);
    const int count = found == counts.end() ? 0 : found->second;
    range.first = std::min(range.first, count);
    range.second = std::max(range.second, count);
  }
  [[nodiscard]] EntrantPair RangeOf(const Counts& counts) const {
    EntrantPair range(1'000'000, 0);
    for (const int a : season_.playing) {
      for (const int b : season_.playing) {
        if (a < b) Widen(range, counts, EntrantPair(a, b));
      }
    }
    return range;
  }

  // Everybody plays, sits once at a table, and no two teams play a deal twice.
  void Check(const RoundPlan& plan) {
    EXPECT_GT(plan.items, 0U);
    EXPECT_TRUE(plan.pairings.empty());
    EXPECT_TRUE(plan.byes.empty());
    const auto items = static_cast<int>(plan.items);
    std::set<Teams> teams;
    for (const PlannedTable& table : plan.tables) {
      EXPECT_TRUE(teams.emplace(table.first, table.second).second);
      EXPECT_TRUE(std::is_sorted(table.first.begin(), table.first.end()));
      EXPECT_TRUE(std::is_sorted(table.second.begin(), table.second.end()));
      EXPECT_LT(table.first.front(), table.second.front());
      std::uint64_t& next = next_item_[{table.first, table.second}];
      EXPECT_EQ(table.first_item, next);
      next += plan.items;
      const std::vector<int> seats = SeatsOf(table);
      EXPECT_EQ(static_cast<int>(seats.size()), season_.seats);
      const std::set<int> players(seats.begin(), seats.end());
      EXPECT_EQ(players.size(), seats.size());
      for (std::size_t i = 0; i < seats.size(); ++i) {
        deals_[seats[i]] += items;
        EXPECT_TRUE(std::binary_search(season_.playing.begin(),
                                       season_.playing.end(), seats[i]));
        for (std::size_t j = i + 1; j < seats.size(); ++j) {
          Counts& counts = (j - i) % 2 == 0 ? partners_ : opponents_;
          counts[std::minmax(seats[i], seats[j])] += items;
        }
      }
    }
  }

  Season season_;
  Counts partners_;
  Counts opponents_;
  std::map<int, int> deals_;
  std::map<Teams, std::uint64_t> next_item_;
};

TEST(IndividualPlannerTest, EveryTwoArePartnersAndOpponentsEquallyOften) {
  for (int entrants = 4; entrants <= 13; ++entrants) {
    Counted season(TournamentOf(entrants, 8));
    // A pair of partners is left over in every other round of an odd number of
    // pairs: then a pair that fills the table has one deal more.
    const int over = entrants * (entrants - 1) / 2 % 2;
    for (int round = 1; round <= 8; ++round) {
      ASSERT_TRUE(season.PlayNext()) << entrants;
      const auto [few, most] = season.Partners();
      EXPECT_EQ(few, round) << entrants;
      EXPECT_EQ(most, round % 2 == 0 ? round : round + over) << entrants;
      const auto [fewest, many] = season.Opponents();
      EXPECT_GE(fewest, (2 * round) - 1) << entrants;
      EXPECT_LE(many, (2 * round) + 1) << entrants;
      const auto [least, longest] = season.Deals();
      EXPECT_LE(longest - least, over) << entrants;
    }
    EXPECT_FALSE(season.PlayNext()) << entrants;
  }
}

TEST(IndividualPlannerTest, ARoundHasNoMoreTablesThanItsPairsNeed) {
  for (int entrants = 4; entrants <= 13; ++entrants) {
    Counted season(TournamentOf(entrants, 1));
    season.PlayAll();
    ASSERT_EQ(season.rounds().size(), 1U);
    const int pairs = entrants * (entrants - 1) / 2;
    EXPECT_EQ(season.rounds()[0].plan.tables.size(),
              static_cast<std::size_t>((pairs + 1) / 2))
        << entrants;
  }
}

TEST(IndividualPlannerTest, TeamsMeetOthersFromRoundToRound) {
  // Five bots have 15 possible tables, of which a round has five.
  Counted five(TournamentOf(5, 6));
  five.PlayAll();
  EXPECT_EQ(five.Meetings().size(), 15U);
  for (const auto& [teams, rounds] : five.Meetings()) EXPECT_EQ(rounds, 2);
  for (int entrants = 6; entrants <= 13; ++entrants) {
    Counted season(TournamentOf(entrants, 3));
    season.PlayAll();
    for (const auto& [teams, rounds] : season.Meetings()) {
      EXPECT_EQ(rounds, 1) << entrants;
    }
  }
}

TEST(IndividualPlannerTest, ANewcomerCatchesUpAlone) {
  for (int entrants = 4; entrants <= 12; ++entrants) {
    Counted season(TournamentOf(entrants, 4));
    season.PlayAll();
    const std::size_t before = season.rounds().size();
    season.season().playing.push_back(entrants);
    season.PlayAll();
    // The newcomer sits at every table, and is everybody's partner once.
    for (std::size_t i = before; i < season.rounds().size(); ++i) {
      const RoundPlan& plan = season.rounds()[i].plan;
      EXPECT_EQ(plan.tables.size(), static_cast<std::size_t>(entrants));
      for (const PlannedTable& table : plan.tables) {
        const std::vector<int> seats = SeatsOf(table);
        EXPECT_NE(std::find(seats.begin(), seats.end(), entrants), seats.end());
      }
    }
    EXPECT_EQ(season.rounds().size(), before + 4);
    // The others fill its tables in turn: `entrants` deals more per round for
    // all their pairs together.
    const int pairs = entrants * (entrants - 1) / 2;
    EXPECT_EQ(season.Partners().first, 4);
    EXPECT_LE(season.Partners().second, 4 + (4 * entrants / pairs) + 1);
    for (int other = 0; other < entrants; ++other) {
      EXPECT_EQ(season.PartnersOf(other, entrants), 4) << entrants;
      EXPECT_NEAR(season.OpponentsOf(other, entrants), 8, 2) << entrants;
    }
  }
}

TEST(IndividualPlannerTest, ASeasonOfComingAndGoingIsBalanced) {
  for (int entrants = 4; entrants <= 10; ++entrants) {
    Counted season(TournamentOf(entrants, 6));
    std::vector<int>& playing = season.season().playing;
    ASSERT_TRUE(season.PlayNext());
    ASSERT_TRUE(season.PlayNext());
    // Two join, one of them in place of the first; then one leaves.
    playing.erase(playing.begin());
    playing.push_back(entrants);
    playing.push_back(entrants + 1);
    ASSERT_TRUE(season.PlayNext());
    playing.erase(playing.begin() + 1);
    season.PlayAll();
    EXPECT_GE(season.Partners().first, 6) << entrants;
    EXPECT_LE(season.Partners().second, 8) << entrants;
    EXPECT_GE(season.Opponents().first, 9) << entrants;
    EXPECT_LE(season.Opponents().second, 17) << entrants;
  }
}

TEST(IndividualPlannerTest, MorePlayersPerTableAreServedToo) {
  for (const int seats : {6, 8}) {
    for (int entrants = seats; entrants <= 13; ++entrants) {
      Counted season(TournamentOf(entrants, 8, seats));
      season.PlayAll();
      EXPECT_EQ(season.Partners().first, 8) << seats << ", " << entrants;
      EXPECT_LE(season.Partners().second, 12) << seats << ", " << entrants;
      EXPECT_GE(season.Opponents().first, 6) << seats << ", " << entrants;
      EXPECT_LE(season.Opponents().second, 17) << seats << ", " << entrants;
    }
  }
}

// The results of a season: leads in quarters of a game point, uniform around
// the difference of the strengths of two teams.
std::vector<stats::TeamSums> Played(const std::vector<PlayedRound>& rounds,
                                    const std::vector<double>& strengths,
                                    std::mt19937& random) {
  std::vector<stats::TeamSums> sums;
  for (const PlayedRound& round : rounds) {
    for (const PlannedTable& table : round.plan.tables) {
      stats::TeamSums& of = sums.emplace_back();
      of.team = table.first;
      of.opponents = table.second;
      of.points.denominator = 4;
      double mean = 0;
      for (const int bot : of.team)
        mean += strengths.at(static_cast<std::size_t>(bot));
      for (const int bot : of.opponents)
        mean -= strengths.at(static_cast<std::size_t>(bot));
      for (std::uint64_t item = 0; item < round.plan.items; ++item) {
        const double noise = static_cast<double>(random()) * 0x1p-32 - 0.5;
        of.points.Add(std::llround((4 * mean) + (24 * noise)));
      }
    }
  }
  return sums;
}

TEST(IndividualPlannerTest, IntervalsCoverTheStrengthsOfASeason) {
  Season plan = TournamentOf(5, 40);
  plan.round_items = 10;
  Counted season(plan);
  ASSERT_TRUE(season.PlayNext());
  season.season().playing.erase(season.season().playing.begin());
  season.season().playing.push_back(5);
  season.season().playing.push_back(6);
  season.PlayAll();
  const std::vector<double> strengths = {0.9, 0.1, -0.4, 0, 0.3, -0.9, 0};
  constexpr int kSeasons = 1'000;
  std::mt19937 random(15);
  int covered = 0;
  for (int run = 0; run < kSeasons; ++run) {
    const stats::AdditiveRatings ratings =
        stats::RateTeamSums(7, Played(season.rounds(), strengths, random),
                            stats::ResultScale::kPoints, 0.95);
    for (std::size_t bot = 0; bot < strengths.size(); ++bot) {
      ASSERT_TRUE(ratings.bots[bot].has_value());
      const stats::Interval& interval = ratings.bots[bot]->interval;
      covered += interval.lo <= strengths[bot] && strengths[bot] <= interval.hi
                     ? 1
                     : 0;
    }
  }
  const double share = static_cast<double>(covered) /
                       static_cast<double>(kSeasons * strengths.size());
  // The standard error of a share of 95% of one bot is 0.7%.
  EXPECT_NEAR(share, 0.95, 0.015);
}

TEST(IndividualPlannerTest, TooFewForATableDoNotPlay) {
  EXPECT_EQ(PlanIndividual(TournamentOf(3, 8)), std::nullopt);
  EXPECT_EQ(PlanIndividual(TournamentOf(5, 8, 6)), std::nullopt);
  EXPECT_EQ(PlanIndividual(TournamentOf(0, 8)), std::nullopt);
}

TEST(IndividualPlannerTest, RoundsEndAtTheirMostAndAtTheTarget) {
  Season season = TournamentOf(5, 10);
  season.round_items = 4;
  EXPECT_EQ(CountPartnersLeft(season).pairs, 10);
  EXPECT_EQ(CountPartnersLeft(season).items, 100U);
  std::vector<std::uint64_t> items;
  while (const std::optional<RoundPlan> plan = PlanRound(season)) {
    items.push_back(plan->items);
    season.rounds.push_back({.plan = *plan, .leads = {}});
    ASSERT_LT(items.size(), 10U);
  }
  EXPECT_EQ(items, (std::vector<std::uint64_t>{4, 4, 2}));
  EXPECT_EQ(CountPartnersLeft(season).pairs, 0);
  season.target = 12;
  EXPECT_EQ(CountPartnersLeft(season).items, 20U);
  EXPECT_EQ(PlanRound(season)->items, 2U);
}

}  // namespace
}  // namespace couillon::arena
