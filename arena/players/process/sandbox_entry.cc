// A fork into new namespaces, then the mounts of constants and scratch files,
// with system calls only.

#include "arena/players/process/sandbox_entry.h"

#include <fcntl.h>
#include <linux/prctl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

// NOLINTBEGIN(misc-include-cleaner): inner headers of the C library have much
// of what is used here
namespace couillon::arena {
namespace {

constexpr int kHidden = MS_NOSUID | MS_NODEV | MS_NOEXEC;

bool WriteFile(int folder_fd, const char* path, int flags, const char* text) {
  const int fd = openat(folder_fd, path, O_WRONLY | O_CLOEXEC | flags, 0444);
  if (fd < 0) return false;
  const auto size = static_cast<ssize_t>(strlen(text));
  const bool written = write(fd, text, static_cast<std::size_t>(size)) == size;
  close(fd);
  return written;
}

bool MapAccount(const ScratchOrders& orders) {
  // The files below belong to root while the process is not dumpable.
  syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
  WriteFile(AT_FDCWD, "/proc/self/oom_score_adj", 0, "1000");
  WriteFile(AT_FDCWD, "/proc/self/setgroups", 0, "deny");
  return WriteFile(AT_FDCWD, "/proc/self/uid_map", 0, orders.user_map) &&
         WriteFile(AT_FDCWD, "/proc/self/gid_map", 0, orders.group_map);
}

bool MakeReadOnly(const char* path) {
  mount_attr read_only{};
  read_only.attr_set = MOUNT_ATTR_RDONLY;
  return syscall(SYS_mount_setattr, AT_FDCWD, path, AT_RECURSIVE, &read_only,
                 sizeof(read_only)) == 0;
}

// The device files in a sandbox are the machine's own. A bot run by root owns
// them, and could change their permissions for everybody; any bot could change
// their times, which others see. A read-only mount prevents that; the devices
// themselves stay writable.
bool ProtectDevices() {
  for (const char* device : {"/dev/null", "/dev/zero", "/dev/full",
                             "/dev/random", "/dev/urandom", "/dev/tty"}) {
    if (mount(device, device, nullptr, MS_BIND, nullptr) != 0 ||
        !MakeReadOnly(device)) {
      return false;
    }
  }
  return true;
}

bool MakeConstants(int folder_fd, std::span<const ConstantEntry> constants) {
  for (const ConstantEntry& entry : constants) {
    const bool made =
        entry.content == nullptr
            ? mkdirat(folder_fd, entry.path, 0755) == 0
            : WriteFile(folder_fd, entry.path, O_CREAT | O_EXCL, entry.content);
    if (!made) return false;
  }
  return true;
}

// Mounts a copy of the tree at `from` over `to`. An entry that this kernel does
// not have needs no cover.
bool Cover(int from_folder, const char* from, int to_folder, const char* to) {
  const int tree = static_cast<int>(syscall(
      SYS_open_tree, from_folder, from, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC));
  if (tree < 0) return false;
  const bool moved = syscall(SYS_move_mount, tree, "", to_folder, to,
                             MOVE_MOUNT_F_EMPTY_PATH) == 0;
  const int why = errno;
  close(tree);
  errno = why;
  return moved || why == ENOENT;
}

// The constants lie in a file system that the process files then hide.
bool MountProc(const ProcOrders& orders) {
  constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  if (mount("constants", orders.folder, "tmpfs", kHidden,
            "size=2m,mode=0755") != 0) {
    return false;
  }
  const int constants = open(orders.folder, kFolder);
  if (constants < 0 || !MakeConstants(constants, orders.constants) ||
      mount("proc", orders.folder, "proc", kHidden, nullptr) != 0) {
    return false;
  }
  const int proc = open(orders.folder, kFolder);
  if (proc < 0) return false;
  for (const CoveredEntry& entry : orders.covers) {
    if (!Cover(constants, entry.cover, proc, entry.name)) return false;
  }
  close(constants);
  close(proc);
  // Uid 0 may write to many files of /proc even without capabilities. bwrap
  // looks into the /proc of its own namespace.
  return MakeReadOnly(orders.folder) &&
         mount("proc", "/proc", "proc", kHidden, nullptr) == 0;
}

int MakeScratch(const ScratchOrders& orders) {
  if (mount("scratch", orders.folder, "tmpfs", MS_NOSUID | MS_NODEV,
            orders.options) != 0) {
    return -1;
  }
  const int folder = open(orders.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -1;
  for (const char* name : kScratchFolders) {
    if (mkdirat(folder, name, 0700) != 0) return -1;
  }
  return folder;
}

}  // namespace

int ForkIntoNamespaces() {
  return static_cast<int>(
      syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | SIGCHLD,
              nullptr, nullptr, nullptr, nullptr));
}

SandboxMounts MakeSandboxMounts(const ScratchOrders& orders) {
  constexpr SandboxMounts kNone = {.has_proc = true};
  SandboxMounts mounts;
  if (!MapAccount(orders) ||
      mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    return kNone;
  }
  mounts.scratch_fd = MakeScratch(orders);
  if (mounts.scratch_fd < 0 || !ProtectDevices()) return kNone;
  mounts.has_proc = MountProc(orders.proc);
  mounts.made = mounts.has_proc;
  return mounts;
}

}  // namespace couillon::arena
// NOLINTEND(misc-include-cleaner)
