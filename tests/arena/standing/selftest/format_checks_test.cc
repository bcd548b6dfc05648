// What every format claims, by simulation.
#include "arena/standing/selftest/format_checks.h"

#include <gtest/gtest.h>

#include "tests/arena/measure/selftest/expect_checks.h"

namespace couillon::arena {
namespace {

TEST(FormatSeriesTest, EveryFormatHoldsWhatItClaims) {
  testing_support::ExpectAllPass(FormatSeries(), {.runs = 1600});
}

}  // namespace
}  // namespace couillon::arena
