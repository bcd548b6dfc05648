// Two sandboxes, and every counter of the machine by which processes in them
// could signal to each other: one process moves it, the other reads it. The
// test tells both when, so that the channel is as good as it can be.
#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/process/bot_process.h"
#include "arena/players/process/bot_socket.h"
#include "arena/players/process/sandbox.h"
#include "arena/players/process/sandbox_trial.h"
#include "arena/players/system/socket_folder.h"
#include "tests/broken/memory/counters.h"
#include "tests/support/program.h"

namespace couillon {
namespace {

using arena::BotProcess;
using bots::broken::Counter;
using bots::broken::CounterRequest;
using bots::broken::Counters;
using testing_support::kBroken;
using testing_support::PublicFolder;

constexpr std::uint32_t kProcesses = 64;

// A process in a sandbox of its own that moves and reads counters.
class CounterProcess {
 public:
  CounterProcess(const std::string& program, const arena::SocketFolder& folder)
      : path_(folder.PathFor(0, 0)) {
    process_ = *BotProcess::Spawn(
        {.command = {program, "--fault", "serves-counters"}}, "unix:" + path_,
        {.limits = {.processes = kProcesses, .open_files = 4096},
         .sandbox = &sandbox_,
         .folder = arena::FolderOf(path_)});
    do {
      fd_ = ConnectToBot(*process_);
    } while (absl::IsUnavailable(fd_.status()) && !process_->HasEnded());
    if (fd_.ok()) fcntl(*fd_, F_SETFL, 0);  // blocking
  }
  ~CounterProcess() {
    if (fd_.ok()) close(*fd_);
  }
  CounterProcess(const CounterProcess&) = delete;
  CounterProcess& operator=(const CounterProcess&) = delete;

