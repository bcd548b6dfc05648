// Adaptive seasons of made-up entrants against round robins.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/league_island.h"
#include "arena/standing/planner/plan_round.h"
#include "tests/arena/standing/planner/simulated_season.h"

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

// The least-squares fit of all results, as a report makes it: strengths
// relative to entrant 0 with their standard errors.
struct Fit {
  std::vector<double> strengths;
  std::vector<double> errors;
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
    squares +=
        *stats::SampleVariance(lead) * static_cast<double>(lead.pairs - 1);
    results += static_cast<double>(lead.pairs - 1);
  }
  const stats::StrengthFit fit = stats::FitPoints(entrants, lines);
  EXPECT_TRUE(fit.converged);
  // Without the row and the column of the anchor.
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
  const stats::Matrix covariance = stats::InverseFactored(*factor);
  Fit all{.strengths = {0}, .errors = {0}};
  for (std::size_t i = 1; i < season.playing.size(); ++i) {
    all.strengths.push_back(fit.strengths[i] - fit.strengths[0]);
    all.errors.push_back(std::sqrt(covariance(i - 1, i - 1)));
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

// The mean standard error of the five best.
double TopError(const Season& season, const std::vector<double>& strengths) {
  const Fit fit = FitOf(season);
  double sum = 0;
  const std::vector<int> order = Order(strengths);
  for (std::size_t i = 0; i < 5; ++i) {
    sum += fit.errors[static_cast<std::size_t>(order[i])];
  }
  return sum / 5;
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
  constexpr int kSeasons = 600;
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
      const auto entrant =
          static_cast<std::size_t>(order[static_cast<std::size_t>(i)]);
      if (entrant == 0) continue;  // the anchor
      const double off =
          fit.strengths[entrant] - (strengths[entrant] - strengths[0]);
      const int hit = std::abs(off) <= 1.959964 * fit.errors[entrant] ? 1 : 0;
      covered += hit;
      ++intervals;
      if (i >= 3) continue;
      covered_top += hit;
      ++intervals_top;
    }
  }
  const double all = static_cast<double>(covered) / intervals;
  const double top = static_cast<double>(covered_top) / intervals_top;
  RecordProperty("all", std::to_string(all));
  RecordProperty("top", std::to_string(top));
  EXPECT_GE(all, 0.94);
  EXPECT_LE(all, 0.96);
  EXPECT_GE(top, 0.94);
  EXPECT_LE(top, 0.96);
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

TEST(AdaptivePlannerTest, ASeasonHasAtMostTheDealsOfARoundRobin) {
  SimulatedSeason simulated(std::vector<double>(7, 0), 4);
  Season season = SeasonOf(RoundFormat::kAdaptive, 7, 64, 32);
  while (simulated.PlayNext(season)) {
    std::set<std::pair<int, int>> once;
    for (const PlannedPairing& pairing : season.rounds.back().plan.pairings) {
      EXPECT_LT(pairing.first, pairing.second);
      EXPECT_TRUE(once.emplace(pairing.first, pairing.second).second);
    }
  }
  EXPECT_GE(ItemsPlayed(season), 64U * 21);
  EXPECT_LT(ItemsPlayed(season), 64U * 21 + 32 * 21);
}

}  // namespace
}  // namespace couillon::arena
