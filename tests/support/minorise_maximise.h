// The strengths of bradley_terry.h and plackett_luce.h by a second method that
// has nothing in common with Newton's: Hunter's (2004) minorise-maximise
// iteration, slower and without a derivative.
#pragma once

#include <span>

#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/plackett_luce.h"

namespace couillon::stats {

// Returns the strengths of FitByNewton. Stops when no strength moves by more
// than `tolerance`, or after `most_iterations`.
[[nodiscard]] StrengthFit FitByMm(int bots, std::span<const ScoreLine> lines,
                                  double tolerance, int most_iterations);

// Returns the strengths of FitRanksByNewton; stops in the same way.
[[nodiscard]] StrengthFit FitRanksByMm(const PlaceCounts& counts,
                                       double tolerance, int most_iterations);

}  // namespace couillon::stats
