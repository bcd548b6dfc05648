#include "arena/numbers/stats/league/league.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/law/splitmix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/cross_table.h"
#include "arena/numbers/stats/league/rank_bands.h"
#include "arena/numbers/stats/pairs/elo.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {
namespace {

constexpr LeagueOptions kPlain = {.level = 0.95, .anchor = std::nullopt};

// A pairing from counts of won, drawn and lost units.
Pairing Met(int first, int second, std::int64_t won, std::int64_t lost,
            std::int64_t drawn = 0) {
  const std::vector<std::int64_t> counts = {lost, drawn, won};
  return {first, second, SumsOfCells(counts)};
}

// scores[deal][pairing] in numerators; -1 where the pairing missed the deal.
LeagueSums FromDeals(int bots, std::vector<std::pair<int, int>> pairings,
                     const std::vector<std::vector<std::int64_t>>& scores,
                     std::int64_t denominator) {
  LeagueSums sums;
  sums.bots = bots;
  sums.deals = static_cast<std::int64_t>(scores.size());
  for (std::size_t k = 0; k < pairings.size(); ++k) {
    Pairing pairing = {pairings[k].first, pairings[k].second, {}};
    pairing.score.denominator = denominator;
    for (const auto& deal : scores) {
      if (deal[k] >= 0) pairing.score.Add(deal[k]);
    }
    sums.pairings.push_back(pairing);
    for (std::size_t l = 0; l < k; ++l) {
      CrossSums cross = {.k = static_cast<int>(k), .l = static_cast<int>(l)};
      for (const auto& deal : scores) {
        if (deal[k] < 0 || deal[l] < 0) continue;
        ++cross.deals;
        cross.sum_k += deal[k];
        cross.sum_l += deal[l];
        cross.sum_products += deal[k] * deal[l];
      }
      if (cross.deals > 0) sums.crosses.push_back(cross);
    }
  }
  return sums;
}

std::vector<std::pair<int, int>> AllPairs(int bots) {
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i < bots; ++i) {
    for (int j = i + 1; j < bots; ++j) pairs.emplace_back(i, j);
  }
  return pairs;
}

// Deterministic made-up scores in which the bots of a deal share its luck.
std::vector<std::vector<std::int64_t>> MadeUpScores(std::size_t deals,
                                                    std::size_t pairings,
                                                    std::int64_t denominator) {
  SplitMix64 random(11);
  std::vector<std::vector<std::int64_t>> scores(deals);
  for (auto& deal : scores) {
    const double luck = random.NextUnit();
    for (std::size_t k = 0; k < pairings; ++k) {
      const double share = 0.5 * luck + 0.5 * random.NextUnit();
      deal.push_back(std::min(
          denominator, static_cast<std::int64_t>(
                           share * static_cast<double>(denominator + 1))));
    }
  }
  return scores;
}

// The table behind the published ratings: 100 units a pairing, no draws; the
// totals 303, 253, 210, 152, 82 are what Bradley-Terry depends on.
LeagueSums FiveBots() {
  LeagueSums sums;
  sums.bots = 5;
  sums.deals = 1000;
  sums.pairings = {Met(0, 1, 62, 38), Met(0, 2, 71, 29), Met(0, 3, 80, 20),
                   Met(0, 4, 90, 10), Met(1, 2, 60, 40), Met(1, 3, 71, 29),
                   Met(1, 4, 84, 16), Met(2, 3, 63, 37), Met(2, 4, 78, 22),
                   Met(3, 4, 66, 34)};
  return sums;
}

TEST(LeagueTest, FiveBotTableMatchesThePublishedRatings) {
  const std::vector<double> expected = {171.694, 85.687, 17.101, -75.154,
                                        -199.327};
  const LeagueRating rating = RateLeague(FiveBots(), kPlain);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(*rating.bots[i].value, expected[i], 0.0005);
  }
  const std::vector<double> errors = {28.472, 26.934, 26.127, 25.592};
  const LeagueRating anchored = RateLeague(
      FiveBots(),
      {.level = 0.95, .anchor = 4, .errors = LeagueErrors::kCurvature});
  EXPECT_EQ(*anchored.bots[4].value, 0);
  EXPECT_EQ(*anchored.bots[4].standard_error, 0);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(*anchored.bots[i].standard_error, errors[i], 0.0005);
    EXPECT_NEAR(*anchored.bots[i].value, expected[i] - expected[4], 0.001);
  }
}

