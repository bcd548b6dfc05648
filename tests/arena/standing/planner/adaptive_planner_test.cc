// Adaptive seasons of made-up entrants against round robins.
#include "arena/standing/planner/adaptive_planner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/league.h"
#include "arena/numbers/stats/league/league_island.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/standing/planner/plan_round.h"
#include "arena/standing/planner/simulated_season.h"

namespace couillon::arena {
namespace {

Season SeasonOf(RoundFormat format, int entrants, std::uint64_t target,
                std::uint64_t round_items) {
  Season season{.format = format, .target = target, .round_items = round_items};
  for (int i = 0; i < entrants; ++i) season.playing.push_back(i);
  return season;
}

std::uint64_t ItemsPlayed(const Season& season) {
  std::uint64_t items = 0;
  for (const PlayedRound& round : season.rounds) {
    items += round.plan.items * round.plan.pairings.size();
  }
  return items;
}

// The least-squares fit of all results, as a report makes it.
struct Fit {
  std::vector<double> strengths;
  stats::Matrix covariance;  // relative to entrant 0
  [[nodiscard]] double ErrorBetween(std::size_t a, std::size_t b) const {
    return std::sqrt(covariance(a, a) + covariance(b, b) -
                     2 * covariance(a, b));
  }
};
Fit FitOf(const Season& season) {
  const int entrants = static_cast<int>(season.playing.size());
  std::map<std::pair<int, int>, stats::PairSums> leads;
  for (const PlayedRound& round : season.rounds) {
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      const PlannedPairing& pairing = round.plan.pairings[i];
      EXPECT_TRUE(
          (leads[{pairing.first, pairing.second}].Merge(round.leads[i])));
    }
  }
  std::vector<stats::LeadLine> lines;
  double squares = 0;
  double results = 0;
  for (const auto& [pair, lead] : leads) {
    lines.push_back({.i = pair.first,
                     .j = pair.second,
                     .pairs = static_cast<double>(lead.pairs),
                     .lead = static_cast<double>(lead.sum) / 2});
    squares += stats::SampleVariance(lead).value_or(0) *
               static_cast<double>(lead.pairs - 1);
    results += static_cast<double>(lead.pairs - 1);
  }
  const stats::StrengthFit fit = stats::FitPoints(entrants, lines);
  EXPECT_TRUE(fit.converged);
  // Without the row and the column of entrant 0.
  stats::Matrix precision(static_cast<std::size_t>(entrants) - 1,
                          static_cast<std::size_t>(entrants) - 1);
  for (const stats::LeadLine& line : lines) {
    const double weight = line.pairs / (squares / results);
    for (const auto& [a, b] :
         {std::pair(line.i, line.j), std::pair(line.j, line.i)}) {
      if (a == 0) continue;
      const auto at = static_cast<std::size_t>(a) - 1;
      precision(at, at) += weight;
      if (b > 0) precision(at, static_cast<std::size_t>(b) - 1) -= weight;
    }
  }
  const auto factor = stats::CholeskyFactor(precision);
  EXPECT_TRUE(factor.has_value());
  const stats::Matrix inverse = stats::InverseFactored(*factor);
  Fit all{.strengths = fit.strengths,
          .covariance =
              stats::Matrix(season.playing.size(), season.playing.size())};
  for (std::size_t i = 1; i < season.playing.size(); ++i) {
    for (std::size_t j = 1; j < season.playing.size(); ++j) {
      all.covariance(i, j) = inverse(i - 1, j - 1);
    }
  }
  return all;
}

// Entrants by their true strengths, the best first.
std::vector<int> Order(const std::vector<double>& strengths) {
  std::vector<int> order;
  for (std::size_t i = 0; i < strengths.size(); ++i) {
    order.push_back(static_cast<int>(i));
  }
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return strengths[static_cast<std::size_t>(a)] >
           strengths[static_cast<std::size_t>(b)];
  });
  return order;
}

// The mean standard error of the differences between the five best.
double TopError(const Season& season, const std::vector<double>& strengths) {
  const Fit fit = FitOf(season);
  double sum = 0;
  const std::vector<int> order = Order(strengths);
  for (std::size_t i = 0; i < 5; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      sum += fit.ErrorBetween(static_cast<std::size_t>(order[i]),
                              static_cast<std::size_t>(order[j]));
    }
  }
  return sum / 10;
}

