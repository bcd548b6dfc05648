// System calls without the heap, as between fork and exec: limits and sandbox
// of the bot, the system calls that are answered for it, and the loop that
// watches it to its end.

#include "arena/players/process/supervisor.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "arena/players/process/system_call_filter.h"
#include "arena/players/system/process_table.h"

// NOLINTBEGIN(misc-include-cleaner): inner headers of the C library have much
// of what is used here

namespace couillon::arena {
namespace {

// Answers to the system calls of a sandboxed bot that the kernel does not
// answer itself (system_call_filter.h).

// The kernel's structures may be longer in the future.
template <typename Known>
union Extensible {
  Known known;
  unsigned char bytes[512];
};

struct sysinfo ConstantSysinfo() {
  struct sysinfo info{};
  sysinfo(&info);
  std::ranges::fill(info.loads, 0);
  info.freeram = info.totalram;
  info.sharedram = 0;
  info.bufferram = 0;
  info.freeswap = info.totalswap;
  info.freehigh = info.totalhigh;
  info.procs = 1;
  return info;
}

// Returns 0 or a negative errno. The bot may have given any address: the kernel
// checks it.
int AnswerSysinfo(const seccomp_notif& call) {
  struct sysinfo info = ConstantSysinfo();
  const iovec local{.iov_base = &info, .iov_len = sizeof(info)};
  // An address of the bot. NOLINTNEXTLINE(performance-no-int-to-ptr)
  const iovec remote{.iov_base = reinterpret_cast<void*>(call.data.args[0]),
                     .iov_len = sizeof(info)};
  const auto written =
      process_vm_writev(static_cast<pid_t>(call.pid), &local, 1, &remote, 1, 0);
  return written == static_cast<ssize_t>(sizeof(info)) ? 0 : -EFAULT;
}

// Answers the next call that waits at `listener`, the descriptor that came with
// the filter. sysinfo(2) shows the machine's memory, all of it free, no load,
// and a single process: the real counters would let one bot process signal to
// another. Returns false if no process uses the filter any more. Safe between
// fork and exec.
bool AnswerSystemCall(int listener) {
  Extensible<seccomp_notif> call{.bytes = {}};
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) {
    return errno == EINTR || errno == ENOENT;  // the caller was killed
  }
  Extensible<seccomp_notif_resp> answer{.bytes = {}};
  answer.known.id = call.known.id;
  answer.known.error = AnswerSysinfo(call.known);
  // Fails if the caller has been killed meanwhile.
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
  return true;
}

// Too large for a stack, and there is no heap here. One per supervisor.
ProcessTable g_table;

constexpr std::uint64_t kPendingSignals = 128;
constexpr std::uint64_t kLockedBytes = std::uint64_t{64} << 10;
constexpr int kNice = 10;  // at 19 any other program would starve bots

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
  const rlimit no_core{};
  setrlimit(RLIMIT_CORE, &no_core);
  Limit(RLIMIT_CPU, limits.cpu_seconds);
  Limit(RLIMIT_NOFILE, limits.open_files);
  Limit(RLIMIT_FSIZE, limits.file_mb * kMegabyte);
  // The referee and the user's own programs have priority over bots.
  setpriority(PRIO_PROCESS, 0, kNice);
}

bool WriteFile(const char* path, const char* text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const auto size = static_cast<ssize_t>(strlen(text));
  const bool written = write(fd, text, static_cast<std::size_t>(size)) == size;
  close(fd);
  return written;
}

// If the machine runs out of memory, the kernel ends bots first.
void PreferForOutOfMemory(pid_t bot) {
  std::array<char, 32> digits{};
  std::size_t at = digits.size() - 1;
  for (; bot > 0; bot /= 10) {
    digits[--at] = static_cast<char>('0' + bot % 10);
  }
  std::array<char, 64> path{};
  std::strncpy(path.data(), "/proc/", path.size() - 1);
  std::strncat(path.data(), digits.data() + at, 16);
  std::strncat(path.data(), "/oom_score_adj", 16);
  WriteFile(path.data(), "1000");
}

[[noreturn]] void GiveUp(const SupervisorOrders& orders,
                         StartError::Step step) {
  const StartError error{.step = step, .error = errno};
  const ssize_t written = write(orders.error_fd, &error, sizeof(error));
  (void)written;
  _exit(127);
}

void JoinCgroups(const SupervisorOrders& orders) {
  for (const int fd : orders.cgroup_fds) {
    const ssize_t written = write(fd, "0", 1);
    (void)written;  // the referee checks the result
  }
}

// Without a sandbox a bot run by root keeps root's capabilities over files, but
// none over the machine: terminals, mounts, devices, tracing.
void DropRightsOverMachine() {
  constexpr std::array kKept = {
      CAP_CHOWN,  CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_FOWNER,
      CAP_FSETID, CAP_KILL,         CAP_SETGID,          CAP_SETUID};
  for (int right = 0; right <= CAP_LAST_CAP; ++right) {
    if (std::find(kKept.begin(), kKept.end(), right) != kKept.end()) continue;
    syscall(SYS_prctl, PR_CAPBSET_DROP, right, 0, 0, 0);
  }
}

