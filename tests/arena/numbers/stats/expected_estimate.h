// A mean with its interval, compared with a row of a file of vectors.
#pragma once

#include <gtest/gtest.h>

#include "arena/numbers/stats/pairs/mean.h"
#include "tests/arena/numbers/stats/vector_file.h"

namespace couillon::stats {

// Expects n, mean, var and se of `expected`, and its interval [lo, hi] up to
// the precision of the rows of Student's distribution.
inline void ExpectEstimate(const MeanEstimate& ours, const Json& expected) {
  EXPECT_EQ(ours.pairs, expected["n"].Integer());
  ExpectClose(ours.mean, expected["mean"].Number());
  ExpectClose(ours.variance, expected["var"].Number());
  ExpectClose(ours.standard_error, expected["se"].Number());
  const double width = ours.interval.hi - ours.interval.lo;
  EXPECT_NEAR(ours.interval.lo, expected["lo"].Number(), kStudentRows * width);
  EXPECT_NEAR(ours.interval.hi, expected["hi"].Number(), kStudentRows * width);
}

}  // namespace couillon::stats
