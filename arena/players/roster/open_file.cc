// Regular files only, opened without waiting and read piece by piece.

#include "arena/players/roster/open_file.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "engine/cards/hash_stream.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 18;  // bytes
constexpr int kFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

absl::Status CannotBeRead(const std::string& path, int error) {
  return {absl::ErrnoToStatusCode(error),
          absl::StrFormat("%s: cannot be read: %s", path,
                          std::generic_category().message(error))};
}

absl::Status NotRegular(const std::string& path) {
  return absl::FailedPreconditionError(
      absl::StrFormat("%s: is not a regular file; expected one", path));
}

}  // namespace

absl::StatusOr<OpenFile> OpenFile::Checked(int file, const std::string& path) {
  Descriptor opened(file);
  if (!opened.is_open()) return CannotBeRead(path, errno);
  struct stat status{};
  if (::fstat(opened.number(), &status) != 0) return CannotBeRead(path, errno);
  if (!S_ISREG(status.st_mode)) return NotRegular(path);
  return OpenFile(std::move(opened), status, path);
}

absl::StatusOr<OpenFile> OpenFile::In(const Descriptor& folder,
                                      const std::string& name,
                                      const std::string& path) {
  // Opening a device can already have an effect.
  struct stat status{};
  if (::fstatat(folder.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) !=
      0) {
    return CannotBeRead(path, errno);
  }
  if (!S_ISREG(status.st_mode)) return NotRegular(path);
  return Checked(::openat(folder.number(), name.c_str(), kFlags | O_NOFOLLOW),
                 path);
}

absl::StatusOr<OpenFile> OpenFile::Named(const std::string& path) {
  return Checked(::open(path.c_str(), kFlags), path);
}

absl::Status OpenFile::Read(
    const std::function<absl::Status(std::string_view)>& take) const {
  const auto expected = static_cast<std::size_t>(size());
  // One byte more than expected, so that the end is seen by the same read.
  std::vector<char> piece(std::min(kPiece, expected + 1));
  std::size_t done = 0;
  for (;;) {
    const ssize_t got = ::pread(file_.number(), piece.data(), piece.size(),
                                static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return CannotBeRead(path_, errno);
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
    if (done > expected) break;
    RETURN_IF_ERROR(
        take(std::string_view(piece.data(), static_cast<std::size_t>(got))));
  }
  if (done == expected) return absl::OkStatus();
  return absl::DataLossError(absl::StrFormat(
      "%s: had %d bytes, and another size while it was read; expected a file "
      "that nobody changes meanwhile",
      path_, expected));
}

absl::StatusOr<std::string> OpenFile::Digest() const {
  HashStream hash;
  RETURN_IF_ERROR(Read([&hash](std::string_view piece) {
    hash.Add(piece);
    return absl::OkStatus();
  }));
  return hash.Finish();
}

absl::StatusOr<std::string> DigestFile(const std::string& path) {
  ASSIGN_OR_RETURN(const OpenFile file, OpenFile::Named(path));
  return file.Digest();
}

}  // namespace couillon::arena
