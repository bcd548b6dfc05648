#include "arena/rpc/bot_keeper.h"

#include <fcntl.h>
#include <linux/prctl.h>
#include <signal.h>
#include <sys/poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "arena/rpc/process_table.h"

namespace couillon::arena {
namespace {

// Too large for a stack, and there is no heap here. Each keeper has its own.
ProcessTable g_table;

// NOLINTNEXTLINE(misc-include-cleaner): POSIX has it in <signal.h>
using SignalSet = sigset_t;

void Limit(int resource, std::uint64_t most) {
  if (most == 0) return;
  rlimit limit{};
  getrlimit(static_cast<__rlimit_resource>(resource), &limit);
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, most);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, limit.rlim_max);
  setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

void ApplyLimits(const ProcessLimits& limits) {
  constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;
  rlimit no_core{};
  setrlimit(RLIMIT_CORE, &no_core);
  Limit(RLIMIT_CPU, limits.cpu_seconds);
  Limit(RLIMIT_NOFILE, limits.open_files);
  Limit(RLIMIT_FSIZE, limits.file_mb * kMegabyte);
  // When the machine itself runs out of memory, the bot goes first.
  const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  const ssize_t written = write(fd, "1000", 4);
  (void)written;
  close(fd);
}

[[noreturn]] void BecomeBot(const KeeperOrders& orders, pid_t keeper) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper) _exit(127);  // the keeper is gone already
  SignalSet none;
  sigemptyset(&none);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int null_fd = open("/dev/null", O_RDWR);
  if (null_fd >= 0) {
    dup2(null_fd, STDIN_FILENO);
    dup2(null_fd, STDOUT_FILENO);
  }
  dup2(orders.stderr_fd, STDERR_FILENO);
  ApplyLimits(orders.limits);
  if (orders.directory == nullptr || chdir(orders.directory) == 0) {
    execvpe(orders.arguments[0], orders.arguments, orders.environment);
  }
  const int error = errno;
  const ssize_t written = write(orders.error_fd, &error, sizeof(error));
  (void)written;
  _exit(127);
}

// Closes everything but two descriptors: the referee's files, its sockets and
// the lifelines of other keepers are none of this one's business.
void CloseAllBut(int first, int second) {
  const unsigned low = static_cast<unsigned>(std::min(first, second));
  const unsigned high = static_cast<unsigned>(std::max(first, second));
  if (low > 0) close_range(0, low - 1, 0);
  if (high > low + 1) close_range(low + 1, high - 1, 0);
  close_range(high + 1, ~0U, 0);
}

void Tell(int fd, const KeeperReport& report) {
  while (write(fd, &report, sizeof(report)) < 0 && errno == EINTR) {
  }
}

// Takes in the ended children, and tells of the bot, which is 0 from then on.
// False if there are no children at all any more.
bool Reap(pid_t& bot, int report_fd) {
  for (;;) {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid > 0 && pid == bot) {
      Tell(report_fd,
           {.kind = KeeperReport::Kind::kEnded, .wait_status = status});
      bot = 0;
    }
    if (pid < 0 && errno == ECHILD) return false;
    if (pid <= 0) return true;
  }
}

constexpr int kRounds = 4;

// Kills until nothing is left: what a killed process had started becomes a
// child of this one, and its turn comes in the next round.
void EndAll(pid_t bot, int report_fd) {
  // While the bot has not been reaped, the number of its group is its own.
  if (bot > 0) kill(-bot, SIGKILL);
  constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 500'000};
  for (int round = bot > 0 ? 0 : kRounds; Reap(bot, report_fd); ++round) {
    if (round >= kRounds) {  // most often the group was all
      g_table.Read();
      g_table.KeepDescendantsOf(getpid());
      for (std::size_t i = 0; i < g_table.size(); ++i) {
        kill(g_table[i].pid, SIGKILL);
      }
    }
    nanosleep(&kPause, nullptr);
  }
}

std::int64_t CpuOfChildren() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto microseconds = [](const timeval& time) {
    return std::int64_t{1'000'000} * time.tv_sec + time.tv_usec;
  };
  return microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
}

}  // namespace

void KeepBot(const KeeperOrders& orders) {
  setpgid(0, 0);  // a Ctrl-C on the terminal is not for keepers
  // By its number: under the address sanitizer prctl() takes a lock to name a
  // thread, and who held it when this process was forked is not here.
  syscall(SYS_prctl, PR_SET_NAME, "couillon-keeper");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  SignalSet all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, nullptr);
  const pid_t self = getpid();
  pid_t bot = fork();
  if (bot == 0) BecomeBot(orders, self);
  if (bot < 0) {
    const int error = errno;
    const ssize_t written = write(orders.error_fd, &error, sizeof(error));
    (void)written;
    _exit(127);
  }
  setpgid(bot, bot);  // whichever of the two comes first
  CloseAllBut(orders.lifeline_fd, orders.report_fd);
  SignalSet child_ended;
  sigemptyset(&child_ended);
  sigaddset(&child_ended, SIGCHLD);
  const int signal_fd = signalfd(-1, &child_ended, SFD_NONBLOCK);
  std::array<pollfd, 2> waits = {
      {{.fd = orders.lifeline_fd, .events = POLLIN, .revents = 0},
       {.fd = signal_fd, .events = POLLIN, .revents = 0}}};
  while (waits[0].revents == 0) {
    poll(waits.data(), waits.size(), -1);
    if (waits[1].revents == 0) continue;
    signalfd_siginfo taken{};
    while (read(signal_fd, &taken, sizeof(taken)) > 0) {
    }
    Reap(bot, orders.report_fd);
  }
  EndAll(bot, orders.report_fd);
  Tell(orders.report_fd,
       {.kind = KeeperReport::Kind::kGone, .cpu_us = CpuOfChildren()});
  _exit(0);
}

}  // namespace couillon::arena
