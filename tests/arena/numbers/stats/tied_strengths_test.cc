#include "arena/numbers/stats/league/tied_strengths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>

namespace couillon::stats {
namespace {

const std::vector<ScoreLine> kLines = {{0, 1, 62, 38},
                                       {0, 2, 71, 29},
                                       {1, 2, 60, 40},
                                       {1, 3, 71, 29},
                                       {2, 3, 63, 37}};

TEST(TiedStrengthsTest, OneAnchorOnlyMovesTheZero) {
  const StrengthFit plain = FitByNewton(4, kLines);
  const StrengthFit tied =
      FitTiedStrengths(4, kLines, {.anchors = {{2, 8.5}}, .priors = {}});
  ASSERT_TRUE(tied.converged);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(tied.strengths[i] - 8.5,
                plain.strengths[i] - plain.strengths[2], 1e-9);
  }
}

// A bot that scored 60 of 100 against each of two anchors, which are ln 4
// apart: with x = e^th, x / (x + 1) + x / (x + 4) = 1.2, or x^2 - 5/4 * x = 6.
TEST(TiedStrengthsTest, SeveralAnchorsKeepTheirStrengths) {
  const std::vector<ScoreLine> lines = {
      {0, 1, 60, 40}, {0, 2, 60, 40}, {1, 2, 99, 1}};
  const StrengthFit fit = FitTiedStrengths(
      3, lines, {.anchors = {{1, 0}, {2, std::log(4)}}, .priors = {}});
  ASSERT_TRUE(fit.converged);
  EXPECT_EQ(fit.strengths[1], 0);
  EXPECT_EQ(fit.strengths[2], std::log(4));
  const double x = std::exp(fit.strengths[0]);
  EXPECT_NEAR(x / (x + 1) + x / (x + 4), 1.2, 1e-12);
  EXPECT_NEAR(x, (1.25 + std::sqrt(1.25 * 1.25 + 4 * 6)) / 2, 1e-9);
}

// Where the slope of the likelihood and that of the prior cancel: 10 wins of 10
// against an anchor at 0, and a prior of mean 1 and standard deviation 1/2.
TEST(TiedStrengthsTest, PriorMakesAPerfectScoreFinite) {
  const std::vector<ScoreLine> lines = {{0, 1, 10, 0}};
  const StrengthFit fit = FitTiedStrengths(
      2, lines, {.anchors = {{1, 0}}, .priors = {{0, 1, 0.5}}});
  ASSERT_TRUE(fit.converged);
  const double th = fit.strengths[0];
  EXPECT_GT(th, 1);
  EXPECT_NEAR(10 / (1 + std::exp(th)), 4 * (th - 1), 1e-9);
}

TEST(TiedStrengthsTest, SurePriorIsAnAnchorAndAVagueOneIsNothing) {
  const StrengthFit anchored = FitTiedStrengths(
      4, kLines, {.anchors = {{0, 2}, {3, 1.5}}, .priors = {}});
  const StrengthFit sure = FitTiedStrengths(
      4, kLines, {.anchors = {{0, 2}}, .priors = {{3, 1.5, 1e-6}}});
  const StrengthFit free =
      FitTiedStrengths(4, kLines, {.anchors = {{0, 2}}, .priors = {}});
  const StrengthFit vague = FitTiedStrengths(
      4, kLines, {.anchors = {{0, 2}}, .priors = {{3, 1.5, 1e6}}});
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(sure.strengths[i], anchored.strengths[i], 1e-6);
    EXPECT_NEAR(vague.strengths[i], free.strengths[i], 1e-6);
  }
  EXPECT_GT(std::abs(anchored.strengths[1] - free.strengths[1]), 0.1);
}

// Without results a prior is all that is known, with its own error; a bot that
// met only this one gets its error on top.
TEST(TiedStrengthsTest, PriorCarriesItsErrorToOthers) {
  const StrengthTies ties = {.anchors = {}, .priors = {{0, 3, 0.4}}};
  const std::vector<ScoreLine> lines = {{0, 1, 50, 50}};
  const StrengthFit fit = FitTiedStrengths(2, lines, ties);
  EXPECT_NEAR(fit.strengths[0], 3, 1e-9);
  EXPECT_NEAR(fit.strengths[1], 3, 1e-9);
  const Matrix inverse = TiedInverse(Curvature(fit.strengths, lines), ties);
  Matrix covariance(2, 2);
  AddPriorErrors(inverse, ties, covariance);
  for (const std::size_t i : {0U, 1U}) {
    for (const std::size_t j : {0U, 1U}) {
      EXPECT_NEAR(covariance(i, j), 0.16, 1e-9);
    }
  }
  // With the curvature as the error of the results: 1 / (100 / 4) more.
  EXPECT_NEAR(inverse(1, 1), 0.16 + 0.04, 1e-9);
}

TEST(TiedStrengthsTest, AnchorsHaveNoError) {
  const StrengthTies ties = {.anchors = {{1, 0.5}}, .priors = {{3, 0, 1}}};
  const StrengthFit fit = FitTiedStrengths(4, kLines, ties);
  const Matrix inverse = TiedInverse(Curvature(fit.strengths, kLines), ties);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(inverse(1, i), 0);
    EXPECT_EQ(inverse(i, 1), 0);
  }
  EXPECT_GT(inverse(0, 0), 0);
}

TEST(TiedStrengthsTest, NothingIsLeftToFitAmongAnchors) {
  const StrengthFit fit =
      FitTiedStrengths(2, std::vector<ScoreLine>{{0, 1, 9, 1}},
                       {.anchors = {{0, 1}, {1, 2}}, .priors = {}});
  EXPECT_TRUE(fit.converged);
  EXPECT_EQ(fit.strengths, (std::vector<double>{1, 2}));
}

TEST(TiedStrengthsTest, TiesConnectBotsThatNeverMet) {
  const std::vector<ScoreLine> lines = {{0, 1, 75, 25}, {2, 3, 75, 25}};
  const StrengthFit fit =
      FitTiedStrengths(4, lines, {.anchors = {{1, 1}, {3, 2}}, .priors = {}});
  ASSERT_TRUE(fit.converged);
  EXPECT_NEAR(fit.strengths[0], 1 + std::log(3), 1e-9);
  EXPECT_NEAR(fit.strengths[2], 2 + std::log(3), 1e-9);
}

TEST(TiedStrengthsTest, DivergenceIsReportedAndEnds) {
  const std::vector<ScoreLine> lines = {{0, 1, 10, 0}};
  EXPECT_FALSE(FitTiedStrengths(2, lines, {.anchors = {{1, 0}}, .priors = {}})
                   .converged);
  // Bot 2 met nobody and has no tie.
  EXPECT_FALSE(
      FitTiedStrengths(3, lines, {.anchors = {{0, 0}, {1, 0}}, .priors = {}})
          .converged);
}

}  // namespace
}  // namespace couillon::stats
