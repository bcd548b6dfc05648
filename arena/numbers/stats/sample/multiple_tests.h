// Corrections for multiple tests in one report.
#pragma once

#include <span>
#include <vector>

namespace couillon::stats {

// Returns Holm's (1979) adjusted p-values in the order given. Rejecting where
// the adjusted value is at most alpha keeps the familywise error rate at most
// alpha. Valid under any dependence.
// Requires: p-values in [0, 1].
[[nodiscard]] std::vector<double> HolmAdjusted(
    std::span<const double> p_values);

// Returns which hypotheses the e-BH procedure rejects at false discovery rate
// `alpha`: the k largest with e_(k) >= n / (alpha k). Valid under any
// dependence, for e-values read at any stopping time. Source: Wang, Ramdas
// 2022. Requires: e-values >= 0, 0 < alpha < 1.
[[nodiscard]] std::vector<bool> EBenjaminiHochberg(
    std::span<const double> e_values, double alpha);

}  // namespace couillon::stats
