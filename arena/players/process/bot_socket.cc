// The file has to be a socket, and the process that listens (SO_PEERCRED) one
// of the bot's.

#include "arena/players/process/bot_socket.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "arena/players/process/bot_process.h"

namespace couillon::arena {
namespace {

constexpr char kName[] = "bot";

const char* KindOf(mode_t mode) {
  return S_ISLNK(mode)   ? "a link"
         : S_ISREG(mode) ? "a regular file"
         : S_ISDIR(mode) ? "a folder"
                         : "something else";
}

absl::Status CheckSocket(int folder_fd) {
  struct stat status{};
  if (fstatat(folder_fd, kName, &status, AT_SYMLINK_NOFOLLOW) != 0) {
    return absl::UnavailableError(
        "there is no socket; expected a gRPC server at COUILLON_LISTEN");
  }
  if (S_ISSOCK(status.st_mode)) return absl::OkStatus();
  return absl::PermissionDeniedError(
      absl::StrFormat("there is %s instead of its socket; expected a gRPC "
                      "server at COUILLON_LISTEN",
                      KindOf(status.st_mode)));
}

// The process that called listen(2), as the kernel reports it, has to be a
// living process of the bot.
absl::Status CheckPeer(int fd, BotProcess& process) {
  ucred peer{};
  socklen_t size = sizeof(peer);
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
      process.Owns(peer.pid)) {
    process.SetServer(peer.pid);
    return absl::OkStatus();
  }
  return absl::PermissionDeniedError(
      absl::StrFormat("its socket is served by process %d, which is not one of "
                      "its processes; expected one of them",
                      peer.pid));
}

}  // namespace

absl::StatusOr<int> ConnectToBot(BotProcess& process) {
  if (process.folder_fd() < 0) {
    return absl::UnavailableError("it has no folder for its socket");
  }
  absl::Status status = CheckSocket(process.folder_fd());
  if (!status.ok()) return status;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  // Named by its descriptor, so that the folder cannot be replaced.
  std::snprintf(address.sun_path, sizeof(address.sun_path),
                "/proc/self/fd/%d/%s", process.folder_fd(), kName);
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0 || connect(fd, reinterpret_cast<const sockaddr*>(&address),
                        sizeof(address)) != 0) {
    const int error = errno;
    if (fd >= 0) close(fd);
    return absl::UnavailableError(
        error == EAGAIN || error == ECONNREFUSED
            ? "no process accepts connections at its socket"
            : absl::StrFormat("its socket refuses connections: %s",
                              std::generic_category().message(error)));
  }
  status = CheckPeer(fd, process);
  if (!status.ok()) {
    close(fd);
    return status;
  }
  return fd;
}

void RemoveSocket(const BotProcess& process) {
  unlinkat(process.folder_fd(), kName, 0);
}

}  // namespace couillon::arena
