// The covariance of league strengths, clustered by deal, from integer sums.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arena/stats/law/matrix.h"
#include "arena/stats/league/league_rating.h"
#include "arena/stats/league/tied_strengths.h"

namespace couillon::stats {

// One pairing of the fit with its two bots as indices into the strengths.
struct FittedPairing {
  int i = 0;
  int j = 0;
  PairSums score;  // seen by i
};

// Returns H+ M H+, where H+ is the inverse curvature on the space of sum zero
// and M = G/(G-1) sum over deals of U U', with U the score vector of a deal and
// G the number of deals, each counted once for all pairings that share it.
// Two pairings enter M only through E_kl = sum of (y_k - p_k)(y_l - p_l) over
// common deals, which follows from the integer sums. Returns H+ for kCurvature,
// and an empty matrix when the curvature is singular. `crosses` index
// `pairings`, with k != l. With `ties`, of indices into the strengths, H+ is
// their TiedInverse, and the errors of the priors are added. Requires: deals >=
// 2, except for kCurvature.
[[nodiscard]] Matrix StrengthCovariance(std::span<const double> strengths,
                                        std::span<const FittedPairing> pairings,
                                        std::span<const CrossSums> crosses,
                                        std::int64_t deals, LeagueErrors errors,
                                        const StrengthTies& ties = {});

}  // namespace couillon::stats
