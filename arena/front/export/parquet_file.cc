// Sends rows over a socket to a program in Python, which writes the columns.

#include "arena/front/export/parquet_file.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <streambuf>
#include <system_error>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/cards/status_macros.h"

namespace couillon::arena {
namespace {

constexpr int kNoPyarrow = 3;            // exit code of the script
constexpr std::size_t kMaxError = 4096;  // bytes of its stderr that are read

std::string ErrorText(int error) {
  return std::generic_category().message(error);
}

// A file descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { Close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  void Reset(int number) {
    Close();
    number_ = number;
  }
  void Close() {
    if (number_ >= 0) close(std::exchange(number_, -1));
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

// Writes to a socket; fails, without a signal, if nobody reads it any more.
class SocketBuffer final : public std::streambuf {
 public:
  explicit SocketBuffer(const Descriptor& socket) : socket_(socket) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
  }

 protected:
  int_type overflow(int_type next) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(next, traits_type::eof())) {
      *pptr() = traits_type::to_char_type(next);
      pbump(1);
    }
    return traits_type::not_eof(next);
  }
  int sync() override {
    for (const char* at = pbase(); at < pptr();) {
      const ssize_t sent =
          send(socket_.number(), at, static_cast<std::size_t>(pptr() - at),
               MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) return -1;
      at += sent;
    }
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return 0;
  }

 private:
  const Descriptor& socket_;
  std::array<char, 1 << 16> buffer_{};
};

std::string InstallHint(const std::string& python) {
  return absl::StrFormat(
      "to install it: %s -m pip install pyarrow; or name another Python with "
      "COUILLON_PYTHON, or use --format csv or jsonl",
      python);
}

class ChildFile final : public ParquetFile {
 public:
  explicit ChildFile(const ParquetRequest& request)
      : request_(request),
        partial_(absl::StrCat(request.path, ".partial-", getpid())) {}
  ~ChildFile() override {
    ours_.Close();  // it removes its file at the end of the rows
    Wait();
    std::error_code error;
    std::filesystem::remove(partial_, error);
  }

  absl::Status Start() {
    RETURN_IF_ERROR(MakeFile());
    RETURN_IF_ERROR(Spawn());
    constexpr char kReady[] = "ready\n";
    std::string said;
    for (char byte = 0; said.size() + 1 < sizeof(kReady);) {
      const ssize_t got = read(ours_.number(), &byte, 1);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      said += byte;
    }
    return said == kReady ? absl::OkStatus() : Failed();
  }

  std::ostream& rows() override { return rows_; }

  absl::Status Finish() override {
    rows_ << "end\n" << std::flush;
    ours_.Close();
    if (!rows_ || Wait() != 0) return Failed();
    std::error_code error;
    std::filesystem::rename(partial_, request_.path, error);
    if (!error) return absl::OkStatus();
    return absl::PermissionDeniedError(absl::StrFormat(
        "--out: %s cannot be written: %s", request_.path, error.message()));
  }

 private:
  // Makes sure that the file can be written, before anything is computed.
  absl::Status MakeFile() const {
    const int file =
        open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file >= 0) {
      close(file);
      return absl::OkStatus();
    }
    return absl::PermissionDeniedError(absl::StrFormat(
        "--out: %s cannot be written: %s", request_.path, ErrorText(errno)));
  }

  absl::Status Spawn() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      return absl::UnavailableError("no socket: " + ErrorText(errno));
    }
    ours_.Reset(ends[0]);
    const Descriptor theirs(ends[1]);
    stderr_.Reset(memfd_create("stderr", MFD_CLOEXEC));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, theirs.number(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, theirs.number(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, stderr_.number(), STDERR_FILENO);
    std::array<std::string, 3> words = {request_.python, request_.script,
                                        partial_};
    std::array<char*, 4> pointers = {words[0].data(), words[1].data(),
                                     words[2].data(), nullptr};
    const int error = posix_spawnp(&child_, pointers[0], &actions, nullptr,
                                   pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error == 0) return absl::OkStatus();
    child_ = 0;
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s cannot be started: %s; Parquet needs Python 3 with pyarrow, %s",
        request_.python, ErrorText(error), InstallHint("python3")));
  }

  // Its exit code, when it has ended; -1 if a signal ended it.
  int Wait() {
    if (child_ == 0) return exit_code_;
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) continue;
    child_ = 0;
    // NOLINTNEXTLINE(misc-include-cleaner): <sys/wait.h> has them
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return exit_code_;
  }

  // Why it has ended.
  absl::Status Failed() {
    ours_.Close();
    const int code = Wait();
    std::string text(kMaxError, '\0');
    const ssize_t got = pread(stderr_.number(), text.data(), text.size(), 0);
    text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    absl::StripTrailingAsciiWhitespace(&text);
    if (code == kNoPyarrow) {
      return absl::FailedPreconditionError(
          absl::StrFormat("%s has no pyarrow, which writes Parquet (%s); %s",
                          request_.python, text, InstallHint(request_.python)));
    }
    return absl::UnavailableError(absl::StrFormat(
        "--out: %s cannot be written: %s %s: %s", request_.path,
        request_.python,
        code < 0 ? "was killed" : absl::StrCat("ended with status ", code),
        text));
  }

  const ParquetRequest request_;
  const std::string partial_;  // the file until it is whole
  Descriptor ours_;            // the standard input and output of the program
  Descriptor stderr_;          // a file in memory
  // NOLINTNEXTLINE(misc-include-cleaner): <sys/types.h> has it
  pid_t child_ = 0;  // 0: none
  int exit_code_ = -1;
  SocketBuffer buffer_{ours_};
  std::ostream rows_{&buffer_};
};

}  // namespace

absl::StatusOr<std::unique_ptr<ParquetFile>> ParquetFile::Create(
    const ParquetRequest& request) {
  auto file = std::make_unique<ChildFile>(request);
  RETURN_IF_ERROR(file->Start());
  return std::unique_ptr<ParquetFile>(std::move(file));
}

}  // namespace couillon::arena
