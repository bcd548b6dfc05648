// A private folder for the unix sockets of bots, gone when the run ends.
#pragma once

#include <atomic>
#include <string>

#include "absl/status/statusor.h"

namespace couillon::arena {

class SocketFolder {
 public:
  // Makes the folder, and removes those of referees that were killed.
  static absl::StatusOr<SocketFolder> Make();
  ~SocketFolder();
  SocketFolder(SocketFolder&& other) noexcept;
  SocketFolder& operator=(SocketFolder&&) = delete;

  // A socket's path in a fresh folder of its own, for the next process of a
  // link of a worker; short enough for a socket. No two calls return the same:
  // a server that finds a socket at its path may refuse to listen there.
  // Folders of their own, so that a bot can be shown its own socket and no
  // other. May be called by several threads at once.
  [[nodiscard]] std::string PathFor(int worker, int link) const;

 private:
  explicit SocketFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;                    // empty when moved away
  mutable std::atomic<int> paths_ = 0;  // given out
};

// The folder that a socket's path names.
std::string FolderOf(const std::string& socket_path);

}  // namespace couillon::arena
