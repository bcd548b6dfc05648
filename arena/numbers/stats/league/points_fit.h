// Strengths from mean leads in points: E[lead of i over j] = th_i - th_j.
#pragma once

#include <span>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/bradley_terry.h"

namespace couillon::stats {

// The leads of bot i over bot j: their number and sum. Requires: i != j,
// pairs > 0.
struct LeadLine {
  int i = 0;
  int j = 0;
  double pairs = 0;
  double lead = 0;
};

// Returns the least-squares strengths, in points, of sum zero; each pair counts
// once. `converged` is false when the lines do not connect bots 0..bots-1.
[[nodiscard]] StrengthFit FitPoints(int bots, std::span<const LeadLine> lines);

// Returns sum_k weights[k] d_k d_k', with d_k = e_i - e_j.
[[nodiscard]] Matrix Laplacian(int bots, std::span<const LeadLine> lines);

}  // namespace couillon::stats
