#include "tools/program/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ios>
#include <system_error>

#include "absl/strings/str_format.h"

namespace couillon::tools {
namespace {

absl::Status CannotWrite(const std::string& path, const std::string& why) {
  return absl::PermissionDeniedError(
      absl::StrFormat("--out: %s cannot be written: %s", path, why));
}

// Whether a rename would replace something that is no file, such as a pipe.
bool IsSpecial(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return std::filesystem::exists(status) &&
         !std::filesystem::is_regular_file(status);
}

using Writer = std::function<absl::Status(std::ostream&)>;

// `path` is the file to open, `name` that of messages.
absl::Status WriteAs(const std::string& path, const std::string& name,
                     const Writer& write) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  if (file) {
    absl::Status status = write(file);
    if (!status.ok() && file) return status;
  }
  file.close();
  if (file) return absl::OkStatus();
  return CannotWrite(name,
                     std::error_code(errno, std::generic_category()).message());
}

}  // namespace

absl::Status WriteWhole(const std::string& path, const std::string& text) {
  return WriteWhole(path, [&text](std::ostream& file) {
    file << text;
    return absl::OkStatus();
  });
}

absl::Status WriteWhole(const std::string& path, const Writer& write) {
  if (IsSpecial(path)) return WriteAs(path, path, write);
  // A link stays, and what it leads to is replaced.
  std::error_code error;
  const std::filesystem::path target =
      std::filesystem::weakly_canonical(path, error);
  const std::string place = error ? path : target.string();
  const std::string fresh = absl::StrFormat("%s.new-%d", place, getpid());
  absl::Status status = WriteAs(fresh, path, write);
  if (status.ok()) {
    std::filesystem::rename(fresh, place, error);
    if (error) status = CannotWrite(path, error.message());
  }
  if (!status.ok()) std::filesystem::remove(fresh, error);
  return status;
}

}  // namespace couillon::tools
