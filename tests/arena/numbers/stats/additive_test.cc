#include "arena/numbers/stats/league/additive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/davidson.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/mean.h"

namespace couillon::stats {
namespace {

// Three of `strength.size()` bots play each deal in all three cyclic seatings.
std::vector<SoloResult> SoloLeague(const std::vector<double>& strength,
                                   const std::vector<double>& seat, int deals,
                                   double noise) {
  SplitMix64 random(3);
  std::vector<SoloResult> results;
  const int bots = static_cast<int>(strength.size());
  const auto at = [&](int bot) {
    return strength[static_cast<std::size_t>(bot)];
  };
  for (int deal = 0; deal < deals; ++deal) {
    const std::vector<int> table = {
        deal % bots, (deal + 1) % bots,
        (deal + 2 + deal / bots % (bots - 2)) % bots};
    for (std::size_t turn = 0; turn < 3; ++turn) {
      for (std::size_t s = 0; s < 3; ++s) {
        const int bot = table[(s + turn) % 3];
        const int left = table[(s + turn + 1) % 3];
        const int right = table[(s + turn + 2) % 3];
        const double y = seat[s] + at(bot) - 0.5 * (at(left) + at(right)) +
                         noise * (random.NextUnit() - 0.5);
        results.push_back({.deal = deal,
                           .bot = bot,
                           .seat = static_cast<int>(s),
                           .role = 0,
                           .opponents = {left, right},
                           .game_points = y});
      }
    }
  }
  return results;
}

// The strength of a against b; null when the design does not tell it.
std::optional<ContrastEstimate> StrengthDifference(
    const AdditiveRatings& ratings, std::size_t a, std::size_t b) {
  std::vector<double> weights(ratings.fit.parameters.size());
  weights[a] = 1;
  weights[b] = -1;
  return EstimateContrast(ratings.fit, weights, 0.95);
}

TEST(AdditiveTest, NoiselessStrengthsAreRecovered) {
  const std::vector<double> strength = {1, 0.25, -0.25, -1};
  const AdditiveRatings ratings =
      RateSolo({.bots = 4, .seats = 3, .roles = 1},
               SoloLeague(strength, {0.3, 0, -0.3}, 40, 0), 0.95);
  for (std::size_t i = 0; i < strength.size(); ++i) {
    ASSERT_TRUE(ratings.bots[i].has_value());
    EXPECT_NEAR(ratings.bots[i]->value, strength[i], 1e-9);
  }
  EXPECT_NEAR(StrengthDifference(ratings, 0, 3)->value, 2, 1e-9);
}

TEST(AdditiveTest, NoisyStrengthsLieInTheirIntervals) {
  const std::vector<double> strength = {0.5, 0, -0.5};
  const AdditiveRatings ratings =
      RateSolo({.bots = 3, .seats = 3, .roles = 1},
               SoloLeague(strength, {0, 0, 0}, 400, 4), 0.999);
  for (std::size_t i = 0; i < strength.size(); ++i) {
    EXPECT_LT(ratings.bots[i]->interval.lo, strength[i]);
    EXPECT_GT(ratings.bots[i]->interval.hi, strength[i]);
    EXPECT_GT(*ratings.bots[i]->standard_error, 0.005);
  }
}

TEST(AdditiveTest, IslandsCannotBeCompared) {
  std::vector<SoloResult> results = SoloLeague({1, 0, -1}, {0, 0, 0}, 20, 1);
  const std::size_t half = results.size();
  for (std::size_t i = 0; i < half; ++i) {
    SoloResult other = results[i];
    other.deal += 1000;
    other.bot += 3;
    for (int& opponent : other.opponents) opponent += 3;
    results.push_back(std::move(other));
  }
  const AdditiveRatings ratings =
      RateSolo({.bots = 6, .seats = 3, .roles = 1}, results, 0.95);
  EXPECT_FALSE(StrengthDifference(ratings, 0, 3).has_value());
  EXPECT_TRUE(StrengthDifference(ratings, 0, 1).has_value());
  EXPECT_FALSE(ratings.bots[0].has_value());
}

double Score(const std::vector<double>& th, int a, int b, int c, int d) {
  const auto at = [&](int i) { return th[static_cast<std::size_t>(i)]; };
  return WinProbability(at(a) + at(b) - at(c) - at(d));
}

TEST(AdditiveTest, RotatingPartnersAreTellable) {
  const std::vector<double> th = {0.6, 0.1, -0.2, -0.5};
  std::vector<TeamResult> results;
  for (int deal = 0; deal < 8; ++deal) {
    for (const auto& [b, c, d] : {std::array{1, 2, 3}, {2, 1, 3}, {3, 1, 2}}) {
      results.push_back({deal, {0, b}, {c, d}, Score(th, 0, b, c, d)});
    }
  }
  const AdditiveRatings ratings =
      RateTeams(4, results, ResultScale::kScore, 0.95);
  for (std::size_t i = 0; i < th.size(); ++i) {
    ASSERT_TRUE(ratings.bots[i].has_value());
    EXPECT_NEAR(ratings.bots[i]->value, th[i], 1e-9);
  }
}

TEST(AdditiveTest, FixedPartnersAreRatedAsATeamOnly) {
  const std::vector<double> th = {0.6, 0.1, -0.2, -0.1, -0.4, 0.0};
  std::vector<TeamResult> results;
  for (int deal = 0; deal < 9; ++deal) {
    // 0 and 1 always sit together; 2 to 5 rotate against them and each other.
    const std::array<std::array<int, 4>, 6> tables = {{{0, 1, 2, 3},
                                                       {0, 1, 2, 4},
                                                       {0, 1, 3, 5},
                                                       {2, 3, 4, 5},
                                                       {2, 4, 3, 5},
                                                       {2, 5, 3, 4}}};
    for (const auto& [a, b, c, d] : tables) {
      results.push_back({deal, {a, b}, {c, d}, Score(th, a, b, c, d)});
    }
  }
  const AdditiveRatings ratings =
      RateTeams(6, results, ResultScale::kScore, 0.95);
  EXPECT_FALSE(ratings.bots[0].has_value());
  EXPECT_FALSE(ratings.bots[1].has_value());
  EXPECT_FALSE(StrengthDifference(ratings, 0, 1).has_value());
  ASSERT_TRUE(TeamStrength(ratings, std::vector{0, 1}, 0.95).has_value());
  EXPECT_NEAR(TeamStrength(ratings, std::vector{0, 1}, 0.95)->value, 0.7, 1e-9);
  ASSERT_TRUE(ratings.bots[2].has_value());
  EXPECT_NEAR(ratings.bots[2]->value, -0.2, 1e-9);
}

TEST(AdditiveTest, SumsOfTeamsAreRatedAsTheirDeals) {
  // Five bots, every two partners once, each table as often as its number.
  const std::array<std::array<int, 4>, 5> tables = {
      {{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 3, 2, 4}, {0, 4, 1, 3}, {1, 2, 3, 4}}};
  std::vector<TeamResult> results;
  std::vector<TeamSums> sums;
  std::int64_t deal = 0;
  for (std::size_t table = 0; table < tables.size(); ++table) {
    const auto& [a, b, c, d] = tables[table];
    TeamSums& of = sums.emplace_back();
    of.team = {a, b};
    of.opponents = {c, d};
    of.score.denominator = of.points.denominator = 4;
    for (std::size_t i = 0; i < 5 + table; ++i) {
      const auto half_points = static_cast<std::int64_t>((i * i + table) % 5);
      const auto lead = static_cast<std::int64_t>((7 * i + 3 * table) % 13) - 6;
      of.score.Add(half_points);
      of.points.Add(lead);
      results.push_back({.deal = deal++,
                         .team = {a, b},
                         .opponents = {c, d},
                         .score = static_cast<double>(half_points) / 4,
                         .points = static_cast<double>(lead) / 4});
    }
  }
  for (const ResultScale scale : {ResultScale::kScore, ResultScale::kPoints}) {
    const AdditiveRatings by_sum = RateTeamSums(5, sums, scale, 0.95);
    const AdditiveRatings by_deal = RateTeams(5, results, scale, 0.95);
    EXPECT_EQ(by_sum.fit.deals, by_deal.fit.deals);
    for (std::size_t i = 0; i < 5; ++i) {
      ASSERT_TRUE(by_sum.bots[i].has_value());
      EXPECT_NEAR(by_sum.bots[i]->value, by_deal.bots[i]->value, 1e-9);
      EXPECT_NEAR(by_sum.bots[i]->standard_error.value(),
                  by_deal.bots[i]->standard_error.value(), 1e-9);
      EXPECT_NEAR(by_sum.bots[i]->interval.hi, by_deal.bots[i]->interval.hi,
                  1e-9);
    }
  }
}

TEST(AdditiveTest, IslandsOfPartnersHaveZerosOfTheirOwn) {
  // 0 to 3 meet, and 4 to 7; 8 meets nobody.
  const std::vector<double> th = {0.6,  0.1,  -0.2, -0.5, 1.3,
                                  -0.3, -0.4, -0.6, 0};
  std::vector<TeamResult> results;
  for (int deal = 0; deal < 8; ++deal) {
    for (const int first : {0, 4}) {
      for (const auto& [b, c, d] :
           {std::array{1, 2, 3}, {2, 1, 3}, {3, 1, 2}}) {
        results.push_back({2 * deal + first / 4,
                           {first, first + b},
                           {first + c, first + d},
                           Score(th, first, first + b, first + c, first + d)});
      }
    }
  }
  std::stable_sort(
      results.begin(), results.end(),
      [](const TeamResult& a, const TeamResult& b) { return a.deal < b.deal; });
  const AdditiveRatings ratings =
      RateTeams(9, results, ResultScale::kScore, 0.95);
  EXPECT_EQ(ratings.islands, (std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1, 2}));
  for (std::size_t i = 0; i < 8; ++i) {
    ASSERT_TRUE(ratings.bots[i].has_value()) << i;
    EXPECT_NEAR(ratings.bots[i]->value, th[i], 1e-9);
  }
  EXPECT_FALSE(ratings.bots[8].has_value());
  EXPECT_FALSE(StrengthAgainst(ratings, 4, 0, 0.95).has_value());
  ASSERT_TRUE(StrengthAgainst(ratings, 3, 1, 0.95).has_value());
  EXPECT_NEAR(StrengthAgainst(ratings, 3, 1, 0.95)->value, -0.6, 1e-9);
  EXPECT_NEAR(TeamStrength(ratings, std::vector{4, 5}, 0.95)->value, 1.0, 1e-9);
}

TEST(AdditiveTest, ABotThatLosesEverythingHidesNobody) {
  const std::vector<double> th = {0.6, 0.1, -0.2, -0.5};
  std::vector<TeamResult> results;
  for (int deal = 0; deal < 8; ++deal) {
    for (const auto& [b, c, d] : {std::array{1, 2, 3}, {2, 1, 3}, {3, 1, 2}}) {
      results.push_back({deal, {0, b}, {c, d}, Score(th, 0, b, c, d)});
    }
    results.push_back({deal, {0, 4}, {1, 2}, 0});
    results.push_back({deal, {2, 3}, {1, 4}, 1});
  }
  const AdditiveRatings ratings =
      RateTeams(5, results, ResultScale::kScore, 0.95);
  EXPECT_FALSE(ratings.bots[4].has_value());
  for (std::size_t i = 0; i < th.size(); ++i) {
    ASSERT_TRUE(ratings.bots[i].has_value());
    EXPECT_NEAR(ratings.bots[i]->value, th[i], 1e-9);
  }
  EXPECT_TRUE(
      RateTeams(5, results, ResultScale::kPoints, 0.95).bots[4].has_value());
}

TEST(AdditiveTest, SeparatedTeamsDoNotConverge) {
  std::vector<TeamResult> results;
  results.reserve(20);
  for (int deal = 0; deal < 20; ++deal) {
    results.push_back({deal, {0, 1}, {2, 3}, 1});
  }
  const AdditiveRatings ratings =
      RateTeams(4, results, ResultScale::kScore, 0.95);
  EXPECT_FALSE(ratings.fit.converged);
  EXPECT_FALSE(TeamStrength(ratings, std::vector{0, 1}, 0.95).has_value());
}

TEST(AdditiveTest, TooFewDealsRefuseTheErrors) {
  const AdditiveRatings ratings =
      RateSolo({.bots = 3, .seats = 3, .roles = 1},
               SoloLeague({1, 0, -1}, {0, 0, 0}, 3, 1), 0.95);
  ASSERT_TRUE(ratings.bots[0].has_value());
  EXPECT_FALSE(ratings.bots[0]->standard_error.has_value());
  EXPECT_EQ(ratings.bots[0]->interval, Interval{});
}

TEST(DesignFitTest, OneParameterOfManyDealsIsTheClusteredMean) {
  SplitMix64 random(8);
  std::vector<Cluster> deals;
  std::vector<DesignRow> rows;
  for (std::int64_t deal = 0; deal < 4000; ++deal) {
    const std::int64_t size = 1 + deal % 3;
    const double result = random.NextUnit() - 0.4;
    deals.push_back({size, result * static_cast<double>(size)});
    for (std::int64_t table = 0; table < size; ++table) {
      rows.push_back({.deal = deal, .terms = {{0, 1}}, .result = result});
    }
  }
  const std::vector<double> weight = {1};
  const auto ours = EstimateContrast(
      FitDesign(1, rows, DesignLink::kLinear, {.even = 0, .plain_lead = 0.5}),
      weight, 0.95);
  const MeanEstimate mean = EstimateClusteredMean(deals, 0.95);
  ASSERT_TRUE(ours.has_value());
  EXPECT_NEAR(ours->value, *mean.mean, 1e-12);
  EXPECT_NEAR(*ours->standard_error / *mean.standard_error, 1, 2e-3);
  EXPECT_NEAR(ours->interval.lo, mean.interval.lo, 1e-4);
}

// Equal bots in an individual tournament of four, each deal won or lost by one
// point: results of one size are what few deals mislead most with.
TEST(AdditiveTest, IntervalsAndRanksOfFewDealsHold) {
  constexpr int kRuns = 400;
  SplitMix64 random(9);
  for (const int deals : {2, 3, 5, 8}) {
    int covered = 0;
    int falsely_ranked = 0;
    for (int run = 0; run < kRuns; ++run) {
      std::vector<TeamSums> sums;
      for (const auto& [b, c, d] :
           {std::array{1, 2, 3}, {2, 1, 3}, {3, 1, 2}}) {
        TeamSums& of = sums.emplace_back();
        of.team = {0, b};
        of.opponents = {c, d};
        of.points.denominator = 4;
        for (int deal = 0; deal < deals; ++deal) {
          of.points.Add(random.NextBelow(2) == 0 ? 4 : -4);
        }
      }
      const AdditiveRatings ratings =
          RateTeamSums(4, sums, ResultScale::kPoints, 0.95);
      const auto found = StrengthAgainst(ratings, 0, 1, 0.95);
      ASSERT_TRUE(found.has_value());
      covered += found->interval.lo <= 0 && found->interval.hi >= 0 ? 1 : 0;
      falsely_ranked += ComputeRankBands(ratings, 0.95) !=
                                RankBands(4, RankBand{.best = 1, .worst = 4})
                            ? 1
                            : 0;
    }
    EXPECT_GE(covered, 0.95 * kRuns - 13) << deals;  // three standard errors
    EXPECT_LE(falsely_ranked, 0.05 * kRuns + 13) << deals;
  }
}

TEST(AdditiveTest, NoResultsGiveNoRatings) {
  EXPECT_FALSE(RateTeams(4, {}, ResultScale::kScore, 0.95).bots[0].has_value());
}

TEST(DavidsonTest, ExactTablesAreRecovered) {
  const std::vector<double> th = {0.8, 0.1, -0.9};
  std::vector<ResultLine> lines;
  for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
    const double a = std::exp(th[static_cast<std::size_t>(i)]);
    const double b = std::exp(th[static_cast<std::size_t>(j)]);
    const double draw = 0.7 * std::sqrt(a * b);
    const double games = 1000 / (a + b + draw);
    lines.push_back({i, j, games * a, games * draw, games * b});
  }
  const DavidsonFit fit = FitDavidson(3, lines);
  ASSERT_TRUE(fit.converged);
  EXPECT_NEAR(fit.draw_rate, 0.7, 1e-9);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(fit.strengths[i], th[i], 1e-9);
  }
}

