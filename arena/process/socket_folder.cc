#include "arena/process/socket_folder.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "arena/process/folder_removal.h"

namespace couillon::arena {
namespace {

constexpr char kPrefix[] = "couillon-sockets-";

std::filesystem::path Root() {
  const char* chosen = std::getenv("TMPDIR");
  // A socket's path has to stay below 108 bytes.
  if (chosen != nullptr && *chosen != '\0' && std::strlen(chosen) < 50) {
    return chosen;
  }
  return "/tmp";
}

void SweepLeftovers() {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(Root(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kPrefix)) continue;
    const std::string rest = name.substr(sizeof(kPrefix) - 1);
    int pid = 0;
    if (!absl::SimpleAtoi(rest.substr(0, rest.find('-')), &pid)) continue;
    if (kill(pid, 0) != 0 && errno == ESRCH) {
      RemoveFolder(entry.path().string());
    }
  }
}

}  // namespace

absl::StatusOr<SocketFolder> SocketFolder::Make() {
  SweepLeftovers();
  std::string path =
      (Root() / absl::StrFormat("%s%d-XXXXXX", kPrefix, getpid())).string();
  if (mkdtemp(path.data()) == nullptr) {
    return absl::PermissionDeniedError(
        absl::StrFormat("%s: no folder for sockets: %s", path,
                        std::generic_category().message(errno)));
  }
  return SocketFolder(path);
}

SocketFolder::SocketFolder(SocketFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})), paths_(other.paths_.load()) {}

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
  return own + "/bot";
}

std::string FolderOf(const std::string& socket_path) {
  return socket_path.substr(0, socket_path.rfind('/'));
}

}  // namespace couillon::arena
