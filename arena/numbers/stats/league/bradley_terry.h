// Strengths from pair scores: P(i beats j) = 1 / (1 + exp(-(th_i - th_j))).
//
// Only the mean score of a pairing is modelled, so the estimate is consistent
// for draws, splits and correlated seatings alike; the inverse curvature of its
// likelihood is therefore not its covariance (see league.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"

namespace couillon::stats {

// The total score of bots i and j against each other, in pairs: won + lost =
// the number of pairs. Requires: i != j, won >= 0, lost >= 0.
struct ScoreLine {
  int i = 0;
  int j = 0;
  double won = 0;
  double lost = 0;
};

struct StrengthFit {
  std::vector<double> strengths;  // natural log units, sum zero
  int iterations = 0;
  bool converged = false;
  double gradient = 0;  // largest absolute component, in pairs
};

// Returns the maximum quasi-likelihood strengths by Newton's method with step
// halving, at most 200 steps. Requires: every bot 0..bots-1 reaches every other
// through won scores (one strong component); otherwise no finite maximum exists
// and `converged` is false. Source: Zermelo 1929; Bradley and Terry 1952.
[[nodiscard]] StrengthFit FitByNewton(int bots,
                                      std::span<const ScoreLine> lines);

// Returns P(i beats j) for the difference of strengths th_i - th_j.
[[nodiscard]] double WinProbability(double difference);

// Returns the logarithm of the quasi-likelihood, and its gradient in pairs.
[[nodiscard]] double ScoreLogLikelihood(std::span<const double> strengths,
                                        std::span<const ScoreLine> lines);
[[nodiscard]] std::vector<double> ScoreGradient(
    std::span<const double> strengths, std::span<const ScoreLine> lines);

// Returns the curvature matrix sum_k N_k p_k (1 - p_k) d_k d_k', with
// d_k = e_i - e_j. It is singular: strengths are defined up to a constant.
[[nodiscard]] Matrix Curvature(std::span<const double> strengths,
                               std::span<const ScoreLine> lines);

// Returns the inverse of a curvature matrix on the space of sum zero, a matrix
// of zero row sums; an empty matrix when the lines do not connect the bots.
[[nodiscard]] Matrix SumZeroInverse(const Matrix& curvature);

// Returns the x of sum zero with curvature * x = excess, for an excess of sum
// zero; null when the lines do not connect the bots.
[[nodiscard]] std::optional<std::vector<double>> SolveCurvature(
    const Matrix& curvature, std::span<const double> excess);

}  // namespace couillon::stats
