// The settings for the intervals of a fairness report.
#pragma once

#include <cstdint>

namespace couillon::arena {

inline constexpr double kReportLevel = 0.95;
inline constexpr int kBootstrapResamples = 2000;
// Fixed, so that equal sums give an equal report.
inline constexpr std::uint64_t kBootstrapSeed = 1;

}  // namespace couillon::arena
