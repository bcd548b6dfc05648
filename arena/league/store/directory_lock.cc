// flock on the file "lock", which ends with its process.

#include "arena/league/store/directory_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace couillon::arena {

absl::StatusOr<std::unique_ptr<DirectoryLock>> DirectoryLock::Take(
    const std::string& directory, const std::string& busy) {
  const std::string path = (std::filesystem::path(directory) / "lock").string();
  const int fd =
      open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (fd < 0) {
    return absl::PermissionDeniedError(absl::StrFormat(
        "%s: %s; results can only be added in a directory that can be written "
        "to: make it so, or copy it",
        path, std::generic_category().message(errno)));
  }
  if (flock(fd, LOCK_EX | LOCK_NB) == 0) {
    return std::unique_ptr<DirectoryLock>(new DirectoryLock(fd));
  }
  close(fd);
  return absl::FailedPreconditionError(
      absl::StrFormat("%s: %s", directory, busy));
}

DirectoryLock::~DirectoryLock() { close(fd_); }

void SyncFolder(const std::string& directory) {
  const int fd = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

}  // namespace couillon::arena
