// The right to write in a directory of results, which one process has at a
// time, and what makes a new file in it durable.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace couillon::arena {

class DirectoryLock {
 public:
  // Locks the file "lock" in `directory`. FailedPrecondition, "DIRECTORY:
  // BUSY", if another process has it; PermissionDenied if the directory cannot
  // be written to.
  static absl::StatusOr<std::unique_ptr<DirectoryLock>> Take(
      const std::string& directory, const std::string& busy);
  ~DirectoryLock();
  DirectoryLock(const DirectoryLock&) = delete;
  DirectoryLock& operator=(const DirectoryLock&) = delete;

 private:
  explicit DirectoryLock(int fd) : fd_(fd) {}
  int fd_;
};

// Waits until the names of new files in `directory` are on the disk, as far as
// the file system can.
void SyncFolder(const std::string& directory);

}  // namespace couillon::arena
