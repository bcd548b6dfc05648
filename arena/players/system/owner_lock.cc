// flock on a file that is still the one at its path.

#include "arena/players/system/owner_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace couillon::arena {
namespace {

// Returns true if the file at `path` is still the one that is open: another
// process may have locked and removed it in between.
bool IsStillThere(const std::string& path, int fd) {
  struct stat open_file{};
  struct stat named{};
  return fstat(fd, &open_file) == 0 && lstat(path.c_str(), &named) == 0 &&
         open_file.st_ino == named.st_ino && open_file.st_dev == named.st_dev;
}

OwnerLock::State Lock(const std::string& path, int fd) {
  using State = OwnerLock::State;
  if (fd < 0) return errno == ENOENT ? State::kLost : State::kImpossible;
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    return errno == EWOULDBLOCK ? State::kLost : State::kImpossible;
  }
  return IsStillThere(path, fd) ? State::kHeld : State::kLost;
}

}  // namespace

OwnerLock::OwnerLock(const std::string& path, int flags)
    : fd_(open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
               0600)) {
  state_ = Lock(path, fd_);
  if (state_ == State::kHeld || fd_ < 0) return;
  close(fd_);
  fd_ = -1;
}

OwnerLock::~OwnerLock() {
  if (fd_ >= 0) close(fd_);
}

OwnerLock::OwnerLock(OwnerLock&& other) noexcept
    : state_(std::exchange(other.state_, State::kImpossible)),
      fd_(std::exchange(other.fd_, -1)) {}

OwnerLock& OwnerLock::operator=(OwnerLock&& other) noexcept {
  std::swap(state_, other.state_);
  std::swap(fd_, other.fd_);
  return *this;
}

}  // namespace couillon::arena
