#include <gtest/gtest.h>

#include "arena/players/rpc/grpc_links.h"
#include "tests/support/manual_clock.h"

namespace couillon::arena {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(PollSaverTest, TwoLooksAfterAWaitAreLeftOut) {
  testing_support::ManualClock clock;
  PollSaver saver(clock);
  EXPECT_FALSE(saver.LeavesOut()) << "nothing was waited for";
  saver.Waited();
  EXPECT_TRUE(saver.LeavesOut());
  clock.Advance(microseconds(500));
  EXPECT_TRUE(saver.LeavesOut());
  EXPECT_FALSE(saver.LeavesOut());
  saver.Waited();
  EXPECT_TRUE(saver.LeavesOut());
}

TEST(PollSaverTest, NoLookIsLeftOutAfterADecisionThatTookLong) {
  testing_support::ManualClock clock;
  PollSaver saver(clock);
  saver.Waited();
  EXPECT_TRUE(saver.LeavesOut());
  clock.Advance(milliseconds(5));
  EXPECT_FALSE(saver.LeavesOut());
}

}  // namespace
}  // namespace couillon::arena
