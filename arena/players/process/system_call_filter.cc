// A list of calls and of rules for their arguments, compiled to BPF.

#include "arena/players/process/system_call_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/netlink.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

// NOLINTBEGIN(misc-include-cleaner): inner headers of the C library have much
// of what is used here
namespace couillon::arena {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
// Larger numbers are calls of the x32 interface.
constexpr std::uint32_t kForeignCalls = 0x40000000;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t kForeignCalls = 0x80000000;
#else
#error "the sandbox does not know the system calls of this architecture"
#endif

// Numbers that are the same for all architectures, and that older headers do
// not have.
constexpr std::uint32_t kProcessMadvise = 440;
constexpr std::uint32_t kQuotactlFd = 443;
constexpr std::uint32_t kMemfdSecret = 447;
constexpr std::uint32_t kCachestat = 451;
constexpr std::uint32_t kStatmount = 457;
constexpr std::uint32_t kListmount = 458;

// Fail as in a kernel without them. Mounts are not listed: bwrap makes its own
// under this filter; for the bot they fail because it has no capabilities.
constexpr std::uint32_t kDenied[] = {
    // Keyrings: all processes of a session share one.
    __NR_add_key, __NR_request_key, __NR_keyctl,
    // Notices of other processes' accesses to files that both read.
    __NR_inotify_init1, __NR_inotify_add_watch, __NR_fanotify_init,
#if defined(__x86_64__)
    __NR_inotify_init,
#endif
    // Calls that show which pages of a common file are in memory, or mapped by
    // others.
    __NR_mincore, kCachestat, kProcessMadvise, __NR_move_pages,
    __NR_migrate_pages, __NR_mbind,
    // Counters of the machine: requests, free space, numbers of processes.
    __NR_io_setup, __NR_io_destroy, __NR_io_submit, __NR_io_getevents,
    __NR_io_pgetevents, __NR_io_cancel, __NR_statfs, __NR_fstatfs,
    __NR_quotactl, kQuotactlFd, kStatmount, kListmount, __NR_pidfd_open,
    // clone() does what bots need of it, and shows its options to the filter.
    __NR_clone3,
#if defined(__x86_64__)
    __NR_ustat,
#endif
    // Counters of the account, or what all its processes have in common.
    __NR_mq_open, __NR_ioprio_get, __NR_ioprio_set,
    // Attack surface of the kernel that no bot needs.
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_io_uring_setup,
    __NR_process_vm_readv, __NR_process_vm_writev, __NR_syslog, __NR_kcmp,
    kMemfdSecret, __NR_open_by_handle_at, __NR_kexec_load};

// A call that is refused because of one of its arguments. Only the low half of
// the argument counts: the kernel ignores the high half of these.
struct ArgumentRule {
  enum class Test { kEqual, kAnyBit };
  std::uint32_t call;
  std::uint32_t argument;  // its number, from 0
  Test test;
  std::uint32_t value;
  std::uint32_t error;  // 0: the call succeeds without effect
};

using Test = ArgumentRule::Test;

constexpr std::uint32_t kGetRandomCount = 0x80045200;  // RNDGETENTCNT
constexpr std::uint32_t kMemoryMerge = 67;             // PR_SET_MEMORY_MERGE
constexpr std::uint32_t kNoWait = 8;                   // RWF_NOWAIT
constexpr std::uint32_t kHugeFile = 4;                 // MFD_HUGETLB
constexpr std::uint32_t kHugeSegment = 04000;          // SHM_HUGETLB
constexpr std::uint32_t kSocketCookie = 57;            // SO_COOKIE
constexpr std::uint32_t kPassPidfd = 76;               // SO_PASSPIDFD
constexpr std::uint32_t kPeerPidfd = 77;               // SO_PEERPIDFD

// Rules of the same call stand together.
constexpr ArgumentRule kRules[] = {
    // Locks.
    {__NR_fcntl, 1, Test::kEqual, F_SETLK, 0},
    {__NR_fcntl, 1, Test::kEqual, F_SETLKW, 0},
    {__NR_fcntl, 1, Test::kEqual, F_OFD_SETLK, 0},
    {__NR_fcntl, 1, Test::kEqual, F_OFD_SETLKW, 0},
    // Locks of other processes, and notices of accesses.
    {__NR_fcntl, 1, Test::kEqual, F_GETLK, EINVAL},
    {__NR_fcntl, 1, Test::kEqual, F_OFD_GETLK, EINVAL},
    {__NR_fcntl, 1, Test::kEqual, F_SETLEASE, EINVAL},
    {__NR_fcntl, 1, Test::kEqual, F_GETLEASE, EINVAL},
    {__NR_fcntl, 1, Test::kEqual, F_NOTIFY, EINVAL},
    // Pages of pipes are counted per account.
    {__NR_fcntl, 1, Test::kEqual, F_SETPIPE_SZ, EPERM},
    {__NR_fcntl, 1, Test::kEqual, F_GETPIPE_SZ, EINVAL},
    // Pages of common files: removal from memory, and whether they are there.
    {__NR_fadvise64, 3, Test::kEqual, POSIX_FADV_DONTNEED, 0},
    {__NR_madvise, 2, Test::kEqual, MADV_COLD, EINVAL},
    {__NR_madvise, 2, Test::kEqual, MADV_PAGEOUT, EINVAL},
    {__NR_madvise, 2, Test::kEqual, MADV_MERGEABLE, EINVAL},
    {__NR_prctl, 0, Test::kEqual, kMemoryMerge, EINVAL},
    {__NR_preadv2, 5, Test::kAnyBit, kNoWait, EOPNOTSUPP},
    // Huge pages are a pool of the machine.
    {__NR_mmap, 3, Test::kAnyBit, MAP_HUGETLB, ENOMEM},
    {__NR_memfd_create, 1, Test::kAnyBit, kHugeFile, EINVAL},
    {__NR_shmget, 2, Test::kAnyBit, kHugeSegment, ENOMEM},
    // Numbers that the kernel counts for the whole machine.
    {__NR_getsockopt, 2, Test::kEqual, kSocketCookie, ENOPROTOOPT},
    {__NR_getsockopt, 2, Test::kEqual, kPeerPidfd, ENOPROTOOPT},
    {__NR_setsockopt, 2, Test::kEqual, kPassPidfd, ENOPROTOOPT},
    {__NR_clone, 0, Test::kAnyBit, CLONE_PIDFD, EINVAL},
    {__NR_ioctl, 1, Test::kEqual, kGetRandomCount, ENOTTY},
};

constexpr std::uint32_t Fail(std::uint32_t error) {
  return SECCOMP_RET_ERRNO | error;
}

sock_filter Load(std::size_t offset) {
  return {BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
}

std::size_t LowHalf(std::uint32_t argument) {
  return offsetof(seccomp_data, args) + argument * sizeof(std::uint64_t);
}

class FilterBuilder {
 public:
  void Add(sock_filter instruction) { filter_.push_back(instruction); }
  void Answer(std::uint32_t action) { Add({BPF_RET | BPF_K, 0, 0, action}); }
  // Returns `action` if comparing the loaded word with `value` succeeds.
  void If(std::uint16_t compares, std::uint32_t value, std::uint32_t action) {
    Add({static_cast<std::uint16_t>(BPF_JMP | BPF_K | compares), 0, 1, value});
    Answer(action);
  }
  // Adds what `body` adds, for this system call alone. Requires: the number of
  // the call is loaded, and `body` ends with an answer.
  template <typename Body>
  void ForCall(std::uint32_t call, const Body& body) {
    const std::size_t jump = filter_.size();
    Add({BPF_JMP | BPF_JEQ | BPF_K, 0, 0, call});
    body();
    filter_[jump].jf = static_cast<std::uint8_t>(filter_.size() - jump - 1);
  }
  [[nodiscard]] std::vector<sock_filter> Take() { return std::move(filter_); }

 private:
  std::vector<sock_filter> filter_;
};

void AddRules(FilterBuilder& filter) {
  const ArgumentRule* rule = std::begin(kRules);
  while (rule != std::end(kRules)) {
    const std::uint32_t call = rule->call;
    filter.ForCall(call, [&] {
      for (; rule != std::end(kRules) && rule->call == call; ++rule) {
        filter.Add(Load(LowHalf(rule->argument)));
        filter.If(rule->test == Test::kEqual ? BPF_JEQ : BPF_JSET, rule->value,
                  Fail(rule->error));
      }
      filter.Answer(SECCOMP_RET_ALLOW);
    });
  }
}

// Unix sockets, and the list of network devices: other families are not in a
// namespace (AF_VSOCK), or have counters of the machine (those of TCP in
// /proc/self/net).
void AddSockets(FilterBuilder& filter) {
  filter.ForCall(__NR_socketpair, [&] {
    filter.Add(Load(LowHalf(0)));
    filter.If(BPF_JEQ, AF_UNIX, SECCOMP_RET_ALLOW);
    filter.Answer(Fail(EAFNOSUPPORT));
  });
  filter.ForCall(__NR_socket, [&] {
    filter.Add(Load(LowHalf(0)));
    filter.If(BPF_JEQ, AF_UNIX, SECCOMP_RET_ALLOW);
    filter.Add({BPF_JMP | BPF_JEQ | BPF_K, 1, 0, AF_NETLINK});
    filter.Answer(Fail(EAFNOSUPPORT));
    filter.Add(Load(LowHalf(2)));
    filter.If(BPF_JEQ, NETLINK_ROUTE, SECCOMP_RET_ALLOW);
    filter.Answer(Fail(EPROTONOSUPPORT));
  });
}

std::vector<sock_filter> MakeFilter() {
  FilterBuilder filter;
  filter.Add(Load(offsetof(seccomp_data, arch)));
  filter.Add({BPF_JMP | BPF_JEQ | BPF_K, 1, 0, kArchitecture});
  filter.Answer(Fail(ENOSYS));
  filter.Add(Load(offsetof(seccomp_data, nr)));
  filter.If(BPF_JGE, kForeignCalls, Fail(ENOSYS));
  for (const std::uint32_t call : kDenied) {
    filter.If(BPF_JEQ, call, Fail(ENOSYS));
  }
  filter.If(BPF_JEQ, __NR_flock, Fail(0));
  filter.If(BPF_JEQ, __NR_sysinfo, SECCOMP_RET_USER_NOTIF);
  AddSockets(filter);
  AddRules(filter);
  filter.Answer(SECCOMP_RET_ALLOW);
  return filter.Take();
}

}  // namespace

std::span<const sock_filter> SandboxedSystemCalls() {
  static const std::vector<sock_filter> kFilter = MakeFilter();
  return kFilter;
}

// Calls by number, as in the supervisor: sanitizers take locks in prctl().
bool EnterSystemCallFilter(std::span<const sock_filter> filter, int& listener) {
  sock_fprog program = {.len = static_cast<unsigned short>(filter.size()),
                        .filter = const_cast<sock_filter*>(filter.data())};
  if (syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  listener =
      static_cast<int>(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                               SECCOMP_FILTER_FLAG_NEW_LISTENER, &program));
  if (listener >= 0) return true;
  return errno == EBUSY &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

}  // namespace couillon::arena
// NOLINTEND(misc-include-cleaner)
