// The text of a figure shows its interval as it is.
#include <gtest/gtest.h>

#include "arena/measure/fairness/fairness_tables.h"

namespace couillon::arena {
namespace {

stats::RatioEstimate Estimate(double value, stats::Interval interval) {
  return {.value = value, .interval = interval};
}

TEST(FigureCellsTest, AnEvenIntervalIsAHalfWidth) {
  const Figure share = {.kind = FigureKind::kShare};
  EXPECT_EQ(ValueCell(share, Estimate(0.4856, {.lo = 0.484, .hi = 0.4872})),
            "48.56% ± 0.16");
  const Figure points = {.kind = FigureKind::kPoints};
  EXPECT_EQ(ValueCell(points, Estimate(-0.25, {.lo = -0.5, .hi = 0})),
            "-0.2500 ± 0.2500");
}

TEST(FigureCellsTest, ALopsidedIntervalHasItsEnds) {
  const Figure share = {.kind = FigureKind::kShare};
  EXPECT_EQ(ValueCell(share, Estimate(0.0038, {.lo = 0.00067, .hi = 0.02114})),
            "0.38% [0.07, 2.11]");
  EXPECT_EQ(ValueCell(share, Estimate(0, {.lo = 0, .hi = 0.00951})),
            "0.00% [0.00, 0.95]");
}

TEST(FigureCellsTest, AnUnboundedIntervalIsNotShown) {
  const Figure points = {.kind = FigureKind::kPoints};
  EXPECT_EQ(ValueCell(points, Estimate(-2, {})), "-2.0000");
}

}  // namespace
}  // namespace couillon::arena
