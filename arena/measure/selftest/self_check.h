// Self-checks of the instrument: measurements of known quantities, and the
// bands in which they must lie.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/numbers/stats/law/interval.h"

namespace couillon::arena {

// The level of the intervals that the checks look at.
inline constexpr double kCheckLevel = 0.95;

[[nodiscard]] inline bool Covers(const stats::Interval& interval,
                                 double truth) {
  return interval.lo <= truth && truth <= interval.hi;
}

struct SelfTestPlan {
  std::int64_t runs = 2000;  // simulations per check; some scale this number
  std::uint64_t seed = 1;    // the same seed gives the same findings
};

struct SelfCheck {
  std::string group;  // the measured property
  std::string name;   // the case within the group
  std::int64_t runs = 0;
  double found = 0;
  stats::Interval band;

  // Also false if `found` is NaN.
  [[nodiscard]] bool passed() const {
    return found >= band.lo && found <= band.hi;
  }
};

// Returns the band of a share between `lo` and `hi` that is estimated from
// `runs` simulations: [lo, hi], widened at each end by three standard errors of
// a share of that size. A correct instrument fails a check for one in several
// hundred seeds; for a given seed the result is always the same.
[[nodiscard]] stats::Interval ShareBand(double lo, double hi,
                                        std::int64_t runs);

// Return the checks as text and as JSON.
[[nodiscard]] std::string SelfCheckText(const std::vector<SelfCheck>& checks);
[[nodiscard]] std::string SelfCheckJson(const SelfTestPlan& plan,
                                        const std::vector<SelfCheck>& checks);

}  // namespace couillon::arena