// Whether the fit has the three best in their true order.
bool KnowsTheTopThree(const Season& season,
                      const std::vector<double>& strengths) {
  const std::vector<int> found = Order(FitOf(season).strengths);
  const std::vector<int> order = Order(strengths);
  return std::equal(order.begin(), order.begin() + 3, found.begin());
}

// A season of entrants that get the numbers `order`, with the results of
// `season`.
Season Renumbered(const Season& season, const std::vector<int>& order) {
  const auto number = [&order](int entrant) {
    return order[static_cast<std::size_t>(entrant)];
  };
  Season other = season;
  const auto renumber = [&number](std::vector<int>& playing) {
    for (int& entrant : playing) entrant = number(entrant);
    std::sort(playing.begin(), playing.end());
  };
  renumber(other.playing);
  for (std::size_t i = 0; i < season.costs.size(); ++i) {
    other.costs[static_cast<std::size_t>(order[i])] = season.costs[i];
  }
  for (PlayedRound& round : other.rounds) {
    renumber(round.playing);
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      PlannedPairing& pairing = round.plan.pairings[i];
      pairing.first = number(pairing.first);
      pairing.second = number(pairing.second);
      if (pairing.first < pairing.second) continue;
      std::swap(pairing.first, pairing.second);
      round.leads[i] = stats::SwappedPoints(round.leads[i]);
    }
  }
  return other;
}

// The pairings of a plan, ascending, of entrants that get the numbers `order`.
std::vector<std::pair<int, int>> Meetings(const RoundPlan& plan,
                                          const std::vector<int>& order) {
  std::vector<std::pair<int, int>> meetings;
  for (const PlannedPairing& pairing : plan.pairings) {
    meetings.emplace_back(
        std::minmax(order[static_cast<std::size_t>(pairing.first)],
                    order[static_cast<std::size_t>(pairing.second)]));
  }
  std::sort(meetings.begin(), meetings.end());
  return meetings;
}

TEST(AdaptivePlannerTest, NumbersOfTheEntrantsDoNotMatter) {
  std::mt19937 random(7);
  int plans = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    const int entrants = 3 + static_cast<int>(seed % 12);
    std::vector<double> strengths;
    Season season =
        SeasonOf(RoundFormat::kAdaptive, entrants, 64, seed % 2 == 0 ? 8 : 16);
    season.top = 1 + static_cast<int>(seed % 5);
    for (int i = 0; i < entrants; ++i) {
      // Some are equal.
      strengths.push_back(0.3 * static_cast<double>(random() % 8));
      if (seed % 3 == 0) {
        season.costs.push_back(static_cast<double>(random() % 5));
      }
    }
    std::vector<int> same(static_cast<std::size_t>(entrants));
    std::iota(same.begin(), same.end(), 0);
    // The last comes later, as a newcomer.
    season.playing.pop_back();
    SimulatedSeason simulated(strengths, seed);
    for (int round = 0; round < 20; ++round) {
      if (round == 10) season.playing.push_back(entrants - 1);
      std::vector<int> order = same;
      for (std::size_t i = order.size() - 1; i > 0; --i) {
        std::swap(order[i], order[random() % (i + 1)]);
      }
      const std::optional<RoundPlan> plan = PlanAdaptive(season);
      const std::optional<RoundPlan> other =
          PlanAdaptive(Renumbered(season, order));
      ASSERT_EQ(plan.has_value(), other.has_value());
      if (!plan) break;
      ASSERT_EQ(plan->items, other->items);
      ASSERT_EQ(Meetings(*plan, order), Meetings(*other, same))
          << "seed " << seed << ", round " << round;
      simulated.Play(season, *plan);
      ++plans;
    }
  }
  EXPECT_GT(plans, 500);
}

