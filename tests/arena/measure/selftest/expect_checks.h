// Expectations on what the instrument finds of itself.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "arena/measure/selftest/self_check.h"

namespace couillon::testing_support {

// Expects that the series has checks, and that every one of them passes.
inline void ExpectAllPass(const arena::CheckSeries& series,
                          const arena::SelfTestPlan& plan) {
  const std::vector<arena::SelfCheck> checks = arena::RunSeries(series, plan);
  EXPECT_FALSE(checks.empty());
  for (const arena::SelfCheck& check : checks) {
    EXPECT_TRUE(check.passed())
        << check.group << ": " << check.name << ": found " << check.found
        << ", expected " << check.band.lo << " to " << check.band.hi;
  }
}

}  // namespace couillon::testing_support
