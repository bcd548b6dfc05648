// Which silences of a bot the machine excuses, by looks that are made up.
#include "arena/players/system/machine_stalls.h"

#include <gtest/gtest.h>

namespace couillon::arena {
namespace {

using std::chrono::milliseconds;

// A silence of ten seconds, with a look every 100 ms. Rates are per second.
class StallExcuseTest : public ::testing::Test {
 protected:
  struct Rates {
    double late = 0;
    double stolen = 0;
    double thrashed = 0;
    double own_cpu = 0;
    double memory_share = 0.1;
  };
  static std::string Excuse(const Rates& rates) {
    TimeLine<MachineTotals> machine;
    TimeLine<OwnTotals> bot;
    constexpr int kLooks = 100;
    const Clock::time_point begin(milliseconds(1000));
    for (int look = 0; look <= kLooks; ++look) {
      const double at = look / 10.0;
      machine.Add(begin + milliseconds(100) * look,
                  {.late = rates.late * at,
                   .stolen = rates.stolen * at,
                   .thrashed = rates.thrashed * at,
                   .processors = 2});
      bot.Add(begin + milliseconds(100) * look,
              {.cpu = rates.own_cpu * at, .memory_share = rates.memory_share});
    }
    return StallExcuse(machine, bot, begin);
  }
};

TEST_F(StallExcuseTest, AMachineThatRunsIsNoExcuse) {
  EXPECT_EQ(Excuse({}), "");
  EXPECT_EQ(Excuse({.late = 0.2}), "");
  EXPECT_EQ(Excuse({.stolen = 0.4}), "") << "of two processors";
}

TEST_F(StallExcuseTest, AStalledMachineIs) {
  EXPECT_EQ(Excuse({.late = 0.5}),
            "the machine woke the referee too late for 5.0 of 10.0 s");
  EXPECT_EQ(Excuse({.stolen = 1.2}),
            "the machine lost its processors to others for 6.0 of 10.0 s");
  EXPECT_EQ(Excuse({.thrashed = 0.3}),
            "the machine waited for memory for 3.0 of 10.0 s");
}

// It may have made the stall, to get more time.
TEST_F(StallExcuseTest, ABotThatUsesTheMachineHasNone) {
  EXPECT_NE(Excuse({.late = 0.5, .own_cpu = 0.2}), "");
  EXPECT_EQ(Excuse({.late = 0.5, .own_cpu = 0.3}), "");
  EXPECT_EQ(Excuse({.stolen = 2, .own_cpu = 8}), "");
  EXPECT_EQ(Excuse({.thrashed = 1, .memory_share = 0.6}), "");
}

TEST_F(StallExcuseTest, ABotThatNobodyHasLookedAtHasNone) {
  TimeLine<MachineTotals> machine;
  machine.Add(Clock::time_point(), {});
  machine.Add(Clock::time_point(milliseconds(1000)), {.late = 1});
  EXPECT_EQ(StallExcuse(machine, {}, Clock::time_point()), "");
  EXPECT_EQ(StallExcuse({}, {}, Clock::time_point()), "");
}

TEST(MachineTotalsTest, CountProcessors) {
  EXPECT_GE(ReadMachineTotals().processors, 1);
}

}  // namespace
}  // namespace couillon::arena