TEST(AdaptivePlannerTest, KnowsTheTopThreeFromFewerDealsThanARoundRobin) {
  constexpr int kEntrants = 12;
  constexpr int kSeasons = 100;
  int adaptive_known = 0;
  int robin_known = 0;
  std::uint64_t with_first = 0;
  std::uint64_t items = 0;
  for (unsigned seed = 0; seed < kSeasons; ++seed) {
    // The best and the worst entrant come first by turns.
    std::vector<double> strengths;
    for (int i = 0; i < kEntrants; ++i) {
      strengths.push_back(0.06 * ((i * 5 + static_cast<int>(seed)) % 12));
    }
    SimulatedSeason all_meet(strengths, seed);
    Season robin = SeasonOf(RoundFormat::kRoundRobin, kEntrants, 100, 100);
    ASSERT_TRUE(all_meet.PlayNext(robin));
    SimulatedSeason chosen(strengths, seed + 1000);
    Season adaptive = SeasonOf(RoundFormat::kAdaptive, kEntrants, 200, 25);
    adaptive.top = 3;
    while (ItemsPlayed(adaptive) < ItemsPlayed(robin)) {
      ASSERT_TRUE(chosen.PlayNext(adaptive));
    }
    robin_known += KnowsTheTopThree(robin, strengths) ? 1 : 0;
    adaptive_known += KnowsTheTopThree(adaptive, strengths) ? 1 : 0;
    for (const PlayedRound& round : adaptive.rounds) {
      for (const PlannedPairing& pairing : round.plan.pairings) {
        if (pairing.first == 0) with_first += round.plan.items;
      }
    }
    items += ItemsPlayed(adaptive);
  }
  RecordProperty("round_robin", robin_known);
  RecordProperty("adaptive", adaptive_known);
  EXPECT_GT(adaptive_known, robin_known + 8);
  // Whoever is first plays as much as all others: 2 of 12 take part.
  EXPECT_NEAR(static_cast<double>(with_first) / static_cast<double>(items),
              2.0 / kEntrants, 0.03);
}

TEST(AdaptivePlannerTest, HalfTheDealsOfARoundRobinAreEnoughForTheTopFive) {
  constexpr int kEntrants = 30;
  std::vector<double> strengths;
  for (int i = 0; i < kEntrants; ++i)
    strengths.push_back(0.05 * ((i * 11) % 30));
  SimulatedSeason all_meet(strengths, 1);
  Season robin = SeasonOf(RoundFormat::kRoundRobin, kEntrants, 200, 200);
  while (all_meet.PlayNext(robin)) {
  }
  ASSERT_EQ(ItemsPlayed(robin), 200U * 435);
  SimulatedSeason chosen(strengths, 2);
  Season adaptive = SeasonOf(RoundFormat::kAdaptive, kEntrants, 200, 50);
  while (ItemsPlayed(adaptive) * 2 < ItemsPlayed(robin)) {
    ASSERT_TRUE(chosen.PlayNext(adaptive));
  }
  // The bound is what the task asks; the figures are in docs/arena.md.
  const double ratio =
      TopError(adaptive, strengths) / TopError(robin, strengths);
  RecordProperty("ratio", std::to_string(ratio));
  EXPECT_LT(ratio, 1);
}

TEST(AdaptivePlannerTest, IntervalsHoldWhatTheyPromise) {
  constexpr int kEntrants = 10;
  constexpr int kSeasons = 1500;
  std::vector<double> strengths;
  for (int i = 0; i < kEntrants; ++i) strengths.push_back(0.1 * ((i * 3) % 10));
  const std::vector<int> order = Order(strengths);
  int covered = 0;
  int intervals = 0;
  int covered_top = 0;
  int intervals_top = 0;
  for (unsigned seed = 0; seed < kSeasons; ++seed) {
    SimulatedSeason simulated(strengths, seed);
    Season season = SeasonOf(RoundFormat::kAdaptive, kEntrants, 40, 20);
    season.top = 3;
    while (simulated.PlayNext(season)) {
    }
    const Fit fit = FitOf(season);
    for (int i = 0; i < kEntrants; ++i) {
      for (int j = 0; j < i; ++j) {
        const auto a =
            static_cast<std::size_t>(order[static_cast<std::size_t>(i)]);
        const auto b =
            static_cast<std::size_t>(order[static_cast<std::size_t>(j)]);
        const double off = (fit.strengths[a] - fit.strengths[b]) -
                           (strengths[a] - strengths[b]);
        const int hit =
            std::abs(off) <= 1.959964 * fit.ErrorBetween(a, b) ? 1 : 0;
        covered += hit;
        ++intervals;
        if (i >= 3) continue;
        covered_top += hit;
        ++intervals_top;
      }
    }
  }
  const double all = static_cast<double>(covered) / intervals;
  const double top = static_cast<double>(covered_top) / intervals_top;
  RecordProperty("all", std::to_string(all));
  RecordProperty("top", std::to_string(top));
  // Nominal is 95%, which play that follows results does not reach. Standard
  // errors: 0.2% of all, 0.4% of the three at the top.
  EXPECT_GE(all, 0.935);
  EXPECT_LE(all, 0.96);
  EXPECT_GE(top, 0.935);
  EXPECT_LE(top, 0.96);
}

