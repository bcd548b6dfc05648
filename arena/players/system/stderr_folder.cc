// File names are made of the bot's name in plain characters; each file has a
// limit.

#include "arena/players/system/stderr_folder.h"

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"

namespace couillon::arena {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kOwnerOnly = 0600;

// No name of a bot leads out of the folder, or to a hidden file.
std::string InFileName(const std::string& name) {
  std::string safe = name;
  for (char& c : safe) {
    const bool plain = absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                       c == '.' || c == '-' || c == '_';
    if (!plain) c = '_';
  }
  if (safe.empty() || safe.front() == '.') safe.insert(0, "_");
  return safe;
}

}  // namespace

absl::StatusOr<std::unique_ptr<StderrFolder>> StderrFolder::Make(
    const std::string& directory, std::int64_t most_bytes) {
  std::error_code error;
  fs::create_directories(directory, error);
  const fs::path path = error ? fs::path() : fs::canonical(directory, error);
  if (!error && !fs::is_directory(path)) {
    error = std::make_error_code(std::errc::not_a_directory);
  }
  if (error) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the folder for stderr, %s: %s; expected one that can be made",
        directory, error.message()));
  }
  return std::unique_ptr<StderrFolder>(
      new StderrFolder(path.string(), most_bytes));
}

int StderrFolder::NewFile(const std::string& name, std::string& file) {
  const std::string safe = InFileName(name);
  const std::lock_guard<std::mutex> lock(mutex_);
  int& last = last_[safe];
  for (;;) {
    const std::string next = absl::StrFormat("%s-%d.txt", safe, ++last);
    const int fd =
        open((fs::path(path_) / next).c_str(),
             O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kOwnerOnly);
    if (fd >= 0) file = next;
    if (fd >= 0 || errno != EEXIST) return fd;
  }
}

StderrFile::~StderrFile() {
  if (fd_ >= 0) close(fd_);
}

void StderrFile::Put(const char* data, std::size_t size) {
  while (size > 0 && !ended_) {
    const ssize_t written = write(fd_, data, size);
    if (written > 0) {
      data += written;
      size -= static_cast<std::size_t>(written);
    } else if (written == 0 || errno != EINTR) {
      ended_ = true;
    }
  }
}

void StderrFile::Write(const char* data, std::size_t size) {
  if (folder_ == nullptr || ended_) return;
  if (fd_ < 0) fd_ = folder_->NewFile(bot_, name_);
  if (fd_ < 0) {
    ended_ = true;
    return;
  }
  const std::int64_t room = folder_->most_bytes() - bytes_;
  const auto kept =
      static_cast<std::size_t>(std::min(room, static_cast<std::int64_t>(size)));
  Put(data, kept);
  bytes_ += static_cast<std::int64_t>(kept);
  if (kept == size) return;
  const std::string cut = absl::StrFormat(
      "\ncouillon: cut here, after %d bytes; the bot wrote more\n", bytes_);
  Put(cut.data(), cut.size());
  ended_ = true;
}

}  // namespace couillon::arena
