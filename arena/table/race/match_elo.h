// Elo per match of a pairing, estimated from the deals that it has played.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/numbers/stats/law/interval.h"
#include "arena/table/race/deal_counts.h"
#include "arena/table/race/match_race.h"

namespace couillon::arena {

// Seen from the first team. The score of a match is a smooth function of the
// frequencies of deals, so each pair of a deal has a value, its share in the
// score, and the error follows from the variance of these values.
struct MatchEstimate {
  std::int64_t pairs = 0;
  // Expected, of a match; null without pairs, and if the race is not exact.
  std::optional<double> score;
  // Infinite beyond 3,600, where rounding would decide it.
  std::optional<double> elo;
  // The rest is computed with two virtual pairs more, one that the first team
  // wins plainly and one that it loses, as in the plus-two interval of elo.h:
  // it is finite and has never zero width.
  std::optional<double> standard_error;  // of the score
  double padded_score = 0.5;
  // Per pair, the part of its value that its lead in game points explains, per
  // game point: cov(value, lead) / var(lead). 0 when all leads are alike.
  double value_of_a_point = 0;
  double degrees_of_freedom = 0;
  // Student's t on the log odds of the score; open where `elo` is infinite, and
  // on both sides where that score is as extreme.
  stats::Interval elo_interval;
};

// Fills in the score with the virtual pairs, its error and the interval of Elo,
// and makes an Elo infinite that rounding would decide. Requires: a score, and
// its Elo.
// `sums` are those of the slopes over `pairs` pairs, the virtual ones included;
// `quantile` is Student's for one degree of freedom less.
void SetError(double pairs, const DealCounts::Sums& sums, double padded_score,
              double quantile, MatchEstimate& estimate);

// Returns the estimate. Requires: `counts` has the kinds and views of `race`;
// 0 < level < 1.
[[nodiscard]] MatchEstimate EstimateMatch(const MatchRace& race,
                                          const DealCounts& counts,
                                          double level);

}  // namespace couillon::arena
