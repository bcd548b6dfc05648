#include "arena/rpc/start_diagnosis.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/printable.h"

namespace couillon::arena {
namespace {

using Clock = std::chrono::steady_clock;

// What each client of HTTP/2 begins with: the preface and empty SETTINGS.
constexpr char kHello[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";
constexpr std::size_t kFrameHeaderSize = 9;
constexpr unsigned char kSettings = 4;
constexpr std::size_t kShown = 24;  // bytes of what came instead
constexpr char kExpected[] = "expected a gRPC server (HTTP/2 without TLS)";

std::string KindOf(mode_t mode) {
  if (S_ISREG(mode)) return "a regular file";
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISLNK(mode)) return "a symbolic link";
  if (S_ISFIFO(mode)) return "a pipe";
  return "a device";
}

int LeftMs(Clock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      until - Clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

// A connection that never blocks; closed at the end.
class Probe {
 public:
  Probe()
      : fd_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)) {}
  ~Probe() {
    if (fd_ >= 0) close(fd_);
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  // 0, or the error of connect.
  [[nodiscard]] int Connect(const std::string& path) const {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
    const auto* const any = reinterpret_cast<const sockaddr*>(&address);
    return connect(fd_, any, sizeof(address)) == 0 ? 0 : errno;
  }
  void Greet() const {
    const ssize_t sent = send(fd_, kHello, sizeof(kHello) - 1, MSG_NOSIGNAL);
    static_cast<void>(sent);  // whoever takes nothing says nothing either
  }
  // What comes until `until`, kShown bytes at most. `closed` if that was all.
  std::string Receive(Clock::time_point until, bool& closed) const {
    std::string bytes;
    while (bytes.size() < kShown) {
      pollfd ready = {.fd = fd_, .events = POLLIN, .revents = 0};
      if (poll(&ready, 1, LeftMs(until)) <= 0) return bytes;
      std::array<char, kShown> buffer;
      const ssize_t size = recv(fd_, buffer.data(), kShown - bytes.size(), 0);
      if (size <= 0) {
        closed = true;
        return bytes;
      }
      bytes.append(buffer.data(), static_cast<std::size_t>(size));
    }
    return bytes;
  }

 private:
  int fd_;
};

bool IsHttp2(const std::string& bytes) {
  return bytes.size() >= kFrameHeaderSize && bytes[0] == 0 &&
         bytes[3] == kSettings;
}

std::string DiagnoseServer(const Probe& probe, Clock::time_point until) {
  probe.Greet();
  bool closed = false;
  const std::string bytes = probe.Receive(until, closed);
  if (IsHttp2(bytes)) return {};
  if (bytes.empty()) {
    return absl::StrFormat("its socket %s; %s",
                           closed ? "takes connections and closes them"
                                  : "can be connected to, but says nothing",
                           kExpected);
  }
  return absl::StrFormat(
      "its socket speaks %s, it began with \"%s\"; %s",
      absl::StartsWith(bytes, "HTTP/1") ? "HTTP/1" : "something else",
      Printable(bytes), kExpected);
}

}  // namespace

std::string DiagnoseStart(const std::string& path,
                          std::chrono::milliseconds limit) {
  struct stat found{};
  if (lstat(path.c_str(), &found) != 0) {
    return absl::StrFormat("nothing is at its socket %s; %s", path, kExpected);
  }
  if (!S_ISSOCK(found.st_mode)) {
    return absl::StrFormat("%s is at %s; expected the socket of a gRPC server",
                           KindOf(found.st_mode), path);
  }
  const Probe probe;
  switch (const int error = probe.Connect(path)) {
    case 0:
      return DiagnoseServer(probe, Clock::now() + limit);
    case EAGAIN:
      return absl::StrFormat(
          "its socket listens, but nobody takes connections; %s", kExpected);
    case ECONNREFUSED:
      return absl::StrFormat("nobody listens at its socket; %s", kExpected);
    default:
      return absl::StrFormat("its socket cannot be called (%s); %s",
                             std::generic_category().message(error), kExpected);
  }
}

}  // namespace couillon::arena
