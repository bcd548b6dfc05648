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
  const std::size_t n = curvature.rows();
  Matrix response(tested.size(), n);
  for (std::size_t a = 0; a < tested.size(); ++a) {
    for (std::size_t j = 0; j < n; ++j) {
      double value = tested[a] == j ? 1 : 0;
      for (std::size_t m = 0; m < n; ++m) {
        value -= curvature(tested[a], m) * bread(m, j);
      }
      response(a, j) = value;
    }
  }
  return response;
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

  std::vector<double> gradient(q);
  Matrix covariance(q, q);
  std::vector<double> squares(q);  // of the estimated parts of its diagonal,
                                   // over their degrees of freedom
  const auto moves = [&](std::size_t a, const FittedPairing& p) {
    return p.seen->pairs * (response(a, Index(p.i)) - response(a, Index(p.j)));
  };
  for (const FittedPairing& p : pairings) {
    const double variance = MeanLeadVariance(*p.seen, virtual_lead);
    const double excess = p.seen->lead - p.seen->pairs * p.expected;
    for (std::size_t a = 0; a < q; ++a) {
      if (Index(p.i) == tested[a]) gradient[a] += excess;
      if (Index(p.j) == tested[a]) gradient[a] -= excess;
      for (std::size_t b = 0; b < q; ++b) {
        covariance(a, b) += moves(a, p) * moves(b, p) * variance;
      }
      const double part = moves(a, p) * moves(a, p) * variance;
      squares[a] += part * part / (p.seen->pairs + 1);
    }
  }
  double deals = std::numeric_limits<double>::infinity();
  crosses.ForEach([&](const CrossMoments& cross) {
    const FittedPairing& k = pairings[Index(cross.k)];
    const FittedPairing& l = pairings[Index(cross.l)];
    const double n = cross.deals;
    const double products = (cross.products - cross.lead_k * cross.lead_l / n) *
                            (n / (n + 1)) / (k.seen->pairs * l.seen->pairs);
    deals = std::min({deals, k.seen->pairs, l.seen->pairs});
    for (std::size_t a = 0; a < q; ++a) {
      for (std::size_t b = 0; b < q; ++b) {
        covariance(a, b) +=
            (moves(a, k) * moves(b, l) + moves(a, l) * moves(b, k)) * products;
      }
    }
  });
  // A prior moves the gradient as a lead of its precision times its error.
  for (const Prior& prior : ties.priors) {
    std::vector<double> moved(q);
    for (std::size_t a = 0; a < q; ++a) {
      for (std::size_t m = 0; m < bread.rows(); ++m) {
        moved[a] += curvature(tested[a], m) * bread(m, Index(prior.bot));
      }
      moved[a] /= prior.standard_deviation;
    }
    for (std::size_t a = 0; a < q; ++a) {
      for (std::size_t b = 0; b < q; ++b) {
        covariance(a, b) += moved[a] * moved[b];
      }
    }
  }

  const std::optional<Matrix> factor = CholeskyFactor(covariance);
  if (!factor) return fit;
  const std::vector<double> solved = SolveFactored(*factor, gradient);
  double degrees = deals - 1;
  for (std::size_t a = 0; a < q; ++a) {
    fit.statistic += gradient[a] * solved[a];
    degrees =
        std::min(degrees, covariance(a, a) * covariance(a, a) / squares[a]);
  }
  // Hotelling's T^2 of `degrees`, as F.
  const auto df = static_cast<double>(q);
  const double left = degrees - df + 1;
  if (left < 1) return fit;
  fit.p = UpperTailOfF(fit.statistic * left / (degrees * df), df, left);
  return fit;
}

}  // namespace couillon::stats
