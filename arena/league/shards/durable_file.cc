// A file with a temporary name is synced, then renamed or linked.

#include "arena/league/shards/durable_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <random>
#include <system_error>

#include "absl/strings/str_format.h"
#include "arena/league/store/directory_lock.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

absl::Status FileError(const std::string& path, const char* what) {
  return absl::ResourceExhaustedError(absl::StrFormat(
      "%s: %s: %s", path, what, std::generic_category().message(errno)));
}

bool WriteAll(int fd, const std::string& content) {
  for (std::size_t done = 0; done < content.size();) {
    const ssize_t written =
        write(fd, content.data() + done, content.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

std::string HostName() {
  constexpr std::size_t kMax = 256;
  char name[kMax] = {};
  return gethostname(name, kMax - 1) == 0 ? name : "host";
}

std::string TemporaryName(const std::string& path) {
  static std::atomic<int> count = 0;
  const std::filesystem::path whole(path);
  // Processes of several machines may write in one folder, and of several PID
  // namespaces of one machine: then host and number are the same.
  static const unsigned kChance = std::random_device()();
  return (whole.parent_path() /
          absl::StrFormat(".%s.%s.%d-%08x.%d.new", whole.filename().string(),
                          HostName(), getpid(), kChance, ++count))
      .string();
}

absl::Status WriteDurably(const std::string& path, const std::string& content) {
  const int fd =
      open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return FileError(path, "cannot be opened");
  absl::Status status;
  if (!WriteAll(fd, content)) {
    status = FileError(path, "cannot be written");
  } else if (fsync(fd) != 0) {
    status = FileError(path, "cannot be made durable");
  }
  if (close(fd) != 0 && status.ok()) {
    status = FileError(path, "cannot be written");
  }
  if (!status.ok()) unlink(path.c_str());
  return status;
}

absl::Status SyncFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return FileError(path, "cannot be opened");
  absl::Status status;
  if (fsync(fd) != 0) status = FileError(path, "cannot be made durable");
  close(fd);
  return status;
}

absl::StatusOr<bool> LinkFirst(const std::string& from,
                               const std::string& path) {
  const bool linked = link(from.c_str(), path.c_str()) == 0;
  const int why = errno;
  struct stat file{};
  // NFS repeats a request whose answer was lost, and then finds its own name.
  if (linked || (stat(from.c_str(), &file) == 0 && file.st_nlink > 1)) {
    SyncFolder(std::filesystem::path(path).parent_path().string());
    return true;
  }
  if (why == EEXIST) return false;
  errno = why;
  return FileError(path, "cannot be linked");
}

absl::StatusOr<bool> WriteFirst(const std::string& path,
                                const std::string& content) {
  const std::string fresh = TemporaryName(path);
  RETURN_IF_ERROR(WriteDurably(fresh, content));
  absl::StatusOr<bool> first = LinkFirst(fresh, path);
  unlink(fresh.c_str());
  return first;
}

}  // namespace couillon::arena
