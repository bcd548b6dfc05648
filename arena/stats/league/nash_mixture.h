// What to field when the bots beat each other in a circle: the mixture of bots
// that no bot beats. Of several the one of the largest entropy, so that a bot
// entered twice changes nothing for the others.
#pragma once

#include <vector>

#include "arena/stats/law/matrix.h"

namespace couillon::stats {

// Returns shares that sum to 1, of the largest entropy among those against
// which no bot's mean result exceeds `tolerance`. Payoffs are estimates, so a
// tolerance below their errors only sharpens noise. Requires: `payoffs` square,
// at least 1 x 1, A_ij = mean result of i against j = -A_ji; tolerance > 0, in
// the unit of the payoffs. Source: Balduzzi, Tuyls, Perolat and Graepel 2018
// (maximum entropy Nash); the tolerance is ours.
[[nodiscard]] std::vector<double> NashMixture(const Matrix& payoffs,
                                              double tolerance);

// Returns the most that a bot wins on average against `mixture`; 0 if none
// wins. Requires: one share a bot.
[[nodiscard]] double Exploitability(const Matrix& payoffs,
                                    const std::vector<double>& mixture);

}  // namespace couillon::stats