// Deal by deal, as the formula is written, in plain floating point.
Matrix DirectSandwich(const LeagueRating& rating, const LeagueSums& sums,
                      const std::vector<std::vector<std::int64_t>>& scores) {
  const std::vector<double>& th = rating.islands[0].strengths;
  const std::size_t n = th.size();
  std::vector<ScoreLine> lines;
  for (const Pairing& p : sums.pairings) {
    const auto d = static_cast<double>(p.score.denominator);
    const double won = static_cast<double>(p.score.sum) / d;
    lines.push_back(
        {p.first, p.second, won, static_cast<double>(p.score.pairs) - won});
  }
  Matrix middle(n, n);
  for (const auto& deal : scores) {
    std::vector<double> u(n);
    for (std::size_t k = 0; k < deal.size(); ++k) {
      if (deal[k] < 0) continue;
      const Pairing& p = sums.pairings[k];
      const auto i = static_cast<std::size_t>(p.first);
      const auto j = static_cast<std::size_t>(p.second);
      const double y = static_cast<double>(deal[k]) /
                       static_cast<double>(p.score.denominator);
      const double residual = y - WinProbability(th[i] - th[j]);
      u[i] += residual;
      u[j] -= residual;
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) middle(i, j) += u[i] * u[j];
    }
  }
  const Matrix bread = SumZeroInverse(Curvature(th, lines));
  Matrix v = Product(Product(bread, middle), bread);
  const auto g = static_cast<double>(scores.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) v(i, j) *= g / (g - 1);
  }
  return v;
}

TEST(LeagueTest, SandwichFromSumsEqualsTheSumOverDeals) {
  for (const std::int64_t denominator : {4, 12}) {
    auto scores = MadeUpScores(40, 6, denominator);
    scores[3][2] = scores[5][0] = scores[5][1] = -1;  // missed deals
    const LeagueSums sums = FromDeals(4, AllPairs(4), scores, denominator);
    const LeagueRating rating = RateLeague(sums, kPlain);
    ASSERT_TRUE(rating.islands[0].covariance.has_value());
    const Matrix& ours = *rating.islands[0].covariance;
    const Matrix direct = DirectSandwich(rating, sums, scores);
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) {
        EXPECT_NEAR(ours(i, j), direct(i, j), 1e-12);
      }
    }
  }
}

TEST(LeagueTest, WithoutErrorsTheStrengthsAreTheSameAndClaimNothing) {
  const auto scores = MadeUpScores(60, 6, 4);
  const LeagueSums sums = FromDeals(4, AllPairs(4), scores, 4);
  LeagueOptions options = kPlain;
  const LeagueRating with = RateLeague(sums, options);
  options.errors = LeagueErrors::kNone;
  const LeagueRating without = RateLeague(sums, options);
  ASSERT_TRUE(with.islands[0].covariance.has_value());
  EXPECT_FALSE(without.islands[0].covariance.has_value());
  EXPECT_FALSE(without.islands[0].misfit.p.has_value());
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(without.bots[i].value, with.bots[i].value);
    EXPECT_EQ(without.bots[i].interval, Interval());
    EXPECT_FALSE(without.bots[i].standard_error.has_value());
  }
  const auto critical = ComputeCriticalValue(without, 0.95, 1000);
  EXPECT_FALSE(critical.has_value());
  for (const auto& rank :
       ComputeRankBands(without, KnownBetter(without, critical))) {
    EXPECT_FALSE(rank.has_value());
  }
}

TEST(LeagueTest, SharedDealsChangeTheErrors) {
  const auto scores = MadeUpScores(60, 3, 4);
  const LeagueSums sums = FromDeals(3, AllPairs(3), scores, 4);
  LeagueOptions options = kPlain;
  const LeagueRating by_deal = RateLeague(sums, options);
  options.errors = LeagueErrors::kByPair;
  const LeagueRating by_pair = RateLeague(sums, options);
  EXPECT_EQ(by_deal.bots[0].value, by_pair.bots[0].value);
  EXPECT_GT(std::abs(*by_deal.bots[0].standard_error -
                     *by_pair.bots[0].standard_error),
            0.1);
  EXPECT_EQ(by_deal.unshared_crosses, 0);
}

