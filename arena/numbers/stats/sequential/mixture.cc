// Mixtures in closed form; their boundaries by bisection.

#include "arena/numbers/stats/sequential/mixture.h"

#include <algorithm>
#include <cmath>

#include "arena/numbers/stats/law/distributions.h"

namespace couillon::stats {
namespace {

double LogBeta(double a, double b) {
  return LogGamma(a) + LogGamma(b) - LogGamma(a + b);
}

// The log mixture of binomial likelihood ratios against success probability p.
double BetaBinomialLogMixture(double successes, double failures, double p,
                              double n_opt, double alpha) {
  const double q = 1 - p;
  const double rho = NormalMixturePrecision(p * q * n_opt, alpha);
  const double r = std::max(rho - p * q, 1e-3 * p * q);
  return -successes * std::log(p) - failures * std::log(q) +
         LogBeta(r / p + failures, r / q + successes) - LogBeta(r / p, r / q);
}

// Returns the point of [lo, hi] at which a monotone predicate turns true, by
// bisection.
template <typename Predicate>
double Turning(double lo, double hi, const Predicate& is_beyond) {
  for (int step = 0; step < 100; ++step) {
    const double middle = 0.5 * (lo + hi);
    if (middle <= lo || middle >= hi) break;
    (is_beyond(middle) ? hi : lo) = middle;
  }
  return 0.5 * (lo + hi);
}

}  // namespace

double NormalMixturePrecision(double v_opt, double alpha) {
  const double twice = 2 * std::log(1 / alpha);
  return v_opt / (twice + std::log1p(twice));
}

double NormalLogMixture(double s, double v, double v_opt, double alpha_opt) {
  const double rho = NormalMixturePrecision(v_opt, alpha_opt);
  return 0.5 * std::log(rho / (v + rho)) + s * s / (2 * (v + rho));
}

double NormalMixtureBound(double v, double alpha, double v_opt,
                          double alpha_opt) {
  const double rho = NormalMixturePrecision(v_opt, alpha_opt);
  return std::sqrt((v + rho) * (std::log1p(v / rho) - 2 * std::log(alpha)));
}

double NormalMixtureErrors(double variance, double alpha, double typical) {
  // The bound on the sum at time 1 / variance, for the precision 1 / typical^2,
  // in standard deviations of the sum.
  const double ratio = typical * typical / variance;
  return std::sqrt((1 + 1 / ratio) * (std::log1p(ratio) - 2 * std::log(alpha)));
}

double OneSidedNormalMixtureBound(double v, double alpha, double v_opt,
                                  double alpha_opt) {
  const double rho = NormalMixturePrecision(v_opt, 2 * alpha_opt);
  const double total = v + rho;
  const auto log_mixture = [&](double s) {
    return 0.5 * std::log(4 * rho / total) + s * s / (2 * total) +
           std::log(NormalCdf(s / std::sqrt(total)));
  };
  double hi = std::sqrt(total);
  for (int k = 0; k < 60 && log_mixture(hi) < -std::log(alpha); ++k) hi *= 2;
  return Turning(0, hi,
                 [&](double s) { return log_mixture(s) > -std::log(alpha); });
}

Interval SubGaussianInterval(std::int64_t pairs, double mean, double alpha,
                             std::int64_t n_opt) {
  if (pairs <= 0) return {0, 1};
  const auto n = static_cast<double>(pairs);
  const double planned = std::max(1.0, static_cast<double>(n_opt));
  const double radius =
      NormalMixtureBound(n / 4, alpha, planned / 4, alpha) / n;
  return {std::max(0.0, mean - radius), std::min(1.0, mean + radius)};
}

Interval BetaBinomialInterval(std::int64_t successes, std::int64_t trials,
                              double alpha, double n_opt) {
  if (trials <= 0) return {0, 1};
  const auto won = static_cast<double>(successes);
  const auto lost = static_cast<double>(trials - successes);
  const double share = won / (won + lost);
  const double threshold = std::log(1 / alpha);
  const auto outside = [&](double p) {
    return BetaBinomialLogMixture(won, lost, p, n_opt, alpha) >= threshold;
  };
  Interval interval = {0, 1};
  if (successes > 0) {
    interval.lo = Turning(0, share, [&](double p) { return !outside(p); });
  }
  if (successes < trials) interval.hi = Turning(share, 1, outside);
  return interval;
}

}  // namespace couillon::stats
