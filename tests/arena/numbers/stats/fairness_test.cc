#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/cyclic_share.h"
#include "arena/numbers/stats/pairs/equivalence.h"
#include "arena/numbers/stats/pairs/pair_sums.h"
#include "arena/numbers/stats/sample/multiple_tests.h"
#include "tests/arena/numbers/stats/vector_file.h"
#include "tests/support/deal_race.h"

namespace couillon::stats {
namespace {

TEST(EquivalenceTest, VerdictsMatchTheVectors) {
  const std::map<std::string, FairnessVerdict> verdicts = {
      {"fair", FairnessVerdict::kFair},
      {"unfair", FairnessVerdict::kUnfair},
      {"undecided", FairnessVerdict::kUndecided}};
  for (const Json& row : VectorFile("fairness.json")["tost"].Elements()) {
    const Equivalence e =
        TestEquivalence(row["mean"].Number(), row["se"].Number(),
                        row["df"].Number(), row["margin"].Number());
    ExpectClose(e.p_value, row["p"].Number());
    const std::vector<double> ci90 = row["ci90"].Numbers();
    ExpectClose(e.interval90, ci90[0], ci90[1]);
    EXPECT_EQ(e.differs_from_zero, row["nonzero"].Bool());
    EXPECT_EQ(e.verdict, verdicts.at(row["verdict"].Text()));
    EXPECT_EQ(e.p_value < 0.05, e.verdict == FairnessVerdict::kFair);
    EXPECT_EQ(e.p_unfair < 0.05, e.verdict == FairnessVerdict::kUnfair);
  }
}

TEST(EquivalenceTest, TheOtherSideGetsTheSameVerdict) {
  const Equivalence a = TestEquivalence(0.03, 0.004, 99, 0.02);
  const Equivalence b = TestEquivalence(-0.03, 0.004, 99, 0.02);
  EXPECT_EQ(a.verdict, FairnessVerdict::kUnfair);
  EXPECT_EQ(b.verdict, FairnessVerdict::kUnfair);
  EXPECT_EQ(a.p_value, b.p_value);
  EXPECT_EQ(a.interval90.lo, -b.interval90.hi);
}

// At the margin itself the interval of 95% is outside it in 2.5% of samples.
TEST(EquivalenceTest, UnfairIsATwoSidedTestAtTheNearerMargin) {
  EXPECT_NEAR(TestEquivalence(0.02 + 1.96 * 0.01, 0.01, 1e9, 0.02).p_unfair,
              0.05, 1e-4);
  EXPECT_NEAR(TestEquivalence(-0.02, 0.01, 50, 0.02).p_unfair, 1, 1e-12);
  EXPECT_EQ(TestEquivalence(0, 0.01, 50, 0.02).p_unfair, 1);
  EXPECT_EQ(TestEquivalence(0.03, 0, 50, 0.02).p_unfair, 0);
  EXPECT_EQ(TestEquivalence(0.01, 0, 50, 0.02).p_unfair, 1);
}

TEST(EquivalenceTest, TooFewPairsAreUndecided) {
  EXPECT_EQ(TestEquivalence(PairSums{}, 0.02).verdict,
            FairnessVerdict::kUndecided);
  PairSums one;
  one.Add(0);
  EXPECT_EQ(TestEquivalence(one, 0.02).verdict, FairnessVerdict::kUndecided);
  EXPECT_EQ(TestEquivalence(one, 0.02).p_value, 1);
}

TEST(CyclicShareTest, TablesMatchTheVectors) {
  for (const Json& row : VectorFile("fairness.json")["hodge"].Elements()) {
    const std::vector<Json> lines = row["A"].Elements();
    Matrix payoffs(lines.size(), lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::vector<double> values = lines[i].Numbers();
      for (std::size_t j = 0; j < values.size(); ++j) payoffs(i, j) = values[j];
    }
    const PayoffSplit split = SplitPayoffs(payoffs);
    const std::vector<double> rating = row["rating"].Numbers();
    for (std::size_t i = 0; i < rating.size(); ++i) {
      ExpectClose(split.rating[i], rating[i]);
    }
    ExpectClose(split.cyclic_share, row["cyclic_share"].Number());
  }
}

TEST(CyclicShareTest, ATableOfZerosHasNoShare) {
  EXPECT_FALSE(SplitPayoffs(Matrix(3, 3)).cyclic_share.has_value());
  EXPECT_FALSE(SplitPayoffs(Matrix()).cyclic_share.has_value());
}

TEST(RaceTest, MatchesToNMatchTheVectors) {
  for (const Json& row : VectorFile("fairness.json")["race"].Elements()) {
    const double p = row["p"].Number();
    const int n = static_cast<int>(row["N"].Integer());
    ExpectClose(RaceWinProbability(p, n, n), row["match_win"].Number());
    const double deal_elo = row["hand_elo"].Number();
    ExpectClose(MatchEloOf(deal_elo, n), row["match_elo"].Number());
    ExpectClose(MatchEloOf(-deal_elo, n), -row["match_elo"].Number());
  }
}

TEST(RaceTest, TenEloADealGrowAsTheDesignSays) {
  EXPECT_NEAR(MatchEloOf(10, 5), 24.6, 0.05);
  EXPECT_NEAR(MatchEloOf(10, 13), 40.3, 0.05);
}

TEST(RaceTest, FairComebackChancesMatchTheVectors) {
  for (const Json& row :
       VectorFile("fairness.json")["comeback_baseline"].Elements()) {
    const int need = static_cast<int>(row["need"].Integer());
    const int opponent = static_cast<int>(row["opp_need"].Integer());
    ExpectClose(RaceWinProbability(0.5, need, opponent),
                row["p_fair"].Number());
    ExpectClose(RaceWinProbability(0.5, opponent, need),
                1 - row["p_fair"].Number());
  }
}

TEST(RaceTest, FinishedRacesAreDecided) {
  EXPECT_EQ(RaceWinProbability(0.3, 0, 5), 1);
  EXPECT_EQ(RaceWinProbability(0.3, 5, 0), 0);
}

TEST(MultipleTestsTest, HolmAdjustsAsByHand) {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
  const std::vector<double> adjusted = HolmAdjusted(p);
  EXPECT_NEAR(adjusted[3], 0.02, 1e-15);
  EXPECT_NEAR(adjusted[0], 0.03, 1e-15);
  EXPECT_NEAR(adjusted[2], 0.06, 1e-15);
  EXPECT_NEAR(adjusted[1], 0.06, 1e-15);
  EXPECT_TRUE(HolmAdjusted({}).empty());
}

TEST(MultipleTestsTest, EBhRejectsTheLargestThatPass) {
  const std::vector<double> e = {100, 1, 45, 30, 0};
  // n / (alpha k) = 100, 50, 33.3, ...: the first alone at k = 1.
  EXPECT_EQ(EBenjaminiHochberg(e, 0.05),
            (std::vector<bool>{true, false, false, false, false}));
  const std::vector<double> more = {60, 1, 51, 34, 0};
  EXPECT_EQ(EBenjaminiHochberg(more, 0.05),
            (std::vector<bool>{true, false, true, true, false}));
}

}  // namespace
}  // namespace couillon::stats