void SendDescriptor(int socket_fd, SupervisorReport report, int descriptor) {
  if (descriptor < 0) return;
  iovec part{.iov_base = &report, .iov_len = sizeof(report)};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  sendmsg(socket_fd, &message, MSG_NOSIGNAL);
}

// Waits until the other end is closed. Returns the descriptor that came before,
// or -1.
int ReceiveDescriptor(int socket_fd) {
  int descriptor = -1;
  for (;;) {
    SupervisorReport report;
    iovec part{.iov_base = &report, .iov_len = sizeof(report)};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t size = recvmsg(socket_fd, &message, MSG_CMSG_CLOEXEC);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return descriptor;
    const cmsghdr* const header = CMSG_FIRSTHDR(&message);
    if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
      std::memcpy(&descriptor, CMSG_DATA(header), sizeof(descriptor));
    }
  }
}

// Makes the first part of the sandbox, and sends the listener of the system
// call filter to the supervisor.
void EnterSandbox(const SupervisorOrders& orders, int supervisor_fd) {
  const SandboxMounts mounts = MakeSandboxMounts(*orders.scratch);
  if (!mounts.made) {
    GiveUp(orders, mounts.has_proc ? StartError::Step::kSandbox
                                   : StartError::Step::kProc);
  }
  const SupervisorReport report{.kind = SupervisorReport::Kind::kScratch};
  SendDescriptor(orders.report_fd, report, mounts.scratch_fd);
  // Each account has a count of pending signals and of locked memory per user
  // namespace, and one in all. These limits are far below those of the account,
  // so that a bot cannot exhaust what other bots need.
  Limit(RLIMIT_SIGPENDING, kPendingSignals);
  Limit(RLIMIT_MEMLOCK, kLockedBytes);
  // Counts within this user namespace only; never counts root's processes.
  if (orders.limits.processes > 0) {
    Limit(RLIMIT_NPROC, orders.limits.processes + kThreadAllowance);
  }
  int listener = -1;
  if (!EnterSystemCallFilter(orders.scratch->filter, listener)) {
    GiveUp(orders, StartError::Step::kSandbox);
  }
  SendDescriptor(supervisor_fd, report, listener);
}

// Returns true if the process at the other end of a socket has closed it or
// ended.
bool IsClosed(int socket_fd) {
  pollfd wait = {.fd = socket_fd, .events = 0, .revents = 0};
  return poll(&wait, 1, 0) > 0 && (wait.revents & (POLLHUP | POLLERR)) != 0;
}

// `supervisor_fd`: a socket to the supervisor, closed by the exec.
[[noreturn]] void BecomeBot(const SupervisorOrders& orders, int supervisor_fd) {
  setsid();  // also detaches the terminal: /dev/tty fails
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (IsClosed(supervisor_fd)) _exit(127);  // the supervisor has ended
  SignalSet none;
  sigemptyset(&none);
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  // This process has one thread. NOLINTNEXTLINE(concurrency-mt-unsafe)
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int null_fd = open("/dev/null", O_RDWR);
  if (null_fd >= 0) {
    dup2(null_fd, STDIN_FILENO);
    dup2(null_fd, STDOUT_FILENO);
  }
  dup2(orders.stderr_fd, STDERR_FILENO);
  // Descriptors that this process inherited are not for bots either.
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  JoinCgroups(orders);
  if (orders.scratch == nullptr) {
    DropRightsOverMachine();
  } else {
    EnterSandbox(orders, supervisor_fd);
  }
  // Last: descriptors in flight count for the account, and whether one can be
  // sent depends on this limit.
  ApplyLimits(orders.limits);
  if (orders.directory == nullptr || chdir(orders.directory) == 0) {
    // With a path, execvpe() would give a file of unknown form to /bin/sh.
    if (std::strchr(orders.arguments[0], '/') != nullptr) {
      execve(orders.arguments[0], orders.arguments, orders.environment);
    } else {
      execvpe(orders.arguments[0], orders.arguments, orders.environment);
    }
  }
  GiveUp(orders, StartError::Step::kProgram);
}

struct StartedBot {
  pid_t pid = 0;
  int listener = -1;  // of its system call filter; -1: none
};

// Starts the bot's process, and waits until its program runs or has failed to.
StartedBot StartBot(const SupervisorOrders& orders) {
  std::array<int, 2> ends{};  // the bot's end is closed by the exec
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    GiveUp(orders, StartError::Step::kProgram);
  }
  const bool sandboxed = orders.scratch != nullptr;
  const pid_t bot = sandboxed ? ForkIntoNamespaces() : fork();
  if (bot == 0) {
    close(ends[0]);
    BecomeBot(orders, ends[1]);
  }
  if (bot < 0) {
    GiveUp(orders,
           sandboxed ? StartError::Step::kSandbox : StartError::Step::kProgram);
  }
  close(ends[1]);
  const int listener = ReceiveDescriptor(ends[0]);
  close(ends[0]);
  // The bot cannot do this itself: until the exec, its /proc files belong to
  // root, so that no other bot can inspect this copy of the referee.
  if (!sandboxed) PreferForOutOfMemory(bot);
  return {.pid = bot, .listener = listener};
}

