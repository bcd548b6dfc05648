#include "arena/numbers/stats/league/points_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/league/league_size.h"

namespace couillon::stats {
namespace {

// The total lead of each bot that the strengths do not explain.
std::vector<double> Excess(std::span<const double> strengths,
                           std::span<const LeadLine> lines) {
  std::vector<double> excess(strengths.size());
  for (const LeadLine& line : lines) {
    const double lead = line.lead - line.pairs * (strengths[Index(line.i)] -
                                                  strengths[Index(line.j)]);
    excess[Index(line.i)] += lead;
    excess[Index(line.j)] -= lead;
  }
  return excess;
}

double LargestExcess(std::span<const double> strengths,
                     std::span<const LeadLine> lines) {
  double largest = 0;
  for (const double excess : Excess(strengths, lines)) {
    largest = std::max(largest, std::abs(excess));
  }
  return largest;
}

// The same fit without the inverse.
StrengthFit FitLargeLeague(const Matrix& laplacian,
                           std::span<const LeadLine> lines) {
  StrengthFit fit;
  fit.strengths.assign(laplacian.rows(), 0.0);
  for (fit.iterations = 0; fit.iterations < 2; ++fit.iterations) {
    const std::optional<std::vector<double>> step =
        SolveCurvature(laplacian, Excess(fit.strengths, lines));
    if (!step) return fit;
    for (std::size_t i = 0; i < step->size(); ++i) {
      fit.strengths[i] = PositiveZero(fit.strengths[i] + (*step)[i]);
    }
  }
  fit.converged = true;
  fit.gradient = LargestExcess(fit.strengths, lines);
  return fit;
}

}  // namespace

Matrix Laplacian(int bots, std::span<const LeadLine> lines) {
  Matrix matrix(Index(bots), Index(bots));
  for (const LeadLine& line : lines) {
    matrix(Index(line.i), Index(line.i)) += line.pairs;
    matrix(Index(line.j), Index(line.j)) += line.pairs;
    matrix(Index(line.i), Index(line.j)) -= line.pairs;
    matrix(Index(line.j), Index(line.i)) -= line.pairs;
  }
  return matrix;
}

StrengthFit FitPoints(int bots, std::span<const LeadLine> lines) {
  StrengthFit fit;
  fit.strengths.assign(Index(bots), 0.0);
  if (bots <= 1) {
    fit.converged = true;
    return fit;
  }
  const Matrix laplacian = Laplacian(bots, lines);
  if (IsLarge(laplacian.rows())) return FitLargeLeague(laplacian, lines);
  const Matrix inverse = SumZeroInverse(laplacian);
  if (inverse.rows() == 0) return fit;
  // The second step removes the rounding of the first.
  for (fit.iterations = 0; fit.iterations < 2; ++fit.iterations) {
    const std::vector<double> excess = Excess(fit.strengths, lines);
    for (std::size_t i = 0; i < excess.size(); ++i) {
      double step = 0;
      for (std::size_t j = 0; j < excess.size(); ++j) {
        step += inverse(i, j) * excess[j];
      }
      fit.strengths[i] = PositiveZero(fit.strengths[i] + step);
    }
  }
  fit.converged = true;
  fit.gradient = LargestExcess(fit.strengths, lines);
  return fit;
}

}  // namespace couillon::stats
