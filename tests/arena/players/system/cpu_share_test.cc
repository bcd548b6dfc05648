// The processors that this process may use.
#include "arena/players/system/cpu_share.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <cmath>
#include <string>

#include "tests/support/program.h"

namespace couillon::arena {
namespace {

using testing_support::TemporaryFolder;
using testing_support::WriteFile;

TEST(CpuShareTest, AffinityLimitsTheWorkers) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(AllowedCpus().back()), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
  EXPECT_EQ(CountUsableCpus(), 1);
}

class CpuQuotaTest : public ::testing::Test {
 protected:
  CpuQuotaTest() {
    std::filesystem::create_directories(folder_.path("group/inner"));
  }
  [[nodiscard]] double Quota() const {
    return ReadCpuQuota(folder_.path("group/inner"), folder_.path("group"));
  }
  TemporaryFolder folder_;
};

TEST_F(CpuQuotaTest, TheSmallestOfTheGroupsAboveHolds) {
  EXPECT_TRUE(std::isinf(Quota()));
  WriteFile(folder_.path("group/inner/cpu.max"), "max 100000\n");
  EXPECT_TRUE(std::isinf(Quota()));
  WriteFile(folder_.path("group/cpu.max"), "250000 100000\n");
  EXPECT_EQ(Quota(), 2.5);
  WriteFile(folder_.path("group/inner/cpu.max"), "50000 100000\n");
  EXPECT_EQ(Quota(), 0.5);
}

TEST_F(CpuQuotaTest, VersionOneHasTwoFiles) {
  WriteFile(folder_.path("group/cpu.cfs_period_us"), "100000\n");
  WriteFile(folder_.path("group/cpu.cfs_quota_us"), "-1\n");
  EXPECT_TRUE(std::isinf(Quota()));
  WriteFile(folder_.path("group/cpu.cfs_quota_us"), "400000\n");
  EXPECT_EQ(Quota(), 4.0);
}

TEST_F(CpuQuotaTest, GroupsAboveTheTopDoNotCount) {
  WriteFile(folder_.path("cpu.max"), "50000 100000\n");
  EXPECT_TRUE(std::isinf(Quota()));
}

}  // namespace
}  // namespace couillon::arena