// The lowest of `fds` that is at least `from`, or `otherwise` if that is lower.
unsigned LowestFrom(unsigned from, std::span<const int> fds,
                    unsigned otherwise) {
  unsigned lowest = otherwise;
  for (const int fd : fds) {
    const auto number = static_cast<unsigned>(fd);
    if (number >= from) lowest = std::min(lowest, number);
  }
  return lowest;
}

// Closes all descriptors from `first` on but those in `kept` and `also`.
void CloseAllBut(std::span<const int> kept, std::span<const int> also,
                 unsigned first) {
  for (;;) {
    const unsigned next = LowestFrom(first, kept, LowestFrom(first, also, ~0U));
    if (next > first) close_range(first, next - 1, 0);
    if (next == ~0U) return;
    first = next + 1;
  }
}

void Report(int fd, const SupervisorReport& report) {
  while (send(fd, &report, sizeof(report), MSG_NOSIGNAL) < 0 &&
         errno == EINTR) {
  }
}

// Reaps the ended children; reports the end of the bot and sets `bot` to 0.
// False if there are no children left.
bool Reap(pid_t& bot, int report_fd) {
  for (;;) {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid > 0 && pid == bot) {
      Report(report_fd,
             {.kind = SupervisorReport::Kind::kEnded, .wait_status = status});
      bot = 0;
    }
    if (pid < 0 && errno == ECHILD) return false;
    if (pid <= 0) return true;
  }
}

constexpr int kRounds = 4;

// Kills in rounds until no process is left: the children of a killed process
// become children of this one, and are killed in the next round.
void EndAll(pid_t bot, int report_fd) {
  // Until the bot has been reaped, no other group can have its number.
  if (bot > 0) kill(-bot, SIGKILL);
  constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 500'000};
  for (int round = bot > 0 ? 0 : kRounds; Reap(bot, report_fd); ++round) {
    if (round >= kRounds) {  // mostly, killing the group has sufficed
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

void SuperviseBot(const SupervisorOrders& orders) {
  setsid();  // Ctrl-C on the terminal must not end supervisors
  // By its number: under the address sanitizer prctl() takes a lock to name a
  // thread, and the thread that held it at the fork does not exist here.
  syscall(SYS_prctl, PR_SET_NAME, "bot-supervisor");
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  SignalSet all;
  sigfillset(&all);
  // This process has one thread. NOLINTNEXTLINE(concurrency-mt-unsafe)
  sigprocmask(SIG_SETMASK, &all, nullptr);
  // The referee's files, its sockets and the control pipes of other supervisors
  // are not this one's responsibility. Whoever takes the place of a referee
  // that was killed finds its locks and its address free even while this bot is
  // started.
  const std::array<int, 4> own = {orders.control_fd, orders.report_fd,
                                  orders.stderr_fd, orders.error_fd};
  CloseAllBut(own, orders.cgroup_fds, STDERR_FILENO + 1);
  const StartedBot started = StartBot(orders);
  pid_t bot = started.pid;
  const std::array<int, 3> used = {orders.control_fd, orders.report_fd,
                                   started.listener};
  CloseAllBut(std::span(used).first(started.listener < 0 ? 2 : 3), {}, 0);
  SignalSet child_ended;
  sigemptyset(&child_ended);
  sigaddset(&child_ended, SIGCHLD);
  const int signal_fd = signalfd(-1, &child_ended, SFD_NONBLOCK);
  std::array<pollfd, 3> waits = {
      {{.fd = orders.control_fd, .events = POLLIN, .revents = 0},
       {.fd = signal_fd, .events = POLLIN, .revents = 0},
       {.fd = started.listener, .events = POLLIN, .revents = 0}}};
  while (waits[0].revents == 0) {
    poll(waits.data(), waits.size(), -1);
    if (waits[2].revents != 0 && ((waits[2].revents & POLLIN) == 0 ||
                                  !AnswerSystemCall(started.listener))) {
      waits[2].fd = -1;
    }
    if (waits[1].revents == 0) continue;
    signalfd_siginfo taken{};
    while (read(signal_fd, &taken, sizeof(taken)) > 0) {
    }
    Reap(bot, orders.report_fd);
  }
  EndAll(bot, orders.report_fd);
  Report(orders.report_fd, {.kind = SupervisorReport::Kind::kAllEnded,
                            .cpu_us = CpuOfChildren()});
  _exit(0);
}

}  // namespace couillon::arena
// NOLINTEND(misc-include-cleaner)
