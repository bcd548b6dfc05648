#include "arena/process/system_call_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

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
    // Attack surface of the kernel that no bot needs.
    __NR_bpf, __NR_perf_event_open, __NR_userfaultfd, __NR_io_uring_setup,
    __NR_process_vm_readv, __NR_process_vm_writev, __NR_syslog,
    __NR_open_by_handle_at, __NR_kexec_load};

// Commands of fcntl(2) that lock.
constexpr std::uint32_t kLocks[] = {F_SETLK, F_SETLKW, F_OFD_SETLK,
                                    F_OFD_SETLKW};
// Commands that query locks of other processes or ask for notices of accesses.
constexpr std::uint32_t kNotices[] = {F_GETLK, F_OFD_GETLK, F_SETLEASE,
                                      F_GETLEASE, F_NOTIFY};

constexpr std::uint32_t Fail(std::uint32_t error) {
  return SECCOMP_RET_ERRNO | error;
}

sock_filter Load(std::size_t offset) {
  return {BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)};
}

std::vector<sock_filter> MakeFilter() {
  std::vector<sock_filter> filter;
  const auto answer = [&filter](std::uint32_t action) {
    filter.push_back({BPF_RET | BPF_K, 0, 0, action});
  };
  // Returns `action` if comparing the loaded word with `value` succeeds.
  const auto if_word = [&](std::uint16_t compares, std::uint32_t value,
                           std::uint32_t action) {
    filter.push_back(
        {static_cast<std::uint16_t>(BPF_JMP | BPF_K | compares), 0, 1, value});
    answer(action);
  };
  filter.push_back(Load(offsetof(seccomp_data, arch)));
  filter.push_back({BPF_JMP | BPF_JEQ | BPF_K, 1, 0, kArchitecture});
  answer(Fail(ENOSYS));
  filter.push_back(Load(offsetof(seccomp_data, nr)));
  if_word(BPF_JGE, kForeignCalls, Fail(ENOSYS));
  for (const std::uint32_t call : kDenied) if_word(BPF_JEQ, call, Fail(ENOSYS));
  if_word(BPF_JEQ, __NR_flock, Fail(0));
  filter.push_back({BPF_JMP | BPF_JEQ | BPF_K, 1, 0, __NR_fcntl});
  answer(SECCOMP_RET_ALLOW);
  // The low half of the command: the kernel ignores the high half.
  filter.push_back(Load(offsetof(seccomp_data, args[1])));
  for (const std::uint32_t command : kLocks) if_word(BPF_JEQ, command, Fail(0));
  for (const std::uint32_t command : kNotices) {
    if_word(BPF_JEQ, command, Fail(EINVAL));
  }
  answer(SECCOMP_RET_ALLOW);
  return filter;
}

}  // namespace

std::span<const sock_filter> SandboxedSystemCalls() {
  static const std::vector<sock_filter> kFilter = MakeFilter();
  return kFilter;
}

// Calls by number, as in the supervisor: sanitizers take locks in prctl().
bool EnterSystemCallFilter(std::span<const sock_filter> filter) {
  sock_fprog program = {.len = static_cast<unsigned short>(filter.size()),
                        .filter = const_cast<sock_filter*>(filter.data())};
  return syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         syscall(SYS_prctl, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace couillon::arena
