// Connects and reads the first bytes: HTTP/2, another protocol, or silence.

#include "arena/players/process/start_diagnosis.h"

#include <sys/poll.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "arena/numbers/text/printable.h"

namespace couillon::arena {
namespace {

using SteadyClock = std::chrono::steady_clock;

// The first bytes of every HTTP/2 client: the preface and empty SETTINGS.
constexpr char kHello[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";
constexpr std::size_t kFrameHeaderSize = 9;
constexpr unsigned char kSettings = 4;
constexpr std::size_t kShown = 24;  // bytes of an unexpected beginning
constexpr char kExpected[] = "expected a gRPC server (HTTP/2 without TLS)";

int LeftMs(SteadyClock::time_point until) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
      until - SteadyClock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

// A connection; closed at the end.
class Probe {
 public:
  explicit Probe(int fd) : fd_(fd) {}
  ~Probe() { close(fd_); }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  void Greet() const {
    const ssize_t sent = send(fd_, kHello, sizeof(kHello) - 1, MSG_NOSIGNAL);
    static_cast<void>(sent);  // a failure shows in Receive
  }
  // The bytes received until `until`, at most kShown. Sets `closed` if the
  // server closed the connection.
  std::string Receive(SteadyClock::time_point until, bool& closed) const {
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

}  // namespace

ServerDiagnosis DiagnoseServer(int fd, std::chrono::milliseconds limit) {
  const Probe probe(fd);
  probe.Greet();
  bool closed = false;
  const std::string bytes = probe.Receive(SteadyClock::now() + limit, closed);
  if (IsHttp2(bytes)) return {};
  if (bytes.empty()) {
    const char* const does = closed ? "accepts connections and closes them"
                                    : "accepts connections, but sends nothing";
    return {.problem = absl::StrFormat("its socket %s; %s", does, kExpected),
            .is_silent = !closed};
  }
  return {.problem = absl::StrFormat(
              "its socket speaks %s, it began with \"%s\"; %s",
              absl::StartsWith(bytes, "HTTP/1") ? "HTTP/1" : "something else",
              PrintableLine(bytes), kExpected)};
}

}  // namespace couillon::arena
