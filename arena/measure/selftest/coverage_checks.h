// Coverage of the intervals, on simulated pairs of known law.
#pragma once

#include <vector>

#include "arena/measure/selftest/self_check.h"

namespace couillon::arena {

// Coverage of the 95% intervals of mean, Elo and nElo of one pairing: 94 to
// 96%, with at least 200 pairs and enough decisive ones.
[[nodiscard]] std::vector<SelfCheck> CheckIntervals(const SelfTestPlan& plan);

// Coverage of the 95% intervals of nElo of strong bots, with 400 pairs: 94 to
// 96% at 200 and 373 nElo and above, where most of the error is that of the
// standard deviation.
[[nodiscard]] std::vector<SelfCheck> CheckStrongBots(const SelfTestPlan& plan);

// Coverage of the 95% intervals of the mean of 200 unpaired deals, with the
// value of the cards as a control variate: 94 to 96%, its slope from 100
// earlier deals and its expectation known, or from 200 or 20,000 other deals.
[[nodiscard]] std::vector<SelfCheck> CheckControlledMeans(
    const SelfTestPlan& plan);

// Pairs that all have the same result, 1 to 100,000 of them: no plus-two
// interval, no anytime interval and none after a sequential stop is a point.
[[nodiscard]] std::vector<SelfCheck> CheckZeroVariance();

// The worst coverage of the 95% plus-two interval over random laws, from flat
// to nearly degenerate, with 20 to 5,000 pairs: at least 93.5%.
[[nodiscard]] std::vector<SelfCheck> CheckPlusTwo(const SelfTestPlan& plan);

}  // namespace couillon::arena
