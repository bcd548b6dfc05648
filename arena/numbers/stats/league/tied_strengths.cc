// The likelihood of Bradley and Terry with the priors of tied bots; anchors do
// not move.

#include "arena/numbers/stats/league/tied_strengths.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/law/newton.h"

namespace couillon::stats {
namespace {

double Precision(const Prior& prior) {
  return 1 / (prior.standard_deviation * prior.standard_deviation);
}

// Anchors at their strengths, all others at the mean of the ties.
std::vector<double> StartingStrengths(int bots, const StrengthTies& ties) {
  double sum = 0;
  for (const Anchor& anchor : ties.anchors) sum += anchor.strength;
  for (const Prior& prior : ties.priors) sum += prior.mean;
  const std::size_t count = ties.anchors.size() + ties.priors.size();
  std::vector<double> start(Index(bots),
                            count > 0 ? sum / static_cast<double>(count) : 0);
  for (const Anchor& anchor : ties.anchors) {
    start[Index(anchor.bot)] = anchor.strength;
  }
  return start;
}

// Zero for anchors: they do not move.
std::vector<double> ComputeGradient(std::span<const double> strengths,
                                    std::span<const ScoreLine> lines,
                                    const StrengthTies& ties) {
  std::vector<double> gradient = ScoreGradient(strengths, lines);
  for (const Prior& prior : ties.priors) {
    gradient[Index(prior.bot)] +=
        Precision(prior) * (prior.mean - strengths[Index(prior.bot)]);
  }
  for (const Anchor& anchor : ties.anchors) gradient[Index(anchor.bot)] = 0;
  return gradient;
}

double ObjectiveAt(std::span<const double> strengths,
                   std::span<const ScoreLine> lines, const StrengthTies& ties) {
  double sum = ScoreLogLikelihood(strengths, lines);
  for (const Prior& prior : ties.priors) {
    const double distance = strengths[Index(prior.bot)] - prior.mean;
    sum -= 0.5 * Precision(prior) * distance * distance;
  }
  return sum;
}

// The bots without an anchor, ascending.
std::vector<std::size_t> FreeBots(std::size_t bots, const StrengthTies& ties) {
  std::vector<bool> fixed(bots, false);
  for (const Anchor& anchor : ties.anchors) fixed[Index(anchor.bot)] = true;
  std::vector<std::size_t> free;
  for (std::size_t bot = 0; bot < bots; ++bot) {
    if (!fixed[bot]) free.push_back(bot);
  }
  return free;
}

}  // namespace

std::vector<Edge> TiedEdges(const StrengthTies& ties) {
  std::vector<int> bots;
  bots.reserve(ties.anchors.size() + ties.priors.size());
  for (const Anchor& anchor : ties.anchors) bots.push_back(anchor.bot);
  for (const Prior& prior : ties.priors) bots.push_back(prior.bot);
  std::vector<Edge> edges;
  for (std::size_t i = 1; i < bots.size(); ++i) {
    edges.emplace_back(bots[0], bots[i]);
    edges.emplace_back(bots[i], bots[0]);
  }
  return edges;
}

StrengthFit FitTiedStrengths(int bots, std::span<const ScoreLine> lines,
                             const StrengthTies& ties) {
  StrengthFit fit;
  fit.strengths = StartingStrengths(bots, ties);
  for (; fit.iterations < kMaxNewtonSteps && !fit.converged; ++fit.iterations) {
    const Matrix inverse = TiedInverse(Curvature(fit.strengths, lines), ties);
    if (inverse.rows() == 0) break;
    const std::vector<double> step =
        Product(inverse, ComputeGradient(fit.strengths, lines, ties));
    fit.converged = TakeNewtonStep(
                        [&](std::span<const double> strengths) {
                          return ObjectiveAt(strengths, lines, ties);
                        },
                        step, fit.strengths) < kSmallNewtonStep;
  }
  fit.gradient = LargestSize(ComputeGradient(fit.strengths, lines, ties));
  return fit;
}

Matrix TiedInverse(const Matrix& curvature, const StrengthTies& ties) {
  const std::size_t n = curvature.rows();
  Matrix total = curvature;
  for (const Prior& prior : ties.priors) {
    total(Index(prior.bot), Index(prior.bot)) += Precision(prior);
  }
  const std::vector<std::size_t> free = FreeBots(n, ties);
  Matrix block(free.size(), free.size());
  for (std::size_t i = 0; i < free.size(); ++i) {
    for (std::size_t j = 0; j < free.size(); ++j) {
      block(i, j) = total(free[i], free[j]);
    }
  }
  const std::optional<Matrix> factor = CholeskyFactor(block);
  if (!factor) return {};
  const Matrix of_free = InverseFactored(*factor);
  Matrix inverse(n, n);
  for (std::size_t i = 0; i < free.size(); ++i) {
    for (std::size_t j = 0; j < free.size(); ++j) {
      inverse(free[i], free[j]) = of_free(i, j);
    }
  }
  return inverse;
}

void AddPriorErrors(const Matrix& inverse, const StrengthTies& ties,
                    Matrix& covariance) {
  for (const Prior& prior : ties.priors) {
    const std::size_t p = Index(prior.bot);
    for (std::size_t i = 0; i < inverse.rows(); ++i) {
      for (std::size_t j = 0; j < inverse.rows(); ++j) {
        covariance(i, j) += Precision(prior) * inverse(i, p) * inverse(j, p);
      }
    }
  }
}

}  // namespace couillon::stats
