// The covariance of league strengths, clustered by deal, from sums of leads.
#pragma once

#include <span>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::stats {

// One pairing of a fit, its two bots as indices into the strengths.
struct FittedPairing {
  int i = 0;
  int j = 0;
  const PairingMoments* seen = nullptr;  // by i; it lives longer
  double expected = 0;                   // its mean lead in the model
  double slope = 1;                      // of `expected` by th_i - th_j
};

// Returns E_kk, the sum of the squared residuals of a pairing, and E_kl, the
// sum of products of residuals over the deals that k and l both played. The
// indices of `cross` are those of `pairings`.
[[nodiscard]] double ResidualSquares(const FittedPairing& pairing);
[[nodiscard]] double ResidualProducts(std::span<const FittedPairing> pairings,
                                      const CrossMoments& cross);

// Returns the curvature sum_k N_k slope_k d_k d_k', with d_k = e_i - e_j.
[[nodiscard]] Matrix ComputeCurvature(int bots,
                                      std::span<const FittedPairing> pairings);

// Adds value * d_k d_l' to `middle`.
void AddOuter(const FittedPairing& k, const FittedPairing& l, double value,
              Matrix& middle);

// Returns bread * middle * bread. Of a large league (league_size.h) one half is
// computed and mirrored. Requires: both symmetric, of the same size.
[[nodiscard]] Matrix Sandwich(const Matrix& bread, const Matrix& middle);

// Returns H+ M H+, where H+ = `bread` is the inverse curvature on the space of
// sum zero, or that of tied strengths, and M = G/(G-1) sum over deals of U U',
// with U the score vector of a deal and G the number of deals, each counted
// once for all pairings that share it. Two pairings enter M only through E_kl.
// Returns H+ for kCurvature. Requires: deals >= 2, except for kCurvature.
[[nodiscard]] Matrix StrengthCovariance(const Matrix& bread,
                                        std::span<const FittedPairing> pairings,
                                        const FittedCrosses& crosses,
                                        double deals, LeagueErrors errors);

}  // namespace couillon::stats
