// Whether results agree with the anchors and priors that tie strengths to a
// scale from outside.
#pragma once

#include <span>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/league_covariance.h"
#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/league_rating.h"
#include "arena/numbers/stats/league/tied_strengths.h"

namespace couillon::stats {

// Returns the variance of the mean lead of a pairing, with two virtual pairs,
// one won and one lost by `virtual_lead`, that do not move the mean.
// Requires: pairs > 0.
[[nodiscard]] double MeanLeadVariance(const PairingMoments& pairing,
                                      double virtual_lead);

// Returns the test at fitted strengths. What the results ask of a tied bot, and
// the ties refuse, is the gradient of its strength there: 0 on average if both
// agree. Its covariance follows from the variances of the mean leads, the
// products on common deals, and the errors of the priors (the score test of Rao
// 1948, with a covariance clustered by deal, as in Boos 1992). Requires:
// `bread` is TiedInverse of the curvature at these strengths, and each pairing
// has the expected lead and slope there; virtual_lead > 0.
[[nodiscard]] TieFit TestTies(const Matrix& bread,
                              std::span<const FittedPairing> pairings,
                              const FittedCrosses& crosses,
                              const StrengthTies& ties, double virtual_lead);

}  // namespace couillon::stats
