// The Nash equilibrium of a payoff matrix, for results that are cyclic: a
// mixture of bots that no bot beats. Of several, the one of maximum entropy, so
// that a bot entered twice does not change the shares of the others.
#pragma once

#include <vector>

#include "arena/numbers/stats/law/matrix.h"

namespace couillon::stats {

// Returns shares that sum to 1, of maximum entropy among those against which no
// bot's mean result exceeds `tolerance`. Payoffs are estimates: a tolerance
// below their standard errors only fits noise. Requires: `payoffs` square,
// at least 1 x 1, A_ij = mean result of i against j = -A_ji; tolerance > 0, in
// the unit of the payoffs. Source: Balduzzi, Tuyls, Perolat and Graepel 2018
// (maximum entropy Nash); the tolerance is ours.
[[nodiscard]] std::vector<double> NashMixture(const Matrix& payoffs,
                                              double tolerance);

}  // namespace couillon::stats
