#include "arena/process/bot_process.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace couillon::arena {
namespace {

using Spawned = absl::StatusOr<std::unique_ptr<BotProcess>>;

Spawned Spawn(std::vector<std::string> command) {
  BotProgram program;
  program.command = std::move(command);
  return BotProcess::Spawn(program, "unix:/nowhere");
}

// A few sequences of threads; each thread sets its name and ends.
class PassingThreads {
 public:
  PassingThreads() {
    for (std::thread& row : rows_) {
      row = std::thread([this] {
        while (!stop_) std::thread(TakeAName).join();
      });
    }
  }
  ~PassingThreads() {
    stop_ = true;
    for (std::thread& row : rows_) row.join();
  }
  PassingThreads(const PassingThreads&) = delete;
  PassingThreads& operator=(const PassingThreads&) = delete;

 private:
  static void TakeAName() {
    for (int i = 0; i < 100; ++i) pthread_setname_np(pthread_self(), "passing");
  }

  std::atomic<bool> stop_ = false;
  std::array<std::thread, 4> rows_;
};

// In a child that is forked while another thread holds a lock, the lock is held
// forever. While threads start and end, a lock of the C library or of a
// sanitizer is held most of the time.
TEST(BotProcessTest, StartsWhateverLockAnotherThreadHolds) {
  const PassingThreads threads;
  for (int i = 0; i < 300; ++i) {
    const Spawned process = Spawn({"true"});
    ASSERT_TRUE(process.ok()) << process.status();
    (*process)->WaitUntilEnded();
    EXPECT_EQ((*process)->HowItEnded(), "exited with status 0");
  }
}

TEST(BotProcessTest, ACommandThatIsNotThereIsRefusedByItsName) {
  const Spawned process = Spawn({"/no/such/bot"});
  EXPECT_EQ(process.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(process.status().message().find("/no/such/bot"), std::string::npos)
      << process.status();
}

TEST(BotProcessTest, ExitStatusAndStderrTailAreKept) {
  const Spawned process = Spawn({"sh", "-c", "echo no cards >&2; exit 3"});
  ASSERT_TRUE(process.ok()) << process.status();
  (*process)->WaitUntilEnded();
  (*process)->Kill();
  EXPECT_EQ((*process)->HowItEnded(), "exited with status 3");
  EXPECT_EQ((*process)->LastStderr(), "no cards\n");
}

}  // namespace
}  // namespace couillon::arena
