#include "arena/numbers/format/text_table.h"

#include <gtest/gtest.h>

#include <limits>

namespace couillon::arena {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(GroupedTest, HasACommaForEveryThreeDigits) {
  EXPECT_EQ(Grouped(0), "0");
  EXPECT_EQ(Grouped(999), "999");
  EXPECT_EQ(Grouped(1'000), "1,000");
  EXPECT_EQ(Grouped(1'234'567), "1,234,567");
}

TEST(GroupedTest, ASignIsNoDigit) {
  EXPECT_EQ(Grouped(-999), "-999");
  EXPECT_EQ(Grouped(-123'456), "-123,456");
  EXPECT_EQ(Grouped(std::numeric_limits<std::int64_t>::min()),
            "-9,223,372,036,854,775,808");
}

TEST(SignedTest, HasItsSignAndDigits) {
  EXPECT_EQ(Signed(1.25, 1), "+1.2");
  EXPECT_EQ(Signed(-1.26, 1), "-1.3");
  EXPECT_EQ(Signed(12, 0), "+12");
}

TEST(SignedTest, WhatRoundsToZeroHasNoMinus) {
  EXPECT_EQ(Signed(-0.04, 1), "+0.0");
  EXPECT_EQ(Signed(-0.06, 1), "-0.1");
}

TEST(SignedTest, AMissingNumberIsADash) {
  EXPECT_EQ(Signed(std::nullopt, 2), "-");
  EXPECT_EQ(Signed(kInfinity, 2), "-");
  EXPECT_EQ(Signed(-kInfinity, 2), "-");
}

TEST(WithErrorTest, TheErrorIsHalfTheInterval) {
  stats::MeanEstimate estimate;
  EXPECT_EQ(WithError(estimate, 2), "-");
  estimate.mean = 0.5;
  estimate.interval = {-kInfinity, kInfinity};
  EXPECT_EQ(WithError(estimate, 2), "+0.50") << "an unbounded interval";
  estimate.interval = {0.25, 0.75};
  EXPECT_EQ(WithError(estimate, 2), "+0.50 ± 0.25");
}

TEST(WithErrorTest, ASmallErrorIsNotZero) {
  stats::MeanEstimate estimate{.mean = 0.5};
  estimate.interval = {0.49996, 0.50004};
  EXPECT_EQ(WithError(estimate, 2), "+0.50 ± 0.00004");
  EXPECT_EQ(Bracketed(0, {.lo = -0.00048, .hi = 0.00048}, 2),
            "+0.00 [-0.0005, +0.0005]");
}

TEST(BracketedTest, AnInfiniteValueIsItsBound) {
  EXPECT_EQ(Bracketed(1.5, {.lo = -1, .hi = 4}, 1), "+1.5 [-1.0, +4.0]");
  EXPECT_EQ(Bracketed(kInfinity, {.lo = 182.66, .hi = kInfinity}, 0), "> +183");
  EXPECT_EQ(Bracketed(-kInfinity, {.lo = -kInfinity, .hi = -182.66}, 0),
            "< -183");
}

TEST(BracketedTest, WhatHasNoBoundShowsNone) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Bracketed(kInfinity, {.lo = kNone, .hi = kNone}, 1), "-");
  EXPECT_EQ(Bracketed(kInfinity, {.lo = kInfinity, .hi = kInfinity}, 1), "-");
  EXPECT_EQ(Bracketed(std::nullopt, {.lo = -kInfinity, .hi = kInfinity}, 1),
            "-");
  EXPECT_EQ(Bracketed(2.5, {.lo = -kInfinity, .hi = kInfinity}, 1), "+2.5");
}

TEST(BracketedTest, ABoundOnTheWrongSideOfZeroSaysNothing) {
  EXPECT_EQ(Bracketed(kInfinity, {.lo = -1684.7, .hi = kInfinity}, 1), "-");
  EXPECT_EQ(Bracketed(-kInfinity, {.lo = -kInfinity, .hi = 0}, 1), "-");
}

TEST(BracketedTest, AnEndWithoutABoundIsOpen) {
  EXPECT_EQ(Bracketed(2.5, {.lo = -1, .hi = kInfinity}, 1),
            "+2.5 [-1.0, open]");
  EXPECT_EQ(Brackets({.lo = -kInfinity, .hi = 3}, 0), "[open, +3]");
}

TEST(TextColumnsTest, TheFirstColumnIsFlushLeftAllOthersFlushRight) {
  EXPECT_EQ(Columns({{"bot", "Elo"}, {"greedy", "+7"}, {"a", "-12.5"}}),
            "  bot       Elo\n"
            "  greedy     +7\n"
            "  a       -12.5\n");
}

TEST(TextColumnsTest, ALetterOfSeveralBytesIsOneWide) {
  EXPECT_EQ(Columns({{"é", "±1"}, {"ab", "x"}}),
            "  é   ±1\n"
            "  ab   x\n");
}

}  // namespace
}  // namespace couillon::arena