TEST(LeagueTest, TwoBotsHaveTheErrorOfTheirPairing) {
  const auto scores = MadeUpScores(50, 1, 4);
  const LeagueSums sums = FromDeals(2, {{0, 1}}, scores, 4);
  const LeagueRating rating = RateLeague(sums, kPlain);
  const auto difference = DifferenceBetween(rating, 0, 1, 0.95);
  const EloEstimate elo = EstimateElo(sums.pairings[0].score,
                                      {.level = 0.95, .seatings_per_pair = 2});
  ASSERT_TRUE(difference.has_value());
  EXPECT_NEAR(difference->value, *elo.elo, 1e-9);
  EXPECT_NEAR(*difference->standard_error, *elo.elo_standard_error, 1e-9);
  EXPECT_NEAR(difference->interval.lo, elo.plus_two.elo_interval.lo, 1e-9);
  EXPECT_NEAR(difference->interval.hi, elo.plus_two.elo_interval.hi, 1e-9);
  EXPECT_NEAR(*difference->t, elo.plus_two.t, 1e-12);
  EXPECT_EQ(difference->degrees_of_freedom, 51);
  EXPECT_NEAR(*difference->superiority, elo.plus_two.superiority, 1e-12);
  const auto turned = DifferenceBetween(rating, 1, 0, 0.95);
  EXPECT_EQ(turned->interval.lo, -difference->interval.hi);
  EXPECT_EQ(turned->interval.hi, -difference->interval.lo);
}

TEST(LeagueTest, OrderAndOrientationOfTheEvidenceDoNotMatter) {
  const auto scores = MadeUpScores(40, 6, 4);
  const LeagueSums sums = FromDeals(4, AllPairs(4), scores, 4);
  auto flipped_pairs = AllPairs(4);
  std::reverse(flipped_pairs.begin(), flipped_pairs.end());
  auto flipped_scores = scores;
  for (auto& deal : flipped_scores) {
    std::reverse(deal.begin(), deal.end());
    for (std::size_t k = 0; k < deal.size(); k += 2) deal[k] = 4 - deal[k];
  }
  for (std::size_t k = 0; k < flipped_pairs.size(); k += 2) {
    std::swap(flipped_pairs[k].first, flipped_pairs[k].second);
  }
  const LeagueSums flipped = FromDeals(4, flipped_pairs, flipped_scores, 4);
  const LeagueRating a = RateLeague(sums, kPlain);
  const LeagueRating b = RateLeague(flipped, kPlain);
  EXPECT_EQ(a.islands[0].strengths, b.islands[0].strengths);
  EXPECT_EQ(*a.islands[0].covariance, *b.islands[0].covariance);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(a.bots[i].value, b.bots[i].value);
    EXPECT_EQ(a.bots[i].interval, b.bots[i].interval);
  }
}

TEST(LeagueTest, SwappingWinsAndLossesNegatesTheRatings) {
  const auto scores = MadeUpScores(40, 3, 4);
  auto mirrored = scores;
  for (auto& deal : mirrored) {
    for (std::int64_t& y : deal) y = 4 - y;
  }
  const LeagueRating a =
      RateLeague(FromDeals(3, AllPairs(3), scores, 4), kPlain);
  const LeagueRating b =
      RateLeague(FromDeals(3, AllPairs(3), mirrored, 4), kPlain);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(*a.bots[i].value, -*b.bots[i].value);
    EXPECT_EQ(a.bots[i].standard_error, b.bots[i].standard_error);
  }
  EXPECT_EQ(DifferenceBetween(a, 0, 2, 0.95)->value,
            -DifferenceBetween(a, 2, 0, 0.95)->value);
}

