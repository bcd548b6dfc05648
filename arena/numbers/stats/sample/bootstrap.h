// The bootstrap over deals: a cross-check of the closed-form intervals, and the
// only interval for statistics that have none (a luck share, a cyclic share).
//
// Resample whole deals with all their results, never single tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "arena/numbers/stats/law/interval.h"

namespace couillon::stats {

struct BootstrapResult {
  double estimate = 0;  // on the data themselves
  double mean = 0;      // over resamples
  double standard_deviation = 0;
  Interval percentile;  // quantiles of the resamples; covers less than its
                        // level for skewed laws below about 100 deals
  Interval basic;       // the same, reflected at the estimate
  Interval bca;         // bias-corrected and accelerated: the one to print
  double bias_correction = 0;  // z0; ties with the estimate count one half
  double acceleration = 0;     // from the jackknife over deals
};

struct BootstrapOptions {
  int resamples = 0;       // >= 2; 2000 is plenty for 95%
  double level = 0;        // confidence, 0 < level < 1
  std::uint64_t seed = 0;  // the same seed gives the same bits
};

// A statistic of a sample given as indices of deals, repetitions allowed.
using DealStatistic = std::function<double(std::span<const std::size_t>)>;

// Returns the bootstrap of `statistic` over deals 0..deals-1. Null below two
// deals or two resamples, or if the statistic of any sample is not finite.
// Source: Efron and Tibshirani 1993, chapters 13 and 14; quantiles
// interpolate linearly between order statistics.
[[nodiscard]] std::optional<BootstrapResult> Bootstrap(
    std::size_t deals, const DealStatistic& statistic,
    const BootstrapOptions& options);

}  // namespace couillon::stats
