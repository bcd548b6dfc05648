// What the instrument finds when it measures something that is known, and
// between which limits that has to lie.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arena/stats/law/interval.h"

namespace couillon::arena {

struct SelfTestPlan {
  std::int64_t runs = 2000;  // simulations of a check; some take a multiple
  std::uint64_t seed = 1;    // the same seed gives the same findings
};

struct SelfCheck {
  std::string group;  // what is tried
  std::string name;   // on what
  std::int64_t runs = 0;
  double found = 0;
  stats::Interval band;

  // False also for a finding that is no number.
  [[nodiscard]] bool passed() const {
    return found >= band.lo && found <= band.hi;
  }
};

// A claimed share between `lo` and `hi`, estimated from `runs` simulations:
// widened at either end by three standard errors of a share with that end's
// value, so that a sound instrument fails a check once in several hundred
// seeds, and for a given seed never or always.
[[nodiscard]] stats::Interval ShareBand(double lo, double hi,
                                        std::int64_t runs);

// The two forms in which checks are shown.
[[nodiscard]] std::string SelfCheckText(const std::vector<SelfCheck>& checks);
[[nodiscard]] std::string SelfCheckJson(const SelfTestPlan& plan,
                                        const std::vector<SelfCheck>& checks);

}  // namespace couillon::arena
