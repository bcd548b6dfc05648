// Head-to-head estimates of one pairing in points: the mean lead, its interval,
// normalised Elo and the likelihood of superiority.
#pragma once

#include <cstdint>
#include <optional>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {

struct PointsOptions {
  double level = 0;              // confidence, 0 < level < 1
  double seatings_per_pair = 0;  // 2 mirrored pairs, 6 blocks
  // The lead of a pair that is won completely, > 0: two virtual pairs, one won
  // and one lost by it, keep the error from being zero. They do not move the
  // mean. The root mean square lead takes its place if it is more.
  double virtual_lead = 0;
};

// Returns a lower bound on the number of pairs whose lead is not 0, from their
// squares and fourth powers: (sum x^2)^2 / sum x^4, by Cauchy and Schwarz. All
// of them, if their leads are of one size.
[[nodiscard]] double DecisiveLeadsAtLeast(double squares, double fourths);

// No few pairs are certain, whatever their deviation: all decisive pairs of
// equal bots go one way with probability 2^(1 - decisive). Where that is more
// than 1 - level, the interval of the mean reaches 0.
[[nodiscard]] Interval WithSignTest(const Interval& interval, double mean,
                                    double decisive, double level);
// The same of half the width of an interval around `mean`.
[[nodiscard]] double WidthWithSignTest(double half_width, double mean,
                                       double decisive, double level);
// Returns the LOS, at most that of as many won coin flips, one more won and one
// lost, under a flat prior. That is above 97.5% where the sign test is below
// 5%.
[[nodiscard]] double WithSignTest(double superiority, double decisive);

// The result of a pairing seen from one side, in points per deal.
struct PointsEstimate {
  std::int64_t pairs = 0;
  std::optional<double> mean;            // null without pairs
  std::optional<double> standard_error;  // with the virtual pairs
  double degrees_of_freedom = 0;         // infinite if all results are alike
  Interval interval;                     // Student's t
  double superiority = 0.5;              // LOS: P(T <= mean / standard error)
  std::optional<double> nelo;            // null when all results are alike
  Interval nelo_interval;                // see HasEffectInterval
  bool few_deals = true;                 // fewer than kFewDeals
};

// Returns all of the above. The squares around the mean get those of the
// virtual pairs; degrees of freedom by Satterthwaite's formula, as in
// small_sample.h; the sign test limits both. Requires: options within their
// stated ranges.
[[nodiscard]] PointsEstimate EstimatePoints(const PairSums& points,
                                            const PointsOptions& options);

}  // namespace couillon::stats
