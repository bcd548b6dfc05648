#include "arena/numbers/stats/sequential/brownian_exit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace couillon::stats {
namespace {

// The mass that has not ended, with a drift, by the trapezoid rule.
double Alive(double lower, double upper, double time, double drift) {
  const BrownianExit exit(lower, upper, time);
  constexpr int kSteps = 20'000;
  const double width = (upper - lower) / kSteps;
  double mass = 0;
  for (int i = 1; i < kSteps; ++i) {
    const double y = lower + width * i;
    mass +=
        std::exp(exit.LogDensity(y) + drift * y - 0.5 * drift * drift * time);
  }
  return mass * width;
}

TEST(BrownianExitTest, EveryPathHasEndedOrIsAlive) {
  for (const double upper : {0.5, 3.0}) {
    for (const double drift : {-2.0, -0.3, 0.0, 0.3, 2.0}) {
      for (const double time : {0.01, 0.5, 2.9, 5.0, 40.0}) {
        const BrownianExit exit(-2, upper, time);
        EXPECT_NEAR(exit.EndedAbove(drift) + exit.EndedBelow(drift) +
                        Alive(-2, upper, time, drift),
                    1, 1e-6)
            << upper << " " << drift << " " << time;
      }
    }
  }
}

TEST(BrownianExitTest, BothSeriesAgreeWhereTheyMeet) {
  const double meet = 0.3 * 25;  // the squared distance of the bounds is 25
  const BrownianExit early(-2, 3, meet * (1 - 1e-13));
  const BrownianExit late(-2, 3, meet * (1 + 1e-13));
  for (const double drift : {-3.0, -0.4, 0.0, 0.001, 0.4, 3.0}) {
    EXPECT_NEAR(early.EndedAbove(drift), late.EndedAbove(drift), 1e-11);
    EXPECT_NEAR(early.EndedBelow(drift), late.EndedBelow(drift), 1e-11);
  }
  for (const double y : {-1.99, -1.0, 0.0, 2.0, 2.99}) {
    EXPECT_NEAR(std::exp(early.LogDensity(y)), std::exp(late.LogDensity(y)),
                1e-11);
  }
}

TEST(BrownianExitTest, AFarBoundLeavesThePassageOfOne) {
  // Bachelier: P(max of driftless motion >= b) = 2 P(Z > b / sqrt time).
  const BrownianExit exit(-200, 1, 4);
  EXPECT_NEAR(exit.EndedAbove(0), 0.617075077451974, 1e-12);
  EXPECT_NEAR(exit.EndedBelow(0), 0, 1e-12);
}

TEST(BrownianExitTest, InTheLongRunItEndsAsWaldSays) {
  EXPECT_NEAR(EverEndsAbove(-2, 3, 0), 0.4, 1e-12);
  EXPECT_NEAR(EverEndsAbove(-2, 3, 1e-6), 0.4, 1e-5);
  const double h = 2 * 0.7;
  EXPECT_NEAR(EverEndsAbove(-2, 3, 0.7),
              (1 - std::exp(2 * h)) / (std::exp(-3 * h) - std::exp(2 * h)),
              1e-12);
  for (const double drift : {-50.0, -0.7, 0.7, 50.0}) {
    EXPECT_NEAR(BrownianExit(-2, 3, 1e4).EndedAbove(drift),
                EverEndsAbove(-2, 3, drift), 1e-12);
  }
}

// A random walk of many small steps, computed without any formula.
TEST(BrownianExitTest, AFineWalkEndsAlike) {
  constexpr int kPlaces = 400;  // distance of the bounds, in steps
  const double step = 5.0 / kPlaces;
  const double drift = 0.4;
  const double up = 0.5 * (1 + drift * step);  // a step takes step^2
  std::vector<double> mass(kPlaces + 1);
  mass[kPlaces * 2 / 5] = 1;
  double above = 0;
  double below = 0;
  const int steps = static_cast<int>(3 / (step * step));
  for (int k = 0; k < steps; ++k) {
    std::vector<double> next(kPlaces + 1);
    for (int i = 1; i < kPlaces; ++i) {
      next[static_cast<std::size_t>(i + 1)] +=
          up * mass[static_cast<std::size_t>(i)];
      next[static_cast<std::size_t>(i - 1)] +=
          (1 - up) * mass[static_cast<std::size_t>(i)];
    }
    above += next[kPlaces];
    below += next[0];
    next[kPlaces] = 0;
    next[0] = 0;
    mass = next;
  }
  const BrownianExit exit(-2, 3, 3);
  EXPECT_NEAR(exit.EndedAbove(drift), above, 2e-4);
  EXPECT_NEAR(exit.EndedBelow(drift), below, 2e-4);
}

TEST(BrownianExitTest, ExtremeDriftsAndTimesGiveProbabilities) {
  for (const double drift : {-1e3, -30.0, 30.0, 1e3}) {
    for (const double time : {1e-3, 1.0, 1e3, 1e6}) {
      const BrownianExit exit(-70, 70, time);
      const double above = exit.EndedAbove(drift);
      EXPECT_GE(above, -1e-12);
      EXPECT_LE(above, 1 + 1e-12);
    }
  }
}

}  // namespace
}  // namespace couillon::stats
