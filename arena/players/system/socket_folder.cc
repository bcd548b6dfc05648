// A folder under the temporary one, with the lock of its owner; those of dead
// owners are removed.

#include "arena/players/system/socket_folder.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/players/system/folder_removal.h"

namespace couillon::arena {
namespace {

constexpr char kSocketsPrefix[] = "couillon-sockets-";

// Absolute: a bot works in another directory. A socket's path has to stay below
// 108 bytes.
std::filesystem::path Root() {
  constexpr std::size_t kMaxBytes = 50;
  const char* chosen = std::getenv("TMPDIR");
  if (chosen == nullptr || *chosen == '\0') return "/tmp";
  std::error_code error;
  const std::filesystem::path root = std::filesystem::absolute(chosen, error);
  return error || root.string().size() >= kMaxBytes ? "/tmp" : root;
}

std::string LockOf(const std::string& folder) { return folder + "/lock"; }

// Removes folders whose owner has ended. One without the lock's file is empty:
// its owner was killed at once, or is about to lock it, and makes another then.
void SweepLeftovers() {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(Root(), error)) {
    const std::string path = entry.path().string();
    if (!entry.path().filename().string().starts_with(kSocketsPrefix)) continue;
    if (rmdir(path.c_str()) == 0) continue;
    const OwnerLock lock(LockOf(path), O_RDWR);
    if (lock.state() == OwnerLock::State::kHeld) RemoveFolder(path);
  }
}

}  // namespace

absl::StatusOr<SocketFolder> SocketFolder::Make() {
  SweepLeftovers();
  for (;;) {
    std::string path =
        (Root() / absl::StrFormat("%s%d-XXXXXX", kSocketsPrefix, getpid()))
            .string();
    if (mkdtemp(path.data()) == nullptr) {
      return absl::PermissionDeniedError(
          absl::StrFormat("%s: no folder for sockets: %s; expected TMPDIR, or "
                          "/tmp without it, to be a folder in which this user "
                          "may write",
                          path, std::generic_category().message(errno)));
    }
    OwnerLock lock(LockOf(path), O_RDWR | O_CREAT);
    // Another process that sweeps may have been faster.
    if (lock.state() != OwnerLock::State::kLost) {
      return SocketFolder(path, std::move(lock));
    }
  }
}

SocketFolder::SocketFolder(SocketFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      lock_(std::move(other.lock_)),
      paths_(other.paths_.load()) {}

SocketFolder::~SocketFolder() {
  if (!path_.empty()) RemoveFolder(path_);
}

std::string SocketFolder::PathFor(int worker, int link) const {
  const std::string own =
      absl::StrFormat("%s/w%d-b%d-%d", path_, worker, link, paths_++);
  // Errors are ignored: the bot then cannot listen, which is reported.
  std::error_code error;
  std::filesystem::create_directory(path_, error);
  std::filesystem::create_directory(own, error);
  std::filesystem::create_directory(ProcFolderBeside(own), error);
  return own + "/bot";
}

std::string ProcFolderBeside(const std::string& own_folder) {
  return own_folder.substr(0, own_folder.rfind('/')) + "/proc";
}

std::string FolderOf(const std::string& socket_path) {
  return socket_path.substr(0, socket_path.rfind('/'));
}

}  // namespace couillon::arena
