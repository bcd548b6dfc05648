// The gradient at the tied bots as a linear function of the errors of mean
// leads and priors.

#include "arena/numbers/stats/league/tie_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "arena/numbers/stats/law/distributions.h"
#include "arena/numbers/stats/law/index.h"
#include "arena/numbers/stats/league/win_graph.h"

namespace couillon::stats {
namespace {

// The tied bots whose gradients are tested: in each group of bots that have met
// all but one, since the gradients of a group add to zero.
std::vector<std::size_t> TestedBots(int bots,
                                    std::span<const FittedPairing> pairings,
                                    const StrengthTies& ties) {
  std::vector<bool> tied(Index(bots), false);
  for (const Anchor& anchor : ties.anchors) tied[Index(anchor.bot)] = true;
  for (const Prior& prior : ties.priors) tied[Index(prior.bot)] = true;
  std::vector<Edge> met;
  met.reserve(pairings.size());
  for (const FittedPairing& p : pairings) met.emplace_back(p.i, p.j);
  std::vector<std::size_t> tested;
  for (const std::vector<int>& group : ConnectedComponents(bots, met)) {
    bool is_first = true;
    for (const int bot : group) {
      if (!tied[Index(bot)]) continue;
      if (!is_first) tested.push_back(Index(bot));
      is_first = false;
    }
  }
  return tested;
}

// The gradient at each tested bot (rows) moves by this per unit of the total
// lead of each bot (columns): I - H B, with H the curvature.
Matrix Response(const Matrix& curvature, const Matrix& bread,
                const std::vector<std::size_t>& tested) {
  Matrix rows(tested.size(), curvature.columns());
  for (std::size_t a = 0; a < tested.size(); ++a) {
    for (std::size_t j = 0; j < curvature.columns(); ++j) {
      rows(a, j) = -curvature(tested[a], j);
    }
  }
  Matrix response = Product(rows, bread);
  for (std::size_t a = 0; a < tested.size(); ++a) response(a, tested[a]) += 1;
  return response;
}

// The covariance of the total leads of all bots. Lowers `deals` to those of a
// pairing that shares its deals.
Matrix LeadCovariance(std::size_t bots, std::span<const FittedPairing> pairings,
                      const FittedCrosses& crosses, double virtual_lead,
                      double& deals) {
  Matrix covariance(bots, bots);
  for (const FittedPairing& p : pairings) {
    const double n = p.seen->pairs;
    AddOuter(p, p, n * n * MeanLeadVariance(*p.seen, virtual_lead), covariance);
  }
  crosses.ForEach([&](const CrossMoments& cross) {
    const FittedPairing& k = pairings[Index(cross.k)];
    const FittedPairing& l = pairings[Index(cross.l)];
    const double n = cross.deals;
    const double products =
        (cross.products - cross.lead_k * cross.lead_l / n) * (n / (n + 1));
    deals = std::min({deals, k.seen->pairs, l.seen->pairs});
    AddOuter(k, l, products, covariance);
    AddOuter(l, k, products, covariance);
  });
  return covariance;
}

// A prior moves the gradient as a lead of its precision times its error does.
void AddErrorsOfPriors(const Matrix& response,
                       const std::vector<std::size_t>& tested,
                       const StrengthTies& ties, Matrix& covariance) {
  const std::size_t q = tested.size();
  std::vector<double> moved(q);
  for (const Prior& prior : ties.priors) {
    for (std::size_t a = 0; a < q; ++a) {
      const double own = tested[a] == Index(prior.bot) ? 1 : 0;
      moved[a] =
          (own - response(a, Index(prior.bot))) / prior.standard_deviation;
    }
    for (std::size_t a = 0; a < q; ++a) {
      for (std::size_t b = 0; b < q; ++b) {
        covariance(a, b) += moved[a] * moved[b];
      }
    }
  }
}

Matrix Transposed(const Matrix& matrix) {
  Matrix turned(matrix.columns(), matrix.rows());
  for (std::size_t i = 0; i < matrix.rows(); ++i) {
    for (std::size_t j = 0; j < matrix.columns(); ++j) {
      turned(j, i) = matrix(i, j);
    }
  }
  return turned;
}

}  // namespace

double MeanLeadVariance(const PairingMoments& pairing, double virtual_lead) {
  const double n = pairing.pairs;
  const double mean = pairing.lead / n;
  const double squares = std::max(pairing.squares - n * mean * mean, 0.0) +
                         2 * virtual_lead * virtual_lead;
  return squares / (n * (n + 1));
}

TieFit TestTies(const Matrix& bread, std::span<const FittedPairing> pairings,
                const FittedCrosses& crosses, const StrengthTies& ties,
                double virtual_lead) {
  const auto bots = static_cast<int>(bread.rows());
  const std::vector<std::size_t> tested = TestedBots(bots, pairings, ties);
  const std::size_t q = tested.size();
  TieFit fit{.df = static_cast<int>(q)};
  if (q == 0) return fit;
  const Matrix curvature = ComputeCurvature(bots, pairings);
  const Matrix response = Response(curvature, bread, tested);

  double degrees = std::numeric_limits<double>::infinity();
  const Matrix leads =
      LeadCovariance(bread.rows(), pairings, crosses, virtual_lead, degrees);
  degrees -= 1;
  Matrix covariance = Product(Product(response, leads), Transposed(response));
  AddErrorsOfPriors(response, tested, ties, covariance);

  std::vector<double> gradient(q);
  std::vector<double> parts(q);  // of the diagonal: squares over degrees
  for (const FittedPairing& p : pairings) {
    const double n = p.seen->pairs;
    const double variance = n * n * MeanLeadVariance(*p.seen, virtual_lead);
    const double excess = p.seen->lead - n * p.expected;
    for (std::size_t a = 0; a < q; ++a) {
      if (Index(p.i) == tested[a]) gradient[a] += excess;
      if (Index(p.j) == tested[a]) gradient[a] -= excess;
      const double moved = response(a, Index(p.i)) - response(a, Index(p.j));
      const double part = moved * moved * variance;
      parts[a] += part * part / (n + 1);
    }
  }

  const std::optional<Matrix> factor = CholeskyFactor(covariance);
  if (!factor) return fit;
  const std::vector<double> solved = SolveFactored(*factor, gradient);
  for (std::size_t a = 0; a < q; ++a) {
    fit.statistic += gradient[a] * solved[a];
    degrees = std::min(degrees, covariance(a, a) * covariance(a, a) / parts[a]);
  }
  // Hotelling's T^2 of `degrees`, as F.
  const auto df = static_cast<double>(q);
  const double left = degrees - df + 1;
  if (left < 1) return fit;
  fit.error_df = left;
  fit.p = UpperTailOfF(fit.statistic * left / (degrees * df), df, left);
  return fit;
}

}  // namespace couillon::stats
