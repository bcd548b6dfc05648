// Errors of league strengths that hold for few deals: with the bias of the
// residuals removed, a floor for pairings whose results hardly differ, and
// degrees of freedom of its own for every difference.
#pragma once

#include <span>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/league_covariance.h"
#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::stats {

// Returns the errors of a fit with inverse curvature `bread`, as the sandwich
// of StrengthCovariance with three changes:
// - The squares of a pairing get those of two virtual pairs, one won and one
//   lost by `virtual_lead`, or by the root mean square lead of all pairings if
//   that is more. The strengths are not moved.
// - A sum of n squares counts n / (n + 2 - h), where h, at most 1, is the
//   leverage of the pairings on these deals: the part of their mean that the
//   strengths follow.
// - Degrees of freedom by Satterthwaite's formula. Pairings that share deals
//   are taken to have played the same first deals, so that the deals form
//   layers, and each layer is a sample of its own size. In a large
//   league (league_size.h) in which half of all possible pairings have met they
//   are a lower bound, near the exact ones, since a pairing then moves few
//   strengths but those of its own two bots.
// Requires: a pair in every pairing; virtual_lead >= 0, where 0 adds no virtual
// pairs, for leads that have their own.
// Sources: Satterthwaite 1946; Bell and McCaffrey 2002; Agresti and Caffo 2000.
[[nodiscard]] SmallSample SmallSampleErrors(
    const Matrix& bread, std::span<const FittedPairing> pairings,
    const FittedCrosses& crosses, double virtual_lead);

}  // namespace couillon::stats