// The results of a season as a report rates them.
stats::LeagueSums SumsOf(const Season& season) {
  std::map<std::pair<int, int>, stats::PairSums> leads;
  stats::LeagueSums sums{.bots = static_cast<int>(season.playing.size())};
  for (const PlayedRound& round : season.rounds) {
    for (std::size_t i = 0; i < round.leads.size(); ++i) {
      const PlannedPairing& pairing = round.plan.pairings[i];
      EXPECT_TRUE(
          (leads[{pairing.first, pairing.second}].Merge(round.leads[i])));
      sums.deals += round.leads[i].pairs;
    }
  }
  for (const auto& [pair, lead] : leads) {
    sums.pairings.push_back(
        {.first = pair.first, .second = pair.second, .score = lead});
  }
  return sums;
}

// Whether a mark is false after some round.
bool HasFalseMark(Season& season, SimulatedSeason& simulated,
                  const std::vector<double>& strengths) {
  const stats::EveryLook looks{.error = 0.01,
                               .joined = std::vector<int>(strengths.size(), 0)};
  while (simulated.PlayNext(season)) {
    const stats::BetterThan better = stats::KnownBetter(
        stats::RateLeague(SumsOf(season), {.level = 0.95,
                                           .scale = stats::ResultScale::kPoints,
                                           .virtual_lead = 2}),
        looks, /*typical=*/0.5);
    for (std::size_t i = 0; i < strengths.size(); ++i) {
      for (std::size_t j = 0; j < strengths.size(); ++j) {
        if (better[i][j] && strengths[i] <= strengths[j]) return true;
      }
    }
  }
  return false;
}

TEST(AdaptivePlannerTest, MarksAtEveryLookAreRarelyEverFalse) {
  constexpr int kSeasons = 60;
  for (const std::vector<double>& strengths :
       {std::vector<double>(7, 0.0),
        std::vector<double>{0.3, 0.3, 0.3, 0, 0, 0, -0.3}}) {
    int wrong = 0;
    for (unsigned seed = 0; seed < kSeasons; ++seed) {
      SimulatedSeason simulated(strengths, seed + 500);
      Season season = SeasonOf(RoundFormat::kAdaptive, 7, 200, 40);
      season.top = 3;
      wrong += HasFalseMark(season, simulated, strengths) ? 1 : 0;
    }
    RecordProperty("false", wrong);
    EXPECT_LE(wrong, 0.05 * kSeasons);
  }
}

TEST(AdaptivePlannerTest, ANewcomerPlaysFirstAgainstStrongAndWeak) {
  std::vector<double> strengths;
  for (int i = 0; i < 13; ++i) strengths.push_back(i);
  SimulatedSeason simulated(strengths, 4);
  Season season = SeasonOf(RoundFormat::kAdaptive, 12, 400, 20);
  for (int round = 0; round < 12; ++round) {
    ASSERT_TRUE(simulated.PlayNext(season));
  }
  season.playing.push_back(12);
  const std::optional<RoundPlan> plan = PlanAdaptive(season);
  ASSERT_TRUE(plan.has_value());
  ASSERT_EQ(plan->pairings.size(), std::size_t{kFirstOpponents});
  std::set<int> quarters;
  for (const PlannedPairing& pairing : plan->pairings) {
    EXPECT_EQ(pairing.second, 12);
    quarters.insert(pairing.first / 3);  // entrants are in order of strength
  }
  EXPECT_EQ(quarters, (std::set<int>{0, 1, 2, 3}));
}

TEST(AdaptivePlannerTest, AnExpensiveBotOutsideTheTopPlaysLess) {
  const std::vector<double> strengths = {0, 0.2, 0.4, 3, 3.1, 0.3};
  const auto share_of_5 = [&](const std::vector<double>& costs) {
    SimulatedSeason simulated(strengths, 6);
    Season season = SeasonOf(RoundFormat::kAdaptive, 6, 300, 10);
    season.top = 5;
    season.costs = costs;
    while (simulated.PlayNext(season)) {
    }
    std::uint64_t items = 0;
    for (const PlayedRound& round : season.rounds) {
      for (const PlannedPairing& pairing : round.plan.pairings) {
        if (pairing.second == 5) items += round.plan.items;
      }
    }
    return static_cast<double>(items) /
           static_cast<double>(ItemsPlayed(season));
  };
  EXPECT_LT(share_of_5({1, 1, 1, 1, 1, 50}), 0.8 * share_of_5({}));
}

