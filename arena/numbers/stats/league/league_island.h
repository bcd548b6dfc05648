// Rates one island of a league: which of its bots have a finite rating, and
// their strengths.
#pragma once

#include <span>
#include <vector>

#include "arena/numbers/stats/law/matrix.h"
#include "arena/numbers/stats/league/bradley_terry.h"
#include "arena/numbers/stats/league/league_moments.h"
#include "arena/numbers/stats/league/league_rating.h"

namespace couillon::stats {

// Strengths from mean leads in points: E[lead of i over j] = th_i - th_j.

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

// Fills in `island` and the status, rating and bound of its bots in `ratings`.
// On the scale of scores, bots with a perfect score are removed from the fit
// round by round; the others are rated if they form one strong component.
// Requires: only island.bots is set; the moments are of the scale of `options`.
void RateIsland(const LeagueMoments& league, const LeagueOptions& options,
                LeagueIsland& island, std::vector<BotRating>& ratings);

}  // namespace couillon::stats
