// The abilities of this machine for a sandbox; sandbox_parts.h.
#include <fcntl.h>
#include <linux/prctl.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "arena/players/process/bot_program.h"
#include "arena/players/process/sandbox_parts.h"
#include "arena/players/process/system_call_filter.h"
#include "arena/players/system/bot_cgroup.h"
#include "arena/players/system/process_limits.h"

// NOLINTBEGIN(misc-include-cleaner): inner headers of the C library have much
// of what is used here
namespace couillon::arena {
namespace {

std::string TextOf(const std::string& path) {
  std::ifstream const file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::optional<int> NumberIn(const std::string& path) {
  std::ifstream file(path);
  int number = 0;
  if (!(file >> number)) return std::nullopt;
  return number;
}

// Returns true if a mount lies below /proc: a mask, of what the container hides
// there.
bool HasMaskedProc() {
  std::ifstream file("/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> fields = absl::StrSplit(line, ' ');
    if (fields.size() > 4 && absl::StartsWith(fields[4], "/proc/")) return true;
  }
  return false;
}

// The end of a try, which a process without heap reports.
struct TryEnd {
  SandboxStep step = SandboxStep::kEnd;
  int error = 0;
};

// The texts that the process needs, made before the fork.
struct TryTexts {
  std::string user_map = absl::StrFormat("%d %d 1", geteuid(), geteuid());
  std::string group_map = absl::StrFormat("%d %d 1", getegid(), getegid());
  std::span<const sock_filter> filter = SandboxedSystemCalls();
};

bool WriteText(const char* path, const char* text) {
  const int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const std::size_t size = std::strlen(text);
  const bool written = write(fd, text, size) == static_cast<ssize_t>(size);
  close(fd);
  return written;
}

// As bubblewrap does with a new network: turns its own connection on.
bool BringUpLoopback() {
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return errno == EAFNOSUPPORT;
  ifreq request{};
  std::strncpy(request.ifr_name, "lo", IFNAMSIZ - 1);
  request.ifr_flags = IFF_UP;
  const bool is_up = ioctl(fd, SIOCSIFFLAGS, &request) == 0;
  close(fd);
  return is_up;
}

// Mounts a /proc in the new process namespace, whose first process is a child.
bool MountProc() {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    const bool mounted = mount("proc", "/proc", "proc",
                               MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0;
    _exit(mounted ? 0 : errno);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  errno = WIFEXITED(status) ? WEXITSTATUS(status) : EPERM;
  return errno == 0;
}

bool TryStep(SandboxStep step, const TryTexts& texts) {
  switch (step) {
    case SandboxStep::kUserNamespace:
      return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
    case SandboxStep::kUserMap:
      // The files belong to root while the process is not dumpable.
      syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
      WriteText("/proc/self/setgroups", "deny");
      return WriteText("/proc/self/uid_map", texts.user_map.c_str()) &&
             WriteText("/proc/self/gid_map", texts.group_map.c_str());
    case SandboxStep::kMounts:
      return mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
             mount("none", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, nullptr) == 0;
    case SandboxStep::kNamespaces:
      return unshare(CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS |
                     CLONE_NEWCGROUP) == 0;
    case SandboxStep::kNetwork:
      return BringUpLoopback();
    case SandboxStep::kProc:
      return MountProc();
    case SandboxStep::kFilter: {
      int listener = -1;  // closed with this process
      return EnterSystemCallFilter(texts.filter, listener);
    }
    case SandboxStep::kEnd:
      break;
  }
  return true;
}

TryEnd TrySteps(const TryTexts& texts) {
  for (SandboxStep step = SandboxStep::kUserNamespace;
       step != SandboxStep::kEnd;
       step = static_cast<SandboxStep>(static_cast<int>(step) + 1)) {
    if (!TryStep(step, texts)) return {.step = step, .error = errno};
  }
  return {};
}

// Tries the steps in a process of its own; nothing of them stays.
TryEnd TryInChild() {
  const TryTexts texts;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return {.step = SandboxStep::kUserNamespace, .error = errno};
  }
  const pid_t child = fork();
  if (child == 0) {
    const TryEnd end = TrySteps(texts);
    const ssize_t written = write(ends[1], &end, sizeof(end));
    _exit(written == sizeof(end) ? 0 : 1);
  }
  TryEnd end{.step = SandboxStep::kUserNamespace, .error = errno};
  close(ends[1]);
  if (child > 0) {
    const ssize_t size = read(ends[0], &end, sizeof(end));
    // It was killed: a filter may do that instead of refusing.
    if (size != sizeof(end)) end.error = EPERM;
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  close(ends[0]);
  return end;
}

}  // namespace

SandboxFacts FindSandboxFacts() {
  SandboxFacts facts{.is_root = geteuid() == 0};
  const absl::StatusOr<std::string> bwrap = FindProgram("bwrap", "");
  if (bwrap.ok()) facts.bwrap = *bwrap;
  const TryEnd end = TryInChild();
  facts.step = end.step;
  facts.error = end.error;
  const std::string sys = "/proc/sys/";
  facts.apparmor_restricts =
      NumberIn(sys + "kernel/apparmor_restrict_unprivileged_userns");
  facts.user_namespaces = NumberIn(sys + "kernel/unprivileged_userns_clone");
  facts.max_user_namespaces = NumberIn(sys + "user/max_user_namespaces");
  facts.yama = NumberIn(sys + "kernel/yama/ptrace_scope");
  facts.apparmor = TextOf("/proc/self/attr/current");
  absl::StripAsciiWhitespace(&facts.apparmor);
  facts.has_filter =
      absl::StrContains(TextOf("/proc/self/status"), "\nSeccomp:\t2");
  facts.has_masked_proc = HasMaskedProc();
  facts.has_cgroups =
      BotCgroup::Make(OwnCgroupPlaces(), ProcessLimits{}) != nullptr;
  return facts;
}

}  // namespace couillon::arena
// NOLINTEND(misc-include-cleaner)
