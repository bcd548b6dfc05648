// Does the mean result of a pairing change with the deal number? A bot that
// learns during a league, or slows down, shows as a trend.
//
// Every pair is an observation: result = a + b * deal + error. The line is
// fitted by least squares; the error of b is robust against unequal variances
// (White 1980), with squared residuals divided by 1 - leverage (HC2, MacKinnon
// and White 1985) and Student's law with Satterthwaite's degrees of freedom for
// equal variances, (sum d^2)^2 / sum d^4 with d the distances from the mean
// deal. Pairs of a block are taken to lie at its mean deal, so sums of blocks
// suffice: the residuals of a block are those within it and that of its mean.
//
// Wrong when results of different deals depend on each other, and blind for a
// change that goes up and down again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {

// Consecutive pairs of one pairing.
struct DriftBlock {
  double deal = 0;  // the mean of their deal numbers
  PairSums sums;    // the same denominator in all blocks
};

struct DriftTest {
  std::int64_t pairs = 0;
  double slope_per_1000 = 0;  // change of the mean result over 1000 deals
  double standard_error = 0;  // of that, > 0
  double degrees_of_freedom = 0;
  Interval interval;   // of slope_per_1000
  double p_value = 1;  // two-sided, of no trend
};

// Returns the trend with an interval of confidence `level`; null below three
// pairs, if all pairs lie at one deal, or if the residuals do not vary. Empty
// blocks have no effect. Requires: 0 < level < 1; finite deals.
[[nodiscard]] std::optional<DriftTest> TestDrift(
    std::span<const DriftBlock> blocks, double level);

}  // namespace couillon::stats