TEST(LeagueTest, FitOfAPairingIsMeasuredInItsErrors) {
  const auto scores = MadeUpScores(60, 3, 4);
  const LeagueSums sums = FromDeals(3, AllPairs(3), scores, 4);
  const LeagueRating rating = RateLeague(sums, kPlain);
  const double expected = *rating.pairings[1].expected;
  const PairSums& score = sums.pairings[1].score;
  // Two virtual pairs, one won and one lost, that do not move the mean.
  const double squares = 59 * *SampleVariance(score) + 2 * 0.5 * 0.5;
  EXPECT_NEAR(*rating.pairings[1].z,
              (*ComputeMean(score) - expected) / std::sqrt(squares / (60 * 61)),
              1e-9);
  EXPECT_NEAR(expected,
              ScoreOfElo(*rating.bots[0].value - *rating.bots[2].value), 1e-12);
}

TEST(LeagueTest, PerfectBotsAreLeftOutAndBounded) {
  LeagueSums sums = FiveBots();
  sums.bots = 7;
  for (int i = 0; i < 5; ++i) {
    sums.pairings.push_back(Met(5, i, 10, 0));
    sums.pairings.push_back(Met(6, i, 0, 10));
  }
  const LeagueRating with = RateLeague(sums, kPlain);
  const LeagueRating without = RateLeague(FiveBots(), kPlain);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(with.bots[i].status, RatingStatus::kRated);
    EXPECT_EQ(with.bots[i].value, without.bots[i].value);
  }
  EXPECT_EQ(with.bots[5].status, RatingStatus::kAbove);
  EXPECT_EQ(with.bots[6].status, RatingStatus::kBelow);
  EXPECT_FALSE(with.bots[5].value.has_value());
  // The lower end of the plus-two interval of 50 won games, which stands for
  // the mean expected score, and the errors of the opponents, which are alike.
  PairSums sweep;
  sweep.Add(1, 50);
  double score = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    score += ScoreOfElo(*with.bots[5].bound - *with.bots[i].value) / 5;
  }
  const double least = EstimatePlusTwo(sweep, 0.95).score_interval.lo;
  EXPECT_LT(score, least);
  EXPECT_GT(score, least - 0.05);
  EXPECT_EQ(with.bots[5].interval.lo, *with.bots[5].bound);
  EXPECT_LT(*with.bots[6].bound, *with.bots[4].value);
  EXPECT_FALSE(DifferenceBetween(with, 5, 0, 0.95).has_value());
}

TEST(LeagueTest, BoundsDoNotDependOnTheOrderOfBots) {
  // One won everything and one lost everything, also against each other.
  std::vector<double> bounds;
  for (const int best : {5, 6}) {
    LeagueSums sums = FiveBots();
    sums.bots = 7;
    const int worst = 11 - best;
    for (int i = 0; i < 5; ++i) {
      sums.pairings.push_back(Met(best, i, 10, 0));
      sums.pairings.push_back(Met(worst, i, 0, 10));
    }
    sums.pairings.push_back(Met(best, worst, 10, 0));
    const LeagueRating rating = RateLeague(sums, kPlain);
    const auto& bound = rating.bots[static_cast<std::size_t>(best)].bound;
    ASSERT_TRUE(bound.has_value());
    bounds.push_back(*bound);
  }
  EXPECT_NEAR(bounds[0], bounds[1], 1e-9);
}

TEST(LeagueTest, IntervalsFollowTheErrorsOfTheCurvature) {
  LeagueOptions options = kPlain;
  options.errors = LeagueErrors::kCurvature;
  const LeagueRating rating = RateLeague(FiveBots(), options);
  for (const BotRating& bot : rating.bots) {
    if (!bot.standard_error || *bot.standard_error == 0) continue;
    EXPECT_NEAR(bot.interval.hi - bot.interval.lo,
                2 * 1.959963984540054 * *bot.standard_error, 1e-6);
  }
}

TEST(LeagueTest, ASweepBetweenTwoBotsGivesABoundNotARating) {
  LeagueSums sums;
  sums.bots = 2;
  sums.deals = 10;
  sums.pairings = {Met(0, 1, 10, 0)};
  const LeagueRating rating = RateLeague(sums, {.level = 0.95, .anchor = 1});
  EXPECT_EQ(rating.bots[0].status, RatingStatus::kAbove);
  EXPECT_EQ(rating.bots[1].value, 0);
  EXPECT_NEAR(*rating.bots[0].bound,
              EstimatePlusTwo(sums.pairings[0].score, 0.95).elo_interval.lo,
              1e-9);
  EXPECT_FALSE(rating.bots[1].standard_error.has_value());
}

