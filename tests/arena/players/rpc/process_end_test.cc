#include "arena/players/rpc/process_end.h"

#include <gtest/gtest.h>
#include <signal.h>  // NOLINT(modernize-deprecated-headers): kill()
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/system/process_table.h"

namespace couillon::arena {
namespace {

// A second later whenever somebody looks.
class HurriedClock final : public Clock {
 public:
  [[nodiscard]] time_point Now() const override {
    return time_point(std::chrono::seconds(++looks_));
  }

 private:
  mutable std::atomic<int> looks_ = 0;
};

// A bot's process that waits for ever, and its supervisor.
class ProcessEndTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::vector<pid_t> before = ListDescendants(getpid());
    BotProgram program;
    program.command = {"sleep", "100000"};
    auto process = BotProcess::Spawn(program, "unix:/nowhere");
    ASSERT_TRUE(process.ok()) << process.status();
    process_ = *std::move(process);
    for (const pid_t pid : ListDescendants(getpid())) {
      if (std::count(before.begin(), before.end(), pid) == 0) {
        family_.push_back(pid);
      }
    }
    ASSERT_EQ(family_.size(), 2U);
    process_->SetServer(family_[1]);
  }

  void EndServer() {
    ASSERT_EQ(kill(family_[1], SIGKILL), 0);
    while (!process_->ServerIsEnding()) usleep(1000);
  }

  [[nodiscard]] pid_t supervisor() const { return family_[0]; }
  [[nodiscard]] BotProcess& process() { return *process_; }

 private:
  std::unique_ptr<BotProcess> process_;
  std::vector<pid_t> family_;
};

TEST_F(ProcessEndTest, AProcessThatLivesHasMerelyDisconnected) {
  EXPECT_FALSE(EndsByItself(process(), HurriedClock()));
  EXPECT_EQ(process().HowItEnded(), "is still running");
}

TEST_F(ProcessEndTest, AnEndIsWaitedFor) {
  EndServer();
  EXPECT_TRUE(EndsByItself(process(), MachineClock()));
  EXPECT_NE(process().HowItEnded().find("was killed by"), std::string::npos)
      << process().HowItEnded();
}

// A machine with many sandboxes to end takes seconds to pass on an exit status.
TEST_F(ProcessEndTest, AnEndIsCertainEvenIfItsStatusIsLate) {
  ASSERT_EQ(kill(supervisor(), SIGSTOP), 0);
  EndServer();
  EXPECT_TRUE(EndsByItself(process(), HurriedClock()));
  EXPECT_EQ(process().HowItEnded(), "has ended");
  ASSERT_EQ(kill(supervisor(), SIGCONT), 0);
  process().WaitUntilEnded();
  EXPECT_NE(process().HowItEnded().find("was killed by"), std::string::npos)
      << process().HowItEnded();
}

}  // namespace
}  // namespace couillon::arena
