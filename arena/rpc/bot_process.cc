#include "arena/rpc/bot_process.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/poll.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "arena/rpc/bot_keeper.h"
#include "arena/rpc/process_table.h"
#include "arena/rpc/process_watch.h"

extern char** environ;  // NOLINT: the name that POSIX gives it

namespace couillon::arena {
namespace {

constexpr std::size_t kTail = 4096;  // bytes of stderr kept
// How long a keeper may take to end everything before it is killed itself; a
// bot that may send signals to it could have stopped it.
constexpr int kPatienceMs = 5000;

std::string NameOf(const std::string& entry) {
  return entry.substr(0, entry.find('='));
}

// Our environment with what is the bot's own, and without what is not for it.
std::vector<std::string> EnvironmentOf(const BotProgram& program,
                                       const std::string& address) {
  std::vector<std::string> own = program.environment;
  own.push_back("COUILLON_LISTEN=" + address);
  std::vector<std::string> left_out = program.without;
  for (const std::string& entry : own) left_out.push_back(NameOf(entry));
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (std::find(left_out.begin(), left_out.end(), NameOf(*entry)) ==
        left_out.end()) {
      environment.emplace_back(*entry);
    }
  }
  environment.insert(environment.end(), own.begin(), own.end());
  return environment;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// A pipe whose ends are closed with it, unless they were taken.
class Pipe {
 public:
  Pipe() = default;
  ~Pipe() {
    for (const int end : ends_) {
      if (end >= 0) close(end);
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  [[nodiscard]] bool Open() { return pipe2(ends_.data(), O_CLOEXEC) == 0; }
  [[nodiscard]] int read_end() const { return ends_[0]; }
  [[nodiscard]] int write_end() const { return ends_[1]; }
  [[nodiscard]] int TakeReadEnd() { return std::exchange(ends_[0], -1); }
  [[nodiscard]] int TakeWriteEnd() { return std::exchange(ends_[1], -1); }
  void CloseWriteEnd() { close(TakeWriteEnd()); }

 private:
  std::array<int, 2> ends_ = {-1, -1};
};

absl::Status CannotRun(const BotProgram& program, int error) {
  return absl::InvalidArgumentError(absl::StrFormat(
      "cannot run \"%s\"%s: %s", program.command[0],
      program.directory.empty() ? "" : " in " + program.directory,
      std::generic_category().message(error)));
}

std::string SignalName(int number) {
  const char* const name = sigdescr_np(number);
  return absl::StrFormat("signal %d (%s)", number,
                         name == nullptr ? "Unknown signal" : name);
}

}  // namespace

struct BotProcess::Ends {
  int lifeline = -1;
  int report = -1;
  int words = -1;
};

absl::StatusOr<std::unique_ptr<BotProcess>> BotProcess::Spawn(
    const BotProgram& program, const std::string& address,
    const ProcessLimits& limits, ProcessWatch* watch) {
  if (program.command.empty()) {
    return absl::InvalidArgumentError("the command is empty");
  }
  Pipe words;
  Pipe lifeline;
  Pipe report;
  Pipe error;
  if (!words.Open() || !lifeline.Open() || !report.Open() || !error.Open()) {
    return absl::ResourceExhaustedError(absl::StrFormat(
        "no pipe for a bot: %s", std::generic_category().message(errno)));
  }
  std::vector<std::string> arguments = program.command;
  std::vector<std::string> environment = EnvironmentOf(program, address);
  std::vector<char*> argument_pointers = Pointers(arguments);
  std::vector<char*> environment_pointers = Pointers(environment);
  const pid_t keeper = fork();
  if (keeper == 0) {
    KeepBot({.arguments = argument_pointers.data(),
             .environment = environment_pointers.data(),
             .directory = program.directory.empty() ? nullptr
                                                    : program.directory.c_str(),
             .limits = limits,
             .lifeline_fd = lifeline.read_end(),
             .report_fd = report.write_end(),
             .stderr_fd = words.write_end(),
             .error_fd = error.write_end()});
  }
  if (keeper < 0) return CannotRun(program, errno);
  words.CloseWriteEnd();
  report.CloseWriteEnd();
  error.CloseWriteEnd();
  std::unique_ptr<BotProcess> process(
      new BotProcess(keeper,
                     {.lifeline = lifeline.TakeWriteEnd(),
                      .report = report.TakeReadEnd(),
                      .words = words.TakeReadEnd()},
                     watch));
  if (watch != nullptr) watch->Add(keeper, process->lifeline_fd_, limits);
  int exec_error = 0;
  // Closed by a successful exec, so this ends at once either way.
  if (read(error.read_end(), &exec_error, sizeof(exec_error)) ==
      static_cast<ssize_t>(sizeof(exec_error))) {
    return CannotRun(program, exec_error);
  }
  return process;
}

BotProcess::BotProcess(pid_t keeper, const Ends& ends, ProcessWatch* watch)
    : keeper_(keeper),
      lifeline_fd_(ends.lifeline),
      report_fd_(ends.report),
      stderr_fd_(ends.words),
      stop_fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      watch_(watch),
      reader_([this] { ReadStderr(); }) {
  fcntl(stderr_fd_, F_SETFL, O_NONBLOCK);
  fcntl(report_fd_, F_SETFL, O_NONBLOCK);
}

BotProcess::~BotProcess() {
  Kill();
  close(report_fd_);
  close(stderr_fd_);
  close(stop_fd_);
}

// Reads until nobody can write any more, or until told to stop: a process
// that outlives even the keeper may hold the other end for ever.
void BotProcess::ReadStderr() {
  std::array<char, 4096> buffer{};
  std::array<pollfd, 2> waits = {
      {{.fd = stderr_fd_, .events = POLLIN, .revents = 0},
       {.fd = stop_fd_, .events = POLLIN, .revents = 0}}};
  for (;;) {
    const ssize_t size = read(stderr_fd_, buffer.data(), buffer.size());
    if (size == 0) return;
    if (size < 0) {
      if (errno != EINTR && errno != EAGAIN) return;
      if (waits[1].revents != 0) return;
      poll(waits.data(), waits.size(), -1);
      continue;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    tail_.append(buffer.data(), static_cast<std::size_t>(size));
    if (tail_.size() > kTail) tail_.erase(0, tail_.size() - kTail);
  }
}

// Takes what the keeper has told, waiting `wait_ms` at most for the end of
// its reports. True at that end.
bool BotProcess::TakeReports(int wait_ms) {
  for (;;) {
    KeeperReport report;
    const ssize_t size = read(report_fd_, &report, sizeof(report));
    if (size == static_cast<ssize_t>(sizeof(report))) {
      if (report.kind == KeeperReport::Kind::kEnded) {
        ended_ = true;
        has_status_ = true;
        wait_status_ = report.wait_status;
      } else {
        cpu_us_ = report.cpu_us;
      }
    } else if (size >= 0) {
      ended_ = true;
      return true;
    } else if (errno == EAGAIN) {
      pollfd wait = {.fd = report_fd_, .events = POLLIN, .revents = 0};
      const int ready = poll(&wait, 1, wait_ms);
      if (ready == 0) return false;
    } else if (errno != EINTR) {
      return true;
    }
  }
}

bool BotProcess::HasEnded() {
  if (!ended_) TakeReports(0);
  return ended_;
}

void BotProcess::WaitUntilEnded() {
  while (!ended_) {
    pollfd wait = {.fd = report_fd_, .events = POLLIN, .revents = 0};
    poll(&wait, 1, -1);
    TakeReports(0);
  }
}

std::string BotProcess::HowItEnded() {
  if (!HasEnded()) return "is still running";
  if (breach_.empty() && watch_ != nullptr) breach_ = watch_->Breach(keeper_);
  if (!breach_.empty()) return "was ended: " + breach_;
  if (!has_status_) return "was ended together with its keeper";
  if (WIFSIGNALED(wait_status_)) {
    return "was killed by " + SignalName(WTERMSIG(wait_status_));
  }
  const int status = WEXITSTATUS(wait_status_);
  // A shell or bwrap tells so of a signal to what it ran.
  const std::string told = status > 128 && status <= 128 + SIGSYS
                               ? ", as after " + SignalName(status - 128)
                               : std::string();
  return absl::StrFormat("exited with status %d%s", status, told);
}

// Of the living processes. Those behind bubblewrap end with their own process
// number one, which tells nobody what they used.
std::int64_t BotProcess::CpuSoFar() const {
  const auto family = std::make_unique<ProcessTable>();
  family->Read();
  family->KeepDescendantsOf(keeper_);
  std::int64_t ticks = 0;
  for (std::size_t i = 0; i < family->size(); ++i) {
    ticks += (*family)[i].cpu_ticks;
  }
  return ticks * 1'000'000 / sysconf(_SC_CLK_TCK);
}

void BotProcess::Kill() {
  if (gone_) return;
  const std::int64_t cpu_so_far = CpuSoFar();
  if (watch_ != nullptr) {
    breach_ = watch_->Breach(keeper_);
    watch_->Remove(keeper_);
  }
  close(lifeline_fd_);
  if (!TakeReports(kPatienceMs)) {
    kill(keeper_, SIGKILL);  // and the bot dies with it
    TakeReports(kPatienceMs);
  }
  while (waitpid(keeper_, nullptr, 0) < 0 && errno == EINTR) {
  }
  cpu_us_ = std::max(cpu_us_, cpu_so_far);
  eventfd_write(stop_fd_, 1);
  reader_.join();  // it takes in first what has been written
  ended_ = true;
  gone_ = true;
}

std::string BotProcess::LastStderr() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return tail_;
}

}  // namespace couillon::arena