TEST(LeagueTest, OneWayCutsNameTheirComponentsAndGiveNoRating) {
  LeagueSums sums;
  sums.bots = 4;
  sums.deals = 100;
  sums.pairings = {Met(2, 3, 6, 4), Met(0, 1, 5, 5), Met(2, 0, 10, 0),
                   Met(3, 1, 10, 0)};
  const LeagueRating rating = RateLeague(sums, kPlain);
  ASSERT_EQ(rating.islands.size(), 1U);
  EXPECT_EQ(rating.islands[0].strong_components,
            (std::vector<std::vector<int>>{{2, 3}, {0, 1}}));
  EXPECT_TRUE(rating.islands[0].rated.empty());
  for (const BotRating& bot : rating.bots) {
    EXPECT_EQ(bot.status, RatingStatus::kOrderOnly);
    EXPECT_FALSE(bot.value.has_value());
  }
}

TEST(LeagueTest, IslandsHaveSeparateScales) {
  LeagueSums sums;
  sums.bots = 5;
  sums.deals = 100;
  sums.pairings = {Met(0, 2, 6, 4), Met(1, 3, 7, 3)};
  const LeagueRating rating = RateLeague(sums, {.level = 0.95, .anchor = 3});
  ASSERT_EQ(rating.islands.size(), 3U);
  EXPECT_EQ(rating.islands[0].bots, (std::vector<int>{0, 2}));
  EXPECT_FALSE(rating.islands[0].anchor.has_value());
  EXPECT_EQ(rating.islands[1].anchor, 3);
  EXPECT_EQ(rating.bots[3].value, 0);
  EXPECT_EQ(*rating.bots[0].value, -*rating.bots[2].value);
  EXPECT_EQ(rating.bots[4].status, RatingStatus::kUnplayed);
  EXPECT_FALSE(DifferenceBetween(rating, 0, 1, 0.95).has_value());
  EXPECT_TRUE(DifferenceBetween(rating, 0, 2, 0.95).has_value());
  EXPECT_EQ(rating.unshared_crosses, 1);
}

TEST(LeagueTest, TooFewDealsForTheBotsRefuseTheCovariance) {
  const auto scores = MadeUpScores(4, 6, 4);
  const LeagueRating rating =
      RateLeague(FromDeals(4, AllPairs(4), scores, 4), kPlain);
  EXPECT_TRUE(rating.bots[0].value.has_value());
  EXPECT_FALSE(rating.bots[0].standard_error.has_value());
  EXPECT_FALSE(rating.islands[0].covariance.has_value());
  EXPECT_EQ(rating.bots[0].interval, Interval{});
}

TEST(LeagueTest, SplitsOnlyRateAllAlike) {
  LeagueSums sums;
  sums.bots = 3;
  sums.deals = 50;
  sums.pairings = {Met(0, 1, 0, 0, 50), Met(1, 2, 0, 0, 50)};
  const LeagueRating rating = RateLeague(sums, kPlain);
  for (const BotRating& bot : rating.bots) EXPECT_EQ(bot.value, 0);
  const auto difference = DifferenceBetween(rating, 0, 2, 0.95);
  EXPECT_EQ(difference->standard_error, 0);
  // The virtual pairs keep the interval from being a point.
  EXPECT_EQ(difference->superiority, 0.5);
  EXPECT_GT(difference->interval.hi, 5);
  EXPECT_EQ(difference->interval.lo, -difference->interval.hi);
  EXPECT_EQ(rating.pairings[0].z, 0);
}

