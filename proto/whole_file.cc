#include "proto/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace couillon {
namespace {

// Bytes asked for at a time of a file whose size is not known, as in /proc.
constexpr std::size_t kLeastRead = 4096;

absl::Status CannotBeRead(const std::string& path, int error) {
  return {absl::ErrnoToStatusCode(error),
          absl::StrFormat("%s: cannot be read: %s", path,
                          std::generic_category().message(error))};
}

// How many bytes are still to come, as far as the system knows.
std::size_t Rest(int fd, std::size_t done) {
  struct stat file{};
  if (fstat(fd, &file) != 0 || file.st_size < 0) return 0;
  const auto size = static_cast<std::size_t>(file.st_size);
  return size > done ? size - done : 0;
}

}  // namespace

absl::StatusOr<std::string> ReadWhole(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return CannotBeRead(path, errno);
  std::string content;
  for (std::size_t done = 0;;) {
    // One more byte than expected, so that the end is seen by the same read.
    content.resize(done + std::max(kLeastRead, Rest(fd, done) + 1));
    const ssize_t size = read(fd, content.data() + done, content.size() - done);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) {
      const int error = errno;
      close(fd);
      content.resize(done);
      if (size < 0) return CannotBeRead(path, error);
      return content;
    }
    done += static_cast<std::size_t>(size);
  }
}

}  // namespace couillon