TEST(DavidsonTest, WithoutDrawsItIsBradleyTerry) {
  const std::vector<ResultLine> lines = {{0, 1, 60, 0, 40}, {1, 2, 70, 0, 30}};
  const std::vector<ScoreLine> scores = {{0, 1, 60, 40}, {1, 2, 70, 30}};
  const DavidsonFit fit = FitDavidson(3, lines);
  const StrengthFit plain = FitByNewton(3, scores);
  EXPECT_EQ(fit.draw_rate, 0);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(fit.strengths[i], plain.strengths[i], 1e-9);
  }
}

TEST(DavidsonTest, StrengthsAreStretchedAgainstScores) {
  const std::vector<ResultLine> lines = {{0, 1, 40, 40, 20}};
  const std::vector<ScoreLine> scores = {{0, 1, 60, 40}};
  EXPECT_GT(FitDavidson(2, lines).strengths[0],
            FitByNewton(2, scores).strengths[0]);
}

TEST(DavidsonTest, HopelessTablesDoNotConverge) {
  EXPECT_FALSE(
      FitDavidson(2, std::vector<ResultLine>{{0, 1, 9, 0, 0}}).converged);
  EXPECT_FALSE(FitDavidson(2, {}).converged);
  EXPECT_FALSE(
      FitDavidson(2, std::vector<ResultLine>{{0, 1, 0, 9, 0}}).converged);
}

}  // namespace
}  // namespace couillon::stats
