// Goodness of fit: whether one strength per bot explains the mean leads of all
// pairings.
#pragma once

#include <span>

#include "arena/numbers/stats/league/league_covariance.h"
#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::stats {

// Returns the test of one island, with covariances of the mean leads from the
// deals themselves. Pairings without common deals: the weighted sum of squares
// that strengths fitted with these weights leave, against chi-square, both
// corrected for estimated variances. Pairings with common deals: Hotelling's
// T^2 of the sums of leads around the cycles of the pairings. The squares get
// those of virtual pairs, as in small_sample.h. Requires: the pairings connect
// `bots` bots; virtual_lead > 0.
[[nodiscard]] Misfit TestMisfit(int bots,
                                std::span<const FittedPairing> pairings,
                                const FittedCrosses& crosses,
                                double virtual_lead);

}  // namespace couillon::stats
