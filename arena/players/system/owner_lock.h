// A lock by which the owner of a folder says that it lives. The kernel releases
// it when the owner ends, however it ends. The number of a process would not
// do: programs in different PID namespaces share folders, and there the same
// number means different processes.
#pragma once

#include <string>

namespace couillon::arena {

class OwnerLock {
 public:
  enum class State {
    kHeld,
    kLost,        // another process holds it, or the file is not there
    kImpossible,  // the file cannot be opened, or its file system has no locks
  };

  // Locks the file `path`, opened with `flags` of open(2), without waiting.
  // Children that are forked keep it until they close their descriptors.
  OwnerLock(const std::string& path, int flags);
  OwnerLock() = default;  // kImpossible
  ~OwnerLock();
  OwnerLock(OwnerLock&& other) noexcept;
  OwnerLock& operator=(OwnerLock&& other) noexcept;

  [[nodiscard]] State state() const { return state_; }
  // The descriptor; -1 unless the lock is held.
  [[nodiscard]] int fd() const { return fd_; }

 private:
  State state_ = State::kImpossible;
  int fd_ = -1;
};

}  // namespace couillon::arena
