// A private folder for the unix sockets of bots, removed when the run ends.
#pragma once

#include <atomic>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "arena/players/system/owner_lock.h"

namespace couillon::arena {

class SocketFolder {
 public:
  // Creates the folder, and removes those of referees that were killed: a
  // folder belongs to whoever locks the file "lock" in it.
  static absl::StatusOr<SocketFolder> Make();
  ~SocketFolder();
  SocketFolder(SocketFolder&& other) noexcept;
  SocketFolder& operator=(SocketFolder&&) = delete;

  // Returns a socket path in a new folder, for the next process of a link of a
  // worker; below 108 bytes, the limit of a socket's path. No two calls return
  // the same path: a server that finds a socket at its path may refuse to
  // listen there. Each path has its own folder, so that a sandbox can show a
  // bot only its own socket. Thread-safe.
  [[nodiscard]] std::string PathFor(int worker, int link) const;

 private:
  SocketFolder(std::string path, OwnerLock lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  std::string path_;  // empty when moved away
  OwnerLock lock_;
  mutable std::atomic<int> paths_ = 0;  // returned so far
};

// The folder of the socket at `socket_path`.
std::string FolderOf(const std::string& socket_path);

// An empty folder beside those of the sockets. Each sandbox mounts its /proc
// there, where no other process sees it.
std::string ProcFolderBeside(const std::string& own_folder);

}  // namespace couillon::arena
