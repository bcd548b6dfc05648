// Mixture boundaries: curves that a centred sum ever crosses with probability
// at most alpha. Non-asymptotic, and wider than a fixed-sample interval.
//
// `v` is the intrinsic time (n times the variance proxy), `v_opt` the time at
// which the boundary is tightest. Requires throughout: v > 0, v_opt > 0 and
// 0 < alpha < 1. Source: Howard, Ramdas, McAuliffe and Sekhon 2021.
#pragma once

#include <cstdint>

#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {

// Returns the mixing precision that is optimal at v_opt.
[[nodiscard]] double NormalMixturePrecision(double v_opt, double alpha);

// Returns the log of the two-sided normal mixture at sum s and time v.
[[nodiscard]] double NormalLogMixture(double s, double v, double v_opt,
                                      double alpha_opt);

// Returns the bound on |s| at time v: sqrt((v+r) ln((v+r) / (r alpha^2))),
// tuned at level `alpha_opt`.
[[nodiscard]] double NormalMixtureBound(double v, double alpha, double v_opt,
                                        double alpha_opt);

// Returns the one-sided bound on s, which is tighter.
// Requires: alpha_opt < 1/2.
[[nodiscard]] double OneSidedNormalMixtureBound(double v, double alpha,
                                                double v_opt, double alpha_opt);

// Returns the standard errors by which an estimate has to differ from a value
// to exclude it, at any number of looks: if the true value is the one excluded,
// the estimate is ever so far away with probability at most alpha, while its
// variance falls. `variance` is that of the estimate now; the bound is
// tightest where it is some 20 times smaller than typical^2. `typical` is fixed
// before the first look, in the unit of the estimate. For estimates that are
// efficient, so that they have independent increments (Jennison and Turnbull
// 1997), and for large samples. Requires: variance > 0, typical > 0.
[[nodiscard]] double NormalMixtureErrors(double variance, double alpha,
                                         double typical);

// Returns an anytime-valid interval for the mean of any results in [0, 1], from
// the number of pairs and their mean; [0, 1] without pairs.
[[nodiscard]] Interval SubGaussianInterval(std::int64_t pairs, double mean,
                                           double alpha, std::int64_t n_opt);

// Returns the anytime-valid interval of a proportion by the beta-binomial
// mixture: `successes` of `trials`, tightest near `n_opt` trials; [0, 1]
// without trials. Requires: 0 <= successes <= trials.
[[nodiscard]] Interval BetaBinomialInterval(std::int64_t successes,
                                            std::int64_t trials, double alpha,
                                            double n_opt);

}  // namespace couillon::stats
