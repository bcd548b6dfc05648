// Newton's method on the log likelihood, with one bot grounded so that the
// curvature is regular.

#include "arena/numbers/stats/league/bradley_terry.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/newton.h"
#include "arena/numbers/stats/league/league_size.h"

namespace couillon::stats {
namespace {

double DifferenceOf(std::span<const double> strengths, const ScoreLine& line) {
  return strengths[Index(line.i)] - strengths[Index(line.j)];
}

// ln(1 + exp(x)) without overflow.
double Softplus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

// The Cholesky factor of the curvature without the row and column of `ground`,
// the bot with the largest diagonal element. This submatrix is regular, without
// the cancellation that adding a constant matrix would cause.
struct GroundedFactor {
  std::size_t ground = 0;
  Matrix factor;
};

// Null when the lines do not connect all bots.
std::optional<GroundedFactor> Ground(const Matrix& curvature) {
  const std::size_t n = curvature.rows();
  std::size_t ground = 0;
  for (std::size_t i = 1; i < n; ++i) {
    if (curvature(i, i) > curvature(ground, ground)) ground = i;
  }
  Matrix rest(n - 1, n - 1);
  for (std::size_t i = 0; i < n - 1; ++i) {
    for (std::size_t j = 0; j < n - 1; ++j) {
      rest(i, j) =
          curvature(i + (i >= ground ? 1 : 0), j + (j >= ground ? 1 : 0));
    }
  }
  std::optional<Matrix> factor = CholeskyFactor(rest);
  if (!factor) return std::nullopt;
  return GroundedFactor{ground, *std::move(factor)};
}

// Inserts a zero for the ground bot.
std::vector<double> WithGround(std::vector<double> rest, std::size_t ground) {
  rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(ground), 0.0);
  return rest;
}

// Returns the centred x with curvature * x = b, for a b of sum zero.
std::vector<double> SolveSumZero(const GroundedFactor& grounded,
                                 std::vector<double> b) {
  b.erase(b.begin() + static_cast<std::ptrdiff_t>(grounded.ground));
  std::vector<double> x =
      WithGround(SolveFactored(grounded.factor, b), grounded.ground);
  Centre(x);
  return x;
}

}  // namespace

double WinProbability(double difference) {
  return 1 / (1 + std::exp(-difference));
}

double ScoreLogLikelihood(std::span<const double> strengths,
                          std::span<const ScoreLine> lines) {
  double sum = 0;
  for (const ScoreLine& line : lines) {
    const double d = DifferenceOf(strengths, line);
    sum -= line.won * Softplus(-d) + line.lost * Softplus(d);
  }
  return sum;
}

std::vector<double> ScoreGradient(std::span<const double> strengths,
                                  std::span<const ScoreLine> lines) {
  std::vector<double> gradient(strengths.size());
  for (const ScoreLine& line : lines) {
    const double d = DifferenceOf(strengths, line);
    // won - N p, without cancellation when nearly everything is won or lost.
    const double excess =
        line.won * WinProbability(-d) - line.lost * WinProbability(d);
    gradient[Index(line.i)] += excess;
    gradient[Index(line.j)] -= excess;
  }
  return gradient;
}

Matrix Curvature(std::span<const double> strengths,
                 std::span<const ScoreLine> lines) {
  Matrix curvature(strengths.size(), strengths.size());
  for (const ScoreLine& line : lines) {
    const double d = DifferenceOf(strengths, line);
    const double weight =
        (line.won + line.lost) * (WinProbability(d) * WinProbability(-d));
    const std::size_t i = Index(line.i);
    const std::size_t j = Index(line.j);
    curvature(i, i) += weight;
    curvature(j, j) += weight;
    curvature(i, j) -= weight;
    curvature(j, i) -= weight;
  }
  return curvature;
}

Matrix SumZeroInverse(const Matrix& curvature) {
  const std::size_t n = curvature.rows();
  if (n == 0) return {};
  const std::optional<GroundedFactor> grounded = Ground(curvature);
  if (!grounded) return {};
  const std::size_t ground = grounded->ground;
  // The unit vectors minus their means, without the row of the ground bot.
  Matrix units(n - 1, n);
  for (std::size_t i = 0; i < n - 1; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      units(i, j) = -1 / static_cast<double>(n);
    }
    units(i, i + (i >= ground ? 1 : 0)) += 1;
  }
  const Matrix solved = SolvedColumns(grounded->factor, std::move(units));
  Matrix inverse(n, n);
  std::vector<double> column(n - 1);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n - 1; ++i) column[i] = solved(i, j);
    std::vector<double> whole = WithGround(column, ground);
    Centre(whole);
    for (std::size_t i = 0; i < n; ++i) inverse(i, j) = whole[i];
  }
  return inverse;
}

std::optional<std::vector<double>> SolveCurvature(
    const Matrix& curvature, std::span<const double> excess) {
  if (IsLarge(curvature.rows())) {
    std::optional<std::vector<double>> x = SolveByGradients(curvature, excess);
    if (x) Centre(*x);
    if (x) return x;
  }
  const std::optional<GroundedFactor> grounded = Ground(curvature);
  if (!grounded) return std::nullopt;
  return SolveSumZero(*grounded, {excess.begin(), excess.end()});
}

StrengthFit FitByNewton(int bots, std::span<const ScoreLine> lines) {
  StrengthFit fit;
  fit.strengths.assign(Index(bots), 0.0);
  if (bots <= 1) {
    fit.converged = true;
    return fit;
  }
  for (; fit.iterations < kMaxNewtonSteps && !fit.converged; ++fit.iterations) {
    const std::vector<double> gradient = ScoreGradient(fit.strengths, lines);
    const std::optional<std::vector<double>> step =
        SolveCurvature(Curvature(fit.strengths, lines), gradient);
    if (!step) break;
    fit.converged = TakeNewtonStep(
                        [&](std::span<const double> strengths) {
                          return ScoreLogLikelihood(strengths, lines);
                        },
                        *step, fit.strengths) < kSmallNewtonStep;
  }
  Centre(fit.strengths);
  fit.gradient = LargestSize(ScoreGradient(fit.strengths, lines));
  return fit;
}

}  // namespace couillon::stats
