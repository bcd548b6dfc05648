#include "arena/players/process/system_call_answers.h"

#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>

// NOLINTBEGIN(misc-include-cleaner): inner headers of the C library have much
// of what is used here
namespace couillon::arena {
namespace {

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

}  // namespace

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

}  // namespace couillon::arena
// NOLINTEND(misc-include-cleaner)
