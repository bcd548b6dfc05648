#include "arena/numbers/stats/pairs/elo.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "absl/strings/match.h"
#include "arena/numbers/stats/law/distributions.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {
namespace {

constexpr double kInfiniteElo = std::numeric_limits<double>::infinity();

EloOptions OptionsFor(std::size_t classes, EloConvention convention) {
  return {.level = 0.95,
          .seatings_per_pair = classes == 3 ? 1.0 : 2.0,
          .convention = convention};
}

PairSums Sums(const std::vector<std::int64_t>& counts) {
  return SumsOfCells(counts);
}

EloEstimate Arena(const std::vector<std::int64_t>& counts) {
  return EstimateElo(Sums(counts),
                     OptionsFor(counts.size(), EloConvention::kArena));
}

EloEstimate Fishtest(const std::vector<std::int64_t>& counts) {
  return EstimateElo(Sums(counts),
                     OptionsFor(counts.size(), EloConvention::kFishtest));
}

double HalfWidth(const Interval& interval) {
  return 0.5 * (interval.hi - interval.lo);
}

void ExpectPrinted(double ours, double published, double digit) {
  EXPECT_NEAR(ours, published, 0.5 * digit + 1e-9);
}

// fastchess prints in different places; OpenBench uses the t quantile.
TEST(EloTest, PublishedRowsMatchToTheirDigits) {
  for (const Json& row :
       VectorFile("elo.json")["published_checks"].Elements()) {
    SCOPED_TRACE(row["source"].Text());
    const bool open_bench =
        absl::StrContains(row["source"].Text(), "OpenBench");
    const std::vector<std::int64_t> counts = row["freq"].Integers();
    const EloEstimate e = open_bench ? Arena(counts) : Fishtest(counts);
    const Json published = row["published"];
    if (published.Has("elo")) {
      ExpectPrinted(*e.elo, published["elo"].Number(), 0.01);
      ExpectPrinted(HalfWidth(e.elo_interval),
                    published["elo_halfwidth"].Number(), 0.015);
    }
    if (published.Has("nelo")) {
      ExpectPrinted(*e.nelo, published["nelo"].Number(), 0.01);
      ExpectPrinted(HalfWidth(e.nelo_interval),
                    published["nelo_halfwidth"].Number(), 0.01);
    }
    if (published.Has("score")) {
      ExpectPrinted(*e.score, published["score"].Number(), 0.001);
    }
    if (published.Has("los")) {
      ExpectPrinted(*e.superiority, published["los"].Number(), 0.0001);
    }
  }
}

TEST(EloTest, OurValuesOfThePublishedRowsMatchTheVectors) {
  for (const Json& row :
       VectorFile("elo.json")["published_checks"].Elements()) {
    SCOPED_TRACE(row["source"].Text());
    const std::vector<std::int64_t> counts = row["freq"].Integers();
    const EloEstimate e = Fishtest(counts);
    const Json ours = row["ours"];
    if (ours.Has("elo")) ExpectClose(e.elo, ours["elo"].Number());
    if (ours.Has("elo_halfwidth")) {
      ExpectClose(HalfWidth(e.elo_interval), ours["elo_halfwidth"].Number());
    }
    if (ours.Has("nelo")) {
      ExpectClose(e.nelo, ours["nelo"].Number());
      ExpectClose(HalfWidth(e.nelo_interval), ours["nelo_halfwidth"].Number());
    }
    if (ours.Has("los")) ExpectClose(e.superiority, ours["los"].Number());
    if (ours.Has("score")) ExpectClose(e.score, ours["score"].Number());
  }
}

TEST(EloTest, ScoresAndEloMapOntoEachOther) {
  for (const Json& row : VectorFile("elo.json")["maps"].Elements()) {
    const double elo = row["elo"].Number();
    const double score = row["score"].Number();
    ExpectClose(ScoreOfElo(elo), score);
    EXPECT_NEAR(EloOfScore(score), elo, 1e-9 * std::abs(elo) + 1e-9);
  }
  EXPECT_EQ(EloOfScore(0), -kInfiniteElo);
  EXPECT_EQ(EloOfScore(1), kInfiniteElo);
  EXPECT_EQ(EloOfScore(1.5), kInfiniteElo);
}

void ExpectRow(const EloEstimate& e, const Json& row) {
  EXPECT_EQ(static_cast<double>(e.pairs), row["units"].Number());
  ExpectClose(e.score, row["score"].Number());
  ExpectClose(e.variance, row["var_unit"].Number());
  ExpectClose(e.standard_error, row["se"].Number());
  ExpectClose(e.score_interval, row["score_lo"].Number(),
              row["score_hi"].Number());
  ExpectClose(e.elo, row["elo"].Number());
  ExpectClose(e.elo_interval, row["elo_lo"].Number(), row["elo_hi"].Number());
  const double half_width = row["elo_halfwidth"].Number();
  if (!std::isnan(half_width)) {
    ExpectClose(HalfWidth(e.elo_interval), half_width);
  }
  ExpectClose(e.elo_standard_error, row["elo_se_delta"].Number());
  ExpectClose(e.nelo, row["nelo"].Number());
}

TEST(EloTest, BothConventionsMatchTheVectors) {
  for (const Json& row : VectorFile("elo.json")["vectors"].Elements()) {
    const std::vector<std::int64_t> counts = row["freq"].Integers();
    if (const Json arena = row["arena"]; !arena.is_null()) {
      const EloEstimate e = Arena(counts);
      ExpectRow(e, arena);
      // The LOS of the vectors is that of the normal law.
      const double t = (arena["score"].Number() - 0.5) / arena["se"].Number();
      if (std::isfinite(t)) {
        ExpectClose(e.superiority, StudentCdf(t, arena["units"].Number() - 1),
                    kStudentRows);
      }
    }
    const EloEstimate fishtest = Fishtest(counts);
    ExpectRow(fishtest, row["population_z"]);
    ExpectClose(fishtest.superiority, row["population_z"]["los"].Number());
    if (fishtest.nelo) {
      ExpectClose(HalfWidth(fishtest.nelo_interval),
                  row["population_z"]["nelo_halfwidth"].Number());
    }
  }
}

TEST(EloTest, PlusTwoIntervalsMatchTheVectors) {
  for (const Json& row : VectorFile("elo.json")["vectors"].Elements()) {
    const PairSums sums = Sums(row["freq"].Integers());
    const PlusTwoEstimate p = EstimatePlusTwo(sums, 0.95);
    const Json expected = row["plus2"];
    ExpectClose(p.score, expected["score"].Number());
    if (DecisivePairsAtLeast(sums) < 6) {  // those know no sign test
      EXPECT_LE(p.elo_interval.lo, std::min(0.0, expected["elo_lo"].Number()));
      EXPECT_GE(p.elo_interval.hi, std::max(0.0, expected["elo_hi"].Number()));
      continue;
    }
    ExpectClose(p.score_interval, expected["lo"].Number(),
                expected["hi"].Number(), kStudentRows);
    ExpectClose(p.elo, expected["elo"].Number());
    ExpectClose(p.elo_interval, expected["elo_lo"].Number(),
                expected["elo_hi"].Number(), kStudentRows);
  }
}

TEST(EloTest, PlusTwoIntervalOfASweepIsBoundedBelow) {
  const PlusTwoEstimate p = EstimatePlusTwo(Sums({0, 0, 10}), 0.95);
  EXPECT_NEAR(p.elo_interval.lo, 182.66, 0.005);
  EXPECT_EQ(p.elo_interval.hi, kInfiniteElo);
  EXPECT_TRUE(std::isfinite(p.elo));
}

TEST(EloTest, PlusTwoIntervalOfTwentySplitsDoesNotCollapse) {
  const PlusTwoEstimate p = EstimatePlusTwo(Sums({0, 0, 20, 0, 0}), 0.95);
  EXPECT_NEAR(p.elo_interval.hi, 46.73, 0.005);
  EXPECT_EQ(p.elo_interval.lo, -p.elo_interval.hi);
  EXPECT_EQ(p.elo, 0);
}

TEST(EloTest, ShortListOfTheDesignHolds) {
  const EloEstimate wld = Fishtest({96, 111, 136});
  EXPECT_NEAR(*wld.elo, 40.70, 0.005);
  EXPECT_NEAR(HalfWidth(wld.elo_interval), 30.43, 0.005);
  EXPECT_NEAR(*wld.superiority, 0.9960, 0.00005);
  const EloEstimate five = Fishtest({34, 54, 63, 64, 75});
  EXPECT_NEAR(*five.elo, 55.58, 0.005);
  EXPECT_NEAR(HalfWidth(five.elo_interval), 27.65, 0.005);
  EXPECT_NEAR(*five.nelo, 57.94, 0.005);
  const PlusTwoEstimate p = EstimatePlusTwo(Sums({300, 400, 320}), 0.95);
  EXPECT_NEAR(p.elo_interval.lo, -9.84, 0.005);
  EXPECT_NEAR(p.elo_interval.hi, 23.47, 0.005);
}

// All tables of up to seven pairs: the interval excludes 1/2 if and only if the
// LOS is beyond 97.5%, and neither says who is better from fewer than six
// decisive pairs.
TEST(EloTest, IntervalAndLosOfFewPairsAreOneTest) {
  for (const double level : {0.95, 0.8}) {
    const double far = (1 + level) / 2;
    std::vector<std::int64_t> t(5);
    for (t[0] = 0; t[0] <= 7; ++t[0]) {
      for (t[1] = 0; t[1] <= 7 - t[0]; ++t[1]) {
        for (t[2] = 0; t[2] <= 7; ++t[2]) {
          for (t[3] = 0; t[3] <= 7; ++t[3]) {
            for (t[4] = 0; t[4] <= 7 - t[3]; ++t[4]) {
              const PlusTwoEstimate p = EstimatePlusTwo(Sums(t), level);
              const bool ahead = p.elo_interval.lo > 0;
              const bool behind = p.elo_interval.hi < 0;
              ASSERT_EQ(ahead, p.superiority > far) << p.superiority;
              ASSERT_EQ(behind, p.superiority < 1 - far) << p.superiority;
              const std::int64_t decisive = t[0] + t[1] + t[3] + t[4];
              if (level == 0.95 && decisive < 6) {
                ASSERT_FALSE(ahead || behind);
              }
            }
          }
        }
      }
    }
  }
}

TEST(EloTest, SweepTooShortToSayWhoIsBetterHasNoBound) {
  for (std::int64_t pairs = 1; pairs < 6; ++pairs) {
    EXPECT_EQ(EstimatePlusTwo(Sums({0, 0, 0, 0, pairs}), 0.95).elo_interval,
              Interval());
    EXPECT_EQ(EstimatePlusTwo(Sums({pairs, 0, 0}), 0.95).elo_interval,
              Interval());
  }
  EXPECT_GT(EstimatePlusTwo(Sums({0, 0, 6}), 0.95).elo_interval.lo, 0);
}

TEST(EloTest, NoPairIsEvenAndUnbounded) {
  const EloEstimate e = Arena({0, 0, 0, 0, 0});
  EXPECT_FALSE(e.score.has_value());
  EXPECT_FALSE(e.elo.has_value());
  EXPECT_FALSE(e.nelo.has_value());
  EXPECT_EQ(e.elo_interval, Interval{});
  EXPECT_EQ(e.score_interval, Interval{});
  EXPECT_EQ(e.superiority, 0.5);
  EXPECT_EQ(e.plus_two.superiority, 0.5);
  EXPECT_EQ(e.plus_two.elo_interval, Interval{});
}

TEST(EloTest, OnePairHasAnEstimateAndOnlyThePlusTwoInterval) {
  const EloEstimate e = Arena({0, 0, 0, 1, 0});
  EXPECT_NEAR(*e.elo, 190.848501887865, 1e-9);
  EXPECT_FALSE(e.variance.has_value());
  EXPECT_EQ(e.elo_interval, Interval{});
  EXPECT_GT(e.plus_two.elo, 0);
}

TEST(EloTest, AllWinsAndAllLossesAreInfiniteOppositeAndBounded) {
  const EloEstimate won = Arena({0, 0, 0, 0, 40});
  const EloEstimate lost = Arena({40, 0, 0, 0, 0});
  EXPECT_EQ(won.elo, kInfiniteElo);
  EXPECT_EQ(lost.elo, -kInfiniteElo);
  EXPECT_FALSE(won.nelo.has_value());
  EXPECT_TRUE(std::isfinite(won.plus_two.elo_interval.lo));
  EXPECT_EQ(won.plus_two.elo_interval.lo, -lost.plus_two.elo_interval.hi);
  EXPECT_GT(won.plus_two.superiority, 0.9999);
}

TEST(EloTest, SplitsOnlyGiveZeroEloAndNoNelo) {
  const EloEstimate e = Arena({0, 0, 50, 0, 0});
  EXPECT_EQ(e.elo, 0);
  EXPECT_FALSE(e.nelo.has_value());
  EXPECT_FALSE(e.superiority.has_value());
  EXPECT_GT(e.plus_two.elo_interval.hi, 0);
  EXPECT_EQ(e.plus_two.superiority, 0.5);
  EXPECT_TRUE(e.few_decisive_pairs);
}

TEST(EloTest, FewDecisivePairsAreFlagged) {
  EXPECT_TRUE(Arena({14, 0, 5000, 0, 15}).few_decisive_pairs);
  EXPECT_FALSE(Arena({15, 0, 5000, 0, 15}).few_decisive_pairs);
  EXPECT_FALSE(Arena({0, 15, 5000, 15, 0}).few_decisive_pairs);
}

TEST(EloTest, SwappingTheSidesNegatesEveryNumberExactly) {
  const std::vector<std::vector<std::int64_t>> tables = {
      {34, 54, 63, 64, 75}, {0, 1, 999999, 3, 0},  {5, 10, 5},
      {0, 0, 0, 0, 7},      {1, 0, 0, 0, 1000000}, {0, 0, 1}};
  for (const std::vector<std::int64_t>& counts : tables) {
    const PairSums sums = Sums(counts);
    const EloOptions options = OptionsFor(counts.size(), EloConvention::kArena);
    const EloEstimate a = EstimateElo(sums, options);
    const EloEstimate b = EstimateElo(SwappedScore(sums), options);
    EXPECT_EQ(*a.elo, -*b.elo);
    EXPECT_EQ(a.elo_interval.lo, -b.elo_interval.hi);
    EXPECT_EQ(a.elo_interval.hi, -b.elo_interval.lo);
    EXPECT_EQ(a.nelo.has_value(), b.nelo.has_value());
    if (a.nelo) {
      EXPECT_EQ(*a.nelo, -*b.nelo);
    }
    EXPECT_EQ(a.nelo_interval.lo, -b.nelo_interval.hi);
    EXPECT_EQ(a.elo_standard_error, b.elo_standard_error);
    EXPECT_EQ(a.plus_two.elo, -b.plus_two.elo);
    EXPECT_EQ(a.plus_two.elo_interval.lo, -b.plus_two.elo_interval.hi);
    EXPECT_EQ(a.plus_two.elo_interval.hi, -b.plus_two.elo_interval.lo);
  }
}

TEST(EloTest, TwelfthsGiveTheSameEloAsEqualQuarters) {
  PairSums quarters;
  quarters.denominator = 4;
  PairSums twelfths;
  twelfths.denominator = 12;
  for (const int x : {0, 1, 1, 2, 2, 2, 3, 4, 4}) {
    quarters.Add(x);
    twelfths.Add(3 * x);
  }
  const EloOptions options = OptionsFor(5, EloConvention::kArena);
  const EloEstimate a = EstimateElo(quarters, options);
  const EloEstimate b = EstimateElo(twelfths, options);
  ExpectClose(a.elo, *b.elo, 1e-14);
  ExpectClose(a.nelo, *b.nelo, 1e-14);
  ExpectClose(a.plus_two.elo_interval, b.plus_two.elo_interval.lo,
              b.plus_two.elo_interval.hi, 1e-13);
}

// The expected values are computed from the definition, in exact fractions.
TEST(EloTest, NeloErrorIncludesTheErrorOfTheDeviation) {
  ExpectClose(Fishtest({34, 54, 63, 64, 75}).nelo_standard_error,
              14.91500797406406, 1e-12);
  const EloEstimate strong = Arena({1, 3, 10, 40, 300});
  ExpectClose(strong.nelo_standard_error, 92.08457512489548, 1e-12);
  ExpectClose(HalfWidth(strong.nelo_interval),
              TwoSidedStudent(0.95, 353) * 92.08457512489548, 1e-12);
  ExpectClose(Arena({0, 1, 999999, 3, 0}).nelo_standard_error,
              0.22144757823498232, 1e-12);
}

}  // namespace
}  // namespace couillon::stats
