// Regular files that are read in pieces: a file of any size needs little
// memory, and one that grows while it is read ends.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arena/players/roster/path_walk.h"

namespace couillon::arena {

class OpenFile {
 public:
  // Opens the file `name` in `folder`, following no link; messages call it
  // `path`. The errors say that it cannot be read, or is not a regular file:
  // FIFOs and devices are not waited for.
  static absl::StatusOr<OpenFile> In(const Descriptor& folder,
                                     const std::string& name,
                                     const std::string& path);

  // Opens a file that the user names; links are followed.
  static absl::StatusOr<OpenFile> Named(const std::string& path);

  [[nodiscard]] std::int64_t size() const { return status_.st_size; }  // bytes
  [[nodiscard]] const struct stat& status() const { return status_; }

  // Passes the content to `take`, piece by piece. Returns the first error of
  // `take`; DataLoss if the file is not as long as when it was opened.
  [[nodiscard]] absl::Status Read(
      const std::function<absl::Status(std::string_view)>& take) const;

  // The content's TextHash. The errors are those of Read.
  [[nodiscard]] absl::StatusOr<std::string> Digest() const;

 private:
  OpenFile(Descriptor file, const struct stat& status, std::string path)
      : file_(std::move(file)), status_(status), path_(std::move(path)) {}
  static absl::StatusOr<OpenFile> Checked(int file, const std::string& path);

  Descriptor file_;
  struct stat status_;
  std::string path_;
};

// OpenFile::Named and Digest in one.
absl::StatusOr<std::string> DigestFile(const std::string& path);

}  // namespace couillon::arena
