#include "proto/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <mutex>
#include <new>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace couillon {
namespace {

// Bytes asked for at a time of a file whose size is not known, as in /proc.
constexpr std::size_t kMinRead = 4096;

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::mutex g_largest_mutex;

LargestFile& Largest() {
  static LargestFile* const largest = new LargestFile();
  return *largest;
}

absl::Status CannotBeRead(const std::string& path, int error) {
  return {absl::ErrnoToStatusCode(error),
          absl::StrFormat("%s: cannot be read: %s", path,
                          std::generic_category().message(error))};
}

absl::Status TooLarge(const std::string& path, std::size_t size,
                      std::size_t max_bytes) {
  const std::string found =
      size > max_bytes ? absl::StrFormat("%d bytes", size)
                       : absl::StrFormat("more than %d bytes", max_bytes);
  return absl::ResourceExhaustedError(
      absl::StrFormat("%s: is too large: found %s; expected at most %d", path,
                      found, max_bytes));
}

// The size of an open file, as far as the system knows.
std::size_t SizeOf(int fd) {
  struct stat file{};
  if (fstat(fd, &file) != 0 || file.st_size < 0) return 0;
  return static_cast<std::size_t>(file.st_size);
}

// Reads to the end into `content`.
absl::Status ReadOpen(int fd, const std::string& path, std::size_t max_bytes,
                      std::string& content) {
  for (std::size_t done = 0;;) {
    const std::size_t size = SizeOf(fd);
    if (std::max(size, done) > max_bytes) {
      return TooLarge(path, size, max_bytes);
    }
    // The end is looked for in a buffer of its own: one more byte in a large
    // string would copy all of it.
    std::array<char, kMinRead> beyond;
    const bool all = done >= size;
    if (!all) content.resize(size);
    const ssize_t count =
        all ? read(fd, beyond.data(), beyond.size())
            : read(fd, content.data() + done, content.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return CannotBeRead(path, errno);
    if (all) content.append(beyond.data(), static_cast<std::size_t>(count));
    done += static_cast<std::size_t>(count);
    if (count > 0) continue;
    content.resize(done);
    return absl::OkStatus();
  }
}

void Remember(const std::string& path, std::size_t bytes) {
  const std::lock_guard<std::mutex> lock(g_largest_mutex);
  if (bytes >= Largest().bytes) Largest() = {.path = path, .bytes = bytes};
}

}  // namespace

absl::StatusOr<std::string> ReadWhole(const std::string& path,
                                      std::size_t max_bytes) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return CannotBeRead(path, errno);
  const std::size_t size = SizeOf(fd);
  std::string content;
  absl::Status status;
  try {
    status = ReadOpen(fd, path, max_bytes, content);
  } catch (const std::bad_alloc&) {
    content = std::string();
    status = absl::ResourceExhaustedError(absl::StrFormat(
        "%s: its %d bytes are more than there is memory for", path, size));
  }
  close(fd);
  if (!status.ok()) return status;
  Remember(path, content.size());
  return content;
}

std::optional<LargestFile> LargestFileRead() {
  const std::lock_guard<std::mutex> lock(g_largest_mutex);
  if (Largest().path.empty()) return std::nullopt;
  return Largest();
}

}  // namespace couillon
