#include "arena/numbers/stats/league/plackett_luce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "arena/numbers/stats/law/splitmix.h"
#include "tests/support/minorise_maximise.h"

namespace couillon::stats {
namespace {

// `times` tables with these bots, the best first; no ties.
void AddOrder(const std::vector<int>& bots, int times,
              std::vector<RankedTable>& tables) {
  RankedTable table{.bots = bots};
  for (std::size_t i = 0; i < bots.size(); ++i) {
    table.results.push_back(-static_cast<double>(i));
  }
  tables.insert(tables.end(), static_cast<std::size_t>(times), table);
}

// Tables of three to five of seven bots with many ties.
std::vector<RankedTable> RandomTables() {
  SplitMix64 random(5);
  std::vector<RankedTable> tables;
  for (int t = 0; t < 150; ++t) {
    RankedTable table{.deal = t};
    for (int bot = 0; bot < 7 && table.bots.size() < 5; ++bot) {
      if (random.NextUnit() < 0.35) continue;
      table.bots.push_back(bot);
      const double luck = 4 * random.NextUnit();
      table.results.push_back(std::floor(luck + 0.3 * bot));
    }
    if (table.bots.size() >= 3) tables.push_back(table);
  }
  return tables;
}

double StrengthOver(const StrengthFit& fit, std::size_t a, std::size_t b) {
  return fit.strengths[a] - fit.strengths[b];
}

// Each order as often as its probability under w = (3, 2, 1), times 60: of
// A > B > C it is 3/6 * 2/3, and so on.
TEST(PlackettLuceTest, ExactTablesOfThreeAreRecovered) {
  std::vector<RankedTable> tables;
  AddOrder({0, 1, 2}, 20, tables);
  AddOrder({0, 2, 1}, 10, tables);
  AddOrder({1, 0, 2}, 15, tables);
  AddOrder({1, 2, 0}, 5, tables);
  AddOrder({2, 0, 1}, 6, tables);
  AddOrder({2, 1, 0}, 4, tables);
  const StrengthFit fit = FitRanksByNewton(CountPlaces(3, tables));
  ASSERT_TRUE(fit.converged);
  EXPECT_NEAR(StrengthOver(fit, 0, 2), std::log(3), 1e-12);
  EXPECT_NEAR(StrengthOver(fit, 1, 2), std::log(2), 1e-12);
}

// Two tables: A and B share the first rank before C; C is before A and B, who
// share the second. By symmetry A and B have equal w = x against 1 of C, and
// the derivative of the mean log likelihood over the orders is zero where
//   2 - 4x / (2x + 1) - x / (x + 1) = 0, or 2x^2 - x - 2 = 0.
TEST(PlackettLuceTest, SharedRanksAreTheMeanOverTheirOrders) {
  const std::vector<RankedTable> tables = {
      {.bots = {0, 1, 2}, .results = {5, 5, 1}},
      {.bots = {0, 1, 2}, .results = {2, 2, 7}}};
  const StrengthFit fit = FitRanksByNewton(CountPlaces(3, tables));
  ASSERT_TRUE(fit.converged);
  EXPECT_NEAR(StrengthOver(fit, 0, 2), std::log((1 + std::sqrt(17)) / 4),
              1e-12);
  EXPECT_NEAR(StrengthOver(fit, 0, 1), 0, 1e-12);
}

// The rule itself, spelled out: every order of a table of four, three of them
// on one rank, as a table of its own.
TEST(PlackettLuceTest, TiesEqualAllTheirOrdersAsTables) {
  const std::vector<RankedTable> ties(
      6, {.bots = {0, 1, 2, 3}, .results = {4, 4, 1, 4}});
  std::vector<RankedTable> orders;
  std::vector<int> tied = {0, 1, 3};
  do {
    AddOrder({tied[0], tied[1], tied[2], 2}, 1, orders);
  } while (std::next_permutation(tied.begin(), tied.end()));
  const PlaceCounts of_ties = CountPlaces(4, ties);
  const PlaceCounts of_orders = CountPlaces(4, orders);
  ASSERT_EQ(of_ties.contests.size(), of_orders.contests.size());
  for (std::size_t c = 0; c < of_ties.contests.size(); ++c) {
    EXPECT_EQ(of_ties.contests[c].players, of_orders.contests[c].players);
    for (std::size_t i = 0; i < of_ties.contests[c].won.size(); ++i) {
      EXPECT_NEAR(of_ties.contests[c].won[i], of_orders.contests[c].won[i],
                  1e-12);
    }
  }
}

TEST(PlackettLuceTest, NewtonAndMmAgree) {
  const PlaceCounts counts = CountPlaces(7, RandomTables());
  const StrengthFit newton = FitRanksByNewton(counts);
  const StrengthFit mm = FitRanksByMm(counts, 1e-14, 100'000);
  ASSERT_TRUE(newton.converged);
  ASSERT_TRUE(mm.converged);
  EXPECT_LE(newton.iterations, 8);
  EXPECT_LT(newton.gradient, 1e-9);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_NEAR(newton.strengths[i], mm.strengths[i], 1e-9);
  }
}

TEST(PlackettLuceTest, TablesOfTwoAreBradleyTerry) {
  std::vector<RankedTable> tables;
  AddOrder({0, 1}, 62, tables);
  AddOrder({1, 0}, 38, tables);
  AddOrder({1, 2}, 25, tables);
  AddOrder({2, 1}, 15, tables);
  tables.insert(tables.end(), 10, {.bots = {0, 2}, .results = {3, 3}});
  const std::vector<ScoreLine> lines = {
      {0, 1, 62, 38}, {1, 2, 25, 15}, {0, 2, 5, 5}};
  const StrengthFit ranks = FitRanksByNewton(CountPlaces(3, tables));
  const StrengthFit scores = FitByNewton(3, lines);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(ranks.strengths[i], scores.strengths[i], 1e-12);
  }
}

TEST(PlackettLuceTest, CurvatureIsTheDerivativeOfTheGradient) {
  const PlaceCounts counts = CountPlaces(7, RandomTables());
  const std::vector<double> at = {0.3, -0.2, 0.5, 0, 0.1, -0.9, 0.2};
  const Matrix curvature = PlaceCurvature(at, counts);
  constexpr double kStep = 1e-6;
  for (std::size_t j = 0; j < at.size(); ++j) {
    std::vector<double> up = at;
    std::vector<double> down = at;
    up[j] += kStep;
    down[j] -= kStep;
    const std::vector<double> above = PlaceGradient(up, counts);
    const std::vector<double> below = PlaceGradient(down, counts);
    for (std::size_t i = 0; i < at.size(); ++i) {
      EXPECT_NEAR(-(above[i] - below[i]) / (2 * kStep), curvature(i, j), 1e-5);
    }
  }
}

// Two of three players are the same bot: who of them is first does not matter.
TEST(PlackettLuceTest, OneBotMayBeTwoPlayers) {
  std::vector<RankedTable> tables;
  AddOrder({0, 0, 1}, 3, tables);
  AddOrder({0, 1, 0}, 3, tables);
  AddOrder({1, 0, 0}, 3, tables);
  const StrengthFit fit = FitRanksByNewton(CountPlaces(2, tables));
  ASSERT_TRUE(fit.converged);
  EXPECT_NEAR(StrengthOver(fit, 0, 1), 0, 1e-12);
}

TEST(PlackettLuceTest, DivergenceIsReportedAndEnds) {
  std::vector<RankedTable> tables;
  AddOrder({0, 1, 2}, 4, tables);
  AddOrder({0, 2, 1}, 4, tables);
  EXPECT_FALSE(FitRanksByNewton(CountPlaces(3, tables)).converged);
  EXPECT_FALSE(FitRanksByMm(CountPlaces(3, tables), 1e-12, 1000).converged);
  EXPECT_FALSE(FitRanksByNewton(CountPlaces(2, {})).converged);
}

}  // namespace
}  // namespace couillon::stats
