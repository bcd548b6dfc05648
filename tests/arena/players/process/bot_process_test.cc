#include "arena/players/process/bot_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <utility>

#include "absl/status/status.h"
#include "tests/support/program.h"

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

// A bot that is a shell script, and has said that it is ready on stderr.
class TermedBot {
 public:
  TermedBot(const std::string& script, std::chrono::milliseconds grace) {
    BotProgram program;
    program.command = {"/bin/sh", "-c", script};
    process_ =
        *BotProcess::Spawn(program, "unix:/nowhere", {.term_grace = grace});
    while (process_->LastStderr().find("ready") == std::string::npos) {
      usleep(1000);
    }
  }
  BotProcess* operator->() { return process_.get(); }

 private:
  std::unique_ptr<BotProcess> process_;
};

constexpr std::chrono::hours kForever(10);
const std::string kWaits = "echo ready >&2; while :; do sleep 0.01; done";

TEST(BotTerminationTest, ABotThatEndsAtSigtermIsNotWaitedFor) {
  TermedBot bot("trap 'echo told >&2; exit 3' TERM; " + kWaits, kForever);
  bot->Terminate();
  bot->Kill();
  // The shell may add that its "sleep" was terminated.
  EXPECT_THAT(bot->LastStderr(), ::testing::HasSubstr("told\n"));
  EXPECT_EQ(bot->HowItEnded(), "exited with status 3");
}

// The first process of the bot ends at once, as a wrapper without exec does.
TEST(BotTerminationTest, ChildrenGetSigtermAndItsTimeToo) {
  TermedBot bot(
      "(trap 'sleep 0.05; echo told >&2; exit 0' TERM; " + kWaits + ") & wait",
      kForever);
  bot->Terminate();
  bot->Kill();
  // The shell may add that its "sleep" was terminated.
  EXPECT_THAT(bot->LastStderr(), ::testing::HasSubstr("told\n"));
}

TEST(BotTerminationTest, APausedBotGetsItToo) {
  TermedBot bot("trap 'echo told >&2; exit 3' TERM; " + kWaits, kForever);
  bot->Pause();
  bot->Terminate();
  bot->Kill();
  EXPECT_EQ(bot->HowItEnded(), "exited with status 3");
}

TEST(BotTerminationTest, WhatIgnoresSigtermIsKilled) {
  TermedBot bot("trap '' TERM; " + kWaits, std::chrono::milliseconds(50));
  bot->Terminate();
  bot->Kill();
  EXPECT_EQ(bot->HowItEnded(), "was killed by signal 9 (Killed)");
}

TEST(BotTerminationTest, ManyBotsEndTogether) {
  constexpr std::chrono::seconds kGrace(1);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<TermedBot> bots;
  for (int i = 0; i < 12; ++i)
    bots.emplace_back("trap '' TERM; " + kWaits, kGrace);
  for (TermedBot& bot : bots) bot->Terminate();
  for (TermedBot& bot : bots) bot->Kill();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, bots.size() * kGrace);
}

TEST(BotTerminationTest, ABotThatIsKilledIsNotAsked) {
  TermedBot bot("trap 'echo told >&2; exit 3' TERM; " + kWaits, kForever);
  bot->Kill();
  EXPECT_EQ(bot->LastStderr(), "ready\n");
}

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

// A write lease on a program holds up whoever executes it.
class HeldProgram {
 public:
  HeldProgram() {
    std::filesystem::copy_file("/bin/true", path_);
    fd_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    std::signal(SIGIO, SIG_IGN);  // comes when somebody is held up
    can_hold_ = fcntl(fd_, F_SETLEASE, F_WRLCK) == 0;
  }
  ~HeldProgram() {
    close(fd_);
    std::signal(SIGIO, SIG_DFL);
  }
  HeldProgram(const HeldProgram&) = delete;
  HeldProgram& operator=(const HeldProgram&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  // Whether the file system has leases.
  [[nodiscard]] bool can_hold() const { return can_hold_; }
  [[nodiscard]] bool HoldsSomebodyUp() const {
    return fcntl(fd_, F_GETLEASE) != F_WRLCK;
  }
  void Release() const { fcntl(fd_, F_SETLEASE, F_UNLCK); }

 private:
  const testing_support::TemporaryFolder folder_;
  const std::string path_ = folder_.path("program");
  int fd_ = -1;
  bool can_hold_ = false;
};

// Otherwise a referee that was killed meanwhile would keep its locks, and the
// address where it listened.
TEST(BotProcessTest, ABotThatIsBeingStartedKeepsNoFileOfTheReferee) {
  const HeldProgram program;
  if (!program.can_hold()) GTEST_SKIP() << "no leases in the temporary folder";
  std::array<int, 2> pipe{};
  ASSERT_EQ(pipe2(pipe.data(), O_CLOEXEC), 0);
  std::atomic<bool> started = false;
  std::thread starter([&program, &started] {
    const Spawned process = Spawn({program.path()});
    started = true;
    EXPECT_TRUE(process.ok()) << process.status();
  });
  while (!program.HoldsSomebodyUp() && !started) usleep(1000);
  close(pipe[1]);
  EXPECT_FALSE(started);
  pollfd end{.fd = pipe[0], .events = POLLIN, .revents = 0};
  EXPECT_EQ(poll(&end, 1, /*timeout=*/0), 1) << "the pipe is still open";
  EXPECT_NE(end.revents & POLLHUP, 0);
  program.Release();
  starter.join();
  close(pipe[0]);
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
