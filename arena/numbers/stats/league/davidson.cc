// Newton's method over the strengths and, last, ln nu of the draws.

#include "arena/numbers/stats/league/davidson.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/law/newton.h"
#include "arena/numbers/stats/league/league_size.h"

namespace couillon::stats {
namespace {

// The parameters are the strengths and, last, ln nu when there are draws.
struct Model {
  std::size_t bots;
  bool draws;
};

// The probabilities of the three results of one game.
struct ResultChances {
  double win = 0;
  double draw = 0;
  double loss = 0;
};

// For a bot that is `difference` log units stronger.
ResultChances ChancesAt(double difference, double draw_rate) {
  // Divided by the larger of the two strengths, so that nothing overflows.
  const double minor = std::exp(-std::abs(difference));
  const double draw = draw_rate * std::sqrt(minor);
  const double total = 1 + minor + draw;
  ResultChances chances = {1 / total, draw / total, minor / total};
  if (difference < 0) std::swap(chances.win, chances.loss);
  return chances;
}

ResultChances ComputeChances(const Model& model, std::span<const double> x,
                             const ResultLine& line) {
  const double nu = model.draws ? std::exp(x.back()) : 0;
  return ChancesAt(x[Index(line.i)] - x[Index(line.j)], nu);
}

double LogLikelihood(const Model& model, std::span<const double> x,
                     std::span<const ResultLine> lines) {
  double sum = 0;
  for (const ResultLine& line : lines) {
    const ResultChances p = ComputeChances(model, x, line);
    if (line.wins > 0) sum += line.wins * std::log(p.win);
    if (line.draws > 0) sum += line.draws * std::log(p.draw);
    if (line.losses > 0) sum += line.losses * std::log(p.loss);
  }
  return sum;
}

// Fills in gradient and negative Hessian. A result's features are +-1/2 on the
// strengths for a win or a loss, and 1 on ln nu for a draw.
void Derivatives(const Model& model, std::span<const double> x,
                 std::span<const ResultLine> lines,
                 std::vector<double>& gradient, Matrix& curvature) {
  for (const ResultLine& line : lines) {
    const ResultChances p = ComputeChances(model, x, line);
    const double n = line.wins + line.draws + line.losses;
    const double lead = p.win - p.loss;
    const double excess = 0.5 * (line.wins - line.losses - n * lead);
    const double spread = 0.25 * n * (p.win + p.loss - lead * lead);
    const std::size_t i = Index(line.i);
    const std::size_t j = Index(line.j);
    gradient[i] += excess;
    gradient[j] -= excess;
    curvature(i, i) += spread;
    curvature(j, j) += spread;
    curvature(i, j) -= spread;
    curvature(j, i) -= spread;
    if (!model.draws) continue;
    const std::size_t d = model.bots;
    const double mixed = -0.5 * n * lead * p.draw;
    gradient[d] += line.draws - n * p.draw;
    curvature(d, d) += n * p.draw * (1 - p.draw);
    curvature(i, d) += mixed;
    curvature(d, i) += mixed;
    curvature(j, d) -= mixed;
    curvature(d, j) -= mixed;
  }
}

// Makes the curvature regular: strengths are free only up to a constant.
void FixLevel(const Model& model, Matrix& curvature) {
  double level = 0;
  for (std::size_t i = 0; i < model.bots; ++i) level += curvature(i, i);
  const auto n = static_cast<double>(model.bots);
  for (std::size_t i = 0; i < model.bots; ++i) {
    for (std::size_t j = 0; j < model.bots; ++j) {
      curvature(i, j) += level / (n * n);
    }
  }
}

std::optional<std::vector<double>> Solve(const Matrix& curvature,
                                         const std::vector<double>& gradient) {
  if (IsLarge(curvature.rows())) {
    std::optional<std::vector<double>> step =
        SolveByGradients(curvature, gradient);
    if (step) return step;
  }
  const std::optional<Matrix> factor = CholeskyFactor(curvature);
  if (!factor) return std::nullopt;
  return SolveFactored(*factor, gradient);
}

}  // namespace

DavidsonFit FitDavidson(int bots, std::span<const ResultLine> lines) {
  DavidsonFit fit;
  const bool draws =
      std::any_of(lines.begin(), lines.end(),
                  [](const ResultLine& l) { return l.draws > 0; });
  const Model model = {Index(std::max(bots, 0)), draws};
  std::vector<double> x(model.bots + (draws ? 1 : 0), 0.0);
  while (fit.iterations < kMaxNewtonSteps && !fit.converged) {
    std::vector<double> gradient(x.size());
    Matrix curvature(x.size(), x.size());
    Derivatives(model, x, lines, gradient, curvature);
    FixLevel(model, curvature);
    const std::optional<std::vector<double>> step = Solve(curvature, gradient);
    if (!step) break;
    fit.converged = TakeNewtonStep(
                        [&](std::span<const double> trial) {
                          return LogLikelihood(model, trial, lines);
                        },
                        *step, x) < kSmallNewtonStep;
    ++fit.iterations;
  }
  double mean = 0;
  for (std::size_t i = 0; i < model.bots; ++i) mean += x[i];
  if (model.bots > 0) mean /= static_cast<double>(model.bots);
  for (std::size_t i = 0; i < model.bots; ++i) {
    fit.strengths.push_back(PositiveZero(x[i] - mean));
  }
  fit.draw_rate = draws ? std::exp(x.back()) : 0;
  return fit;
}

}  // namespace couillon::stats