TEST(AdaptivePlannerTest, ASeasonHasTheDealsOfARoundRobin) {
  for (const int entrants : {2, 3, 7, 10}) {
    for (const std::uint64_t round_items : {1, 10, 32, 100}) {
      SimulatedSeason simulated(
          std::vector<double>(static_cast<std::size_t>(entrants), 0), 4);
      Season season =
          SeasonOf(RoundFormat::kAdaptive, entrants, 65, round_items);
      while (simulated.PlayNext(season)) {
        std::set<std::pair<int, int>> once;
        for (const PlannedPairing& pairing :
             season.rounds.back().plan.pairings) {
          EXPECT_LT(pairing.first, pairing.second);
          EXPECT_TRUE(once.emplace(pairing.first, pairing.second).second);
        }
      }
      const AdaptiveItems items = CountAdaptiveItems(season);
      EXPECT_EQ(ItemsPlayed(season), items.planned);
      EXPECT_EQ(items.left, 0U);
      EXPECT_EQ(items.planned,
                65U * static_cast<unsigned>(entrants * (entrants - 1) / 2));
    }
  }
}

// Plays all that is left, and returns how much each entrant played of it.
std::vector<std::uint64_t> PlayRest(Season& season,
                                    SimulatedSeason& simulated) {
  std::vector<std::uint64_t> items(20);
  while (simulated.PlayNext(season)) {
    const RoundPlan& plan = season.rounds.back().plan;
    ForEachPlayer(plan, [&](int entrant) {
      items[static_cast<std::size_t>(entrant)] += plan.items;
    });
  }
  return items;
}

TEST(AdaptivePlannerTest, WhoJoinsBringsTheDealsOfARoundRobin) {
  // The last is a strong newcomer.
  SimulatedSeason simulated({0, 0.1, 0.2, 0.3, 0.4, 0.5}, 4);
  Season season = SeasonOf(RoundFormat::kAdaptive, 5, 65, 10);
  PlayRest(season, simulated);
  ASSERT_EQ(ItemsPlayed(season), 650U);
  // It replaces the weakest, after all is played.
  season.playing = {1, 2, 3, 4, 5};
  EXPECT_EQ(CountAdaptiveItems(season).left, 4U * 65);
  const std::uint64_t of_newcomer = PlayRest(season, simulated)[5];
  EXPECT_EQ(ItemsPlayed(season), 650U + 4 * 65);
  EXPECT_GE(of_newcomer, 65U);
  // One more joins.
  season.playing = {0, 1, 2, 3, 4, 5};
  EXPECT_EQ(CountAdaptiveItems(season).left, 65U);  // 0 and 5 never met
}

TEST(AdaptivePlannerTest, WhoLeavesTakesAwayWhatIsLeftToThem) {
  SimulatedSeason simulated(std::vector<double>(5, 0), 4);
  Season season = SeasonOf(RoundFormat::kAdaptive, 5, 100, 10);
  while (ItemsPlayed(season) < 500) ASSERT_TRUE(simulated.PlayNext(season));
  const double left = 1000 - static_cast<double>(ItemsPlayed(season));
  // 6 of 10 pairings are left.
  season.playing.pop_back();
  EXPECT_NEAR(static_cast<double>(CountAdaptiveItems(season).left), 0.6 * left,
              0.5);
  const std::uint64_t before = ItemsPlayed(season);
  PlayRest(season, simulated);
  EXPECT_NEAR(static_cast<double>(ItemsPlayed(season) - before), 0.6 * left,
              0.5);
  // Who was away has what was left to them, once.
  season.playing.push_back(4);
  EXPECT_NEAR(static_cast<double>(CountAdaptiveItems(season).left), 0.4 * left,
              0.5);
  for (int away = 0; away < 5; ++away) {
    season.playing.pop_back();
    EXPECT_EQ(CountAdaptiveItems(season).left, 0U);
    season.playing.push_back(4);
    ASSERT_TRUE(simulated.PlayNext(season) || away > 0);
  }
  PlayRest(season, simulated);
  EXPECT_EQ(CountAdaptiveItems(season).left, 0U);
  EXPECT_EQ(ItemsPlayed(season), 1000U);
  season.target = 130;
  EXPECT_EQ(CountAdaptiveItems(season).left, 300U);
}

}  // namespace
}  // namespace couillon::arena
