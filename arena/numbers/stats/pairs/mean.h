// The mean result of a pairing with its interval clustered by deal: game points
// or card points per deal, or the effect of a side.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "arena/numbers/stats/law/interval.h"
#include "arena/numbers/stats/pairs/pair_sums.h"

namespace couillon::stats {

// An estimated mean in the unit of the results.
struct MeanEstimate {
  std::int64_t pairs = 0;
  std::optional<double> mean;            // null without pairs
  std::optional<double> variance;        // of one pair; null below two pairs
  std::optional<double> standard_error;  // null below two pairs
  // Unbounded below two pairs, and if all are equal: however many, they say
  // nothing of the spread.
  Interval interval;
  double degrees_of_freedom = 0;  // pairs - 1, or clusters - 1
  bool few_deals = true;          // fewer than kFewDeals
};

// Returns mean +- t(n-1) sqrt(v/n) over pairs at confidence `level`. For scores
// use the plus-two interval of elo.h, which equal results bound too. Requires:
// 0 < level < 1.
[[nodiscard]] MeanEstimate EstimateMean(const PairSums& sums, double level);

// Results that belong together: of the tables of one deal, or of one match
// pair.
struct Cluster {
  std::int64_t size = 0;  // number of results
  double total = 0;
};

// Returns the mean result over clusters of unequal size, with the CR1 clustered
// variance G/(G-1) sum_g (sum_h (y_h - mean))^2 / N^2 and t(G-1). `pairs`
// counts the clusters that are not empty; `variance` is G times the squared
// standard error. Equal clusters give exactly the estimate over pairs.
// Requires: 0 < level < 1.
[[nodiscard]] MeanEstimate EstimateClusteredMean(
    std::span<const Cluster> clusters, double level);

// Returns the mean of results that are never negative, such as losses, and of
// results of either sign, as above but with intervals that are never a point:
// with two virtual clusters of mean size, as in the plus-two interval of elo.h.
// The results of one are `plain`, or as large as the largest mean of a cluster
// if that is more; those of the other are 0, or as large with the opposite
// sign. They do not move `mean`. The interval of results that are never
// negative does not leave their range. Unbounded without results. Requires:
// plain > 0; 0 < level < 1.
[[nodiscard]] MeanEstimate EstimateClusteredLoss(
    std::span<const Cluster> clusters, double plain, double level);
[[nodiscard]] MeanEstimate EstimateClusteredLead(
    std::span<const Cluster> clusters, double plain, double level);

}  // namespace couillon::stats