  [[nodiscard]] std::int64_t Do(std::size_t counter, CounterRequest request) {
    const std::array<std::uint8_t, 2> bytes = {
        static_cast<std::uint8_t>(counter), static_cast<std::uint8_t>(request)};
    std::int64_t answer = 0;
    if (!fd_.ok() || send(*fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0 ||
        recv(*fd_, &answer, sizeof(answer), MSG_WAITALL) !=
            static_cast<ssize_t>(sizeof(answer))) {
      std::cerr << Counters()[counter].name << ": " << fd_.status() << " "
                << process_->LastStderr() << '\n';
      _exit(2);
    }
    return answer;
  }

 private:
  std::string path_;
  arena::Sandbox sandbox_;
  std::unique_ptr<BotProcess> process_;
  absl::StatusOr<int> fd_ = absl::UnavailableError("not called");
};

// Half of the bits are ones, in random order.
std::vector<bool> RandomBits(std::size_t count) {
  std::vector<bool> bits(count);
  std::fill(bits.begin(), bits.begin() + static_cast<std::ptrdiff_t>(count) / 2,
            true);
  std::mt19937_64 random(20'240'607);
  std::shuffle(bits.begin(), bits.end(), random);
  return bits;
}

constexpr std::size_t kLearned = 16;  // bits from which the receiver learns
constexpr std::size_t kTested = 32;
// Of 32 bits by chance, with probability 0.9999.
constexpr int kMinErrors = 6;

struct Transmission {
  int errors = 0;
  double bits_per_second = 0;
};

// The median of what was read for a bit, of those to learn from.
double Median(const std::vector<std::pair<bool, double>>& seen, bool bit) {
  std::vector<double> values;
  for (std::size_t i = 0; i < kLearned; ++i) {
    if (seen[i].first == bit) values.push_back(seen[i].second);
  }
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// How many of the tested bits the receiver gets wrong if it takes the nearer of
// the two medians of the bits that it learned from.
int CountErrors(const std::vector<std::pair<bool, double>>& seen) {
  const double zero = Median(seen, false);
  const double one = Median(seen, true);
  return static_cast<int>(
      std::count_if(seen.begin() + kLearned, seen.end(), [&](const auto& bit) {
        const bool guess =
            std::abs(bit.second - one) < std::abs(bit.second - zero);
        return guess != bit.first;
      }));
}

Transmission Transmit(CounterProcess& sender, CounterProcess& receiver,
                      std::size_t counter) {
  std::vector<bool> bits = RandomBits(kLearned);
  const std::vector<bool> tested = RandomBits(kTested);
  bits.insert(bits.end(), tested.begin(), tested.end());
  std::vector<std::pair<bool, double>> seen;
  const auto begin = std::chrono::steady_clock::now();
  for (const bool bit : bits) {
    const std::int64_t before = receiver.Do(counter, CounterRequest::kRead);
    static_cast<void>(bit ? sender.Do(counter, CounterRequest::kMove) : 0);
    const std::int64_t after = receiver.Do(counter, CounterRequest::kRead);
    static_cast<void>(bit ? sender.Do(counter, CounterRequest::kMoveBack) : 0);
    seen.emplace_back(bit, static_cast<double>(after - before));
  }
  const std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - begin;
  return {
      .errors = CountErrors(seen),
      .bits_per_second = static_cast<double>(bits.size()) / seconds.count()};
}

// Channels that docs/security.md lists as open.
const std::set<std::string> kOpen = {
    "pipe-count", "flight",   "waiters",         "mapping", "inodes",
    "events",     "sessions", "running-program", "load",    "caches"};

// Tries all counters; the exit code of a process.
int TryAll(const std::string& program, const std::string& chosen) {
  if (!arena::TrySandbox().ok()) return 77;
  const absl::StatusOr<arena::SocketFolder> folder =
      arena::SocketFolder::Make();
  CounterProcess sender(program, *folder);
  CounterProcess receiver(program, *folder);
  int failures = 0;
  for (std::size_t i = 0; i < Counters().size(); ++i) {
    const std::string name = Counters()[i].name;
    const bool is_open = kOpen.contains(name);
    if (chosen.empty() ? is_open : chosen != "all" && chosen != name) continue;
    const Transmission sent = Transmit(sender, receiver, i);
    std::cerr << name << ": " << sent.errors << " of " << kTested
              << " bits wrong, " << static_cast<int>(sent.bits_per_second)
              << " bits per second\n";
    if (!is_open && sent.errors < kMinErrors) ++failures;
  }
  return failures == 0 ? 0 : 1;
}

class CounterTest : public ::testing::TestWithParam<bool> {
 protected:
  // Runs all counters in a child, as root or as an ordinary user. Environment
  // COUILLON_COUNTER chooses one counter, or "all" with the open ones.
  [[nodiscard]] int Run() const {
    const std::string program =
        GetParam() ? folder_.CopyOf(kBroken) : std::string(kBroken);
    const char* const chosen = getenv("COUILLON_COUNTER");
    const pid_t child = fork();
    if (child == 0) {
      constexpr unsigned kNobody = 65534;
      if (GetParam() && (setgroups(0, nullptr) != 0 ||
                         setresgid(kNobody, kNobody, kNobody) != 0 ||
                         setresuid(kNobody, kNobody, kNobody) != 0)) {
        _exit(2);
      }
      _exit(TryAll(program, chosen == nullptr ? "" : chosen));
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  PublicFolder folder_;
};

TEST_P(CounterTest, NoCounterTellsAnotherSandboxAnything) {
  if (GetParam() && geteuid() != 0) GTEST_SKIP() << "only root becomes a user";
  const int exit_code = Run();
  if (exit_code == 77) GTEST_SKIP() << "the sandbox does not work here";
  EXPECT_EQ(exit_code, 0) << "a counter is listed above with less than "
                          << kMinErrors << " errors";
}

INSTANTIATE_TEST_SUITE_P(Account, CounterTest, ::testing::Bool(),
                         [](const auto& as_user) {
                           return as_user.param ? "user" : "root";
                         });

}  // namespace
}  // namespace couillon