TEST(LeagueTest, FaultyEvidenceIsRefusedWithAReason) {
  LeagueSums sums = FiveBots();
  EXPECT_FALSE(LeagueProblem(sums).has_value());
  sums.pairings.push_back(Met(2, 2, 1, 1));
  EXPECT_EQ(LeagueProblem(sums),
            "pairing of bots 2 and 2: a bot cannot meet itself");
  EXPECT_EQ(RateLeague(sums, kPlain).bots[0].status, RatingStatus::kUnplayed);
  sums = FiveBots();
  sums.pairings.push_back(Met(1, 0, 1, 1));
  EXPECT_EQ(LeagueProblem(sums), "a pairing is listed twice");
  sums = FiveBots();
  sums.pairings[0].second = 5;
  EXPECT_TRUE(LeagueProblem(sums).has_value());
  sums = FiveBots();
  sums.pairings[0].score.sum = 1000;
  EXPECT_TRUE(LeagueProblem(sums).has_value());
  sums = FiveBots();
  sums.crosses = {{.k = 1, .l = 1}};
  EXPECT_TRUE(LeagueProblem(sums).has_value());
  sums.crosses = {{.k = 1, .l = 2}, {.k = 2, .l = 1}};
  EXPECT_EQ(LeagueProblem(sums), "cross sums listed twice");
}

// The points of pairs are their scores times 4, less 2.
TEST(LeagueTest, PointsAreLeastSquaresOfMeanLeads) {
  const auto scores = MadeUpScores(40, 6, 4);
  LeagueSums sums = FromDeals(4, AllPairs(4), scores, 4);
  LeagueOptions options = kPlain;
  options.scale = ResultScale::kPoints;
  std::vector<std::vector<std::int64_t>> leads = scores;
  sums.crosses.clear();
  for (std::size_t k = 0; k < sums.pairings.size(); ++k) {
    PairSums points;
    for (auto& deal : leads) points.Add(deal[k] - 2);
    sums.pairings[k].score = points;
  }
  const LeagueRating rating = RateLeague(sums, options);
  // Every two bots met equally often: a strength is the mean lead over all.
  for (int bot = 0; bot < 4; ++bot) {
    double lead = 0;
    for (const Pairing& pairing : sums.pairings) {
      if (pairing.first == bot) lead += *ComputeMean(pairing.score);
      if (pairing.second == bot) lead -= *ComputeMean(pairing.score);
    }
    EXPECT_NEAR(*rating.bots[static_cast<std::size_t>(bot)].value, lead / 4,
                1e-12);
  }
  // Own deals: the variance of a mean lead is that of its pairing.
  double middle = 0;
  for (const int k : {0, 1, 2}) {
    const Pairing& pairing = sums.pairings[static_cast<std::size_t>(k)];
    const double expected =
        *rating.bots[0].value -
        *rating.bots[static_cast<std::size_t>(pairing.second)].value;
    for (const auto& deal : leads) {
      const double lead =
          static_cast<double>(deal[static_cast<std::size_t>(k)] - 2);
      middle += (lead - expected) * (lead - expected);
    }
  }
  EXPECT_NEAR(*rating.bots[0].standard_error,
              std::sqrt(middle * 40 / 39) / (4 * 40), 1e-9);
}

TEST(LeagueTest, SwappedPointsNegateTheRatings) {
  LeagueSums sums;
  sums.bots = 3;
  sums.deals = 30;
  SplitMix64 random(5);
  for (const auto& [first, second] : AllPairs(3)) {
    PairSums points{.denominator = 2};
    for (int deal = 0; deal < 10; ++deal) {
      points.Add(static_cast<std::int64_t>(random.Next() % 9) - 3);
    }
    sums.pairings.push_back({first, second, points});
  }
  LeagueOptions options = kPlain;
  options.scale = ResultScale::kPoints;
  const LeagueRating a = RateLeague(sums, options);
  for (Pairing& pairing : sums.pairings) {
    pairing.score = SwappedPoints(pairing.score);
  }
  const LeagueRating b = RateLeague(sums, options);
  for (Pairing& pairing : sums.pairings) {
    std::swap(pairing.first, pairing.second);
  }
  const LeagueRating c = RateLeague(sums, options);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(*a.bots[i].value, -*b.bots[i].value);
    EXPECT_EQ(a.bots[i].value, c.bots[i].value);
    EXPECT_EQ(a.bots[i].interval, c.bots[i].interval);
  }
}

TEST(LeagueTest, AnEmptyLeagueIsEmpty) {
  EXPECT_TRUE(RateLeague({}, kPlain).bots.empty());
  LeagueSums sums;
  sums.bots = 3;
  EXPECT_EQ(RateLeague(sums, kPlain).islands.size(), 3U);
}

}  // namespace
}  // namespace couillon::stats
