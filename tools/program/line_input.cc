#include "tools/program/line_input.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>

namespace couillon::tools {
namespace {

constexpr int kPollMs = 50;  // until `stop` is looked at again
constexpr std::size_t kLongestLine = 4096;

}  // namespace

std::optional<std::string> LineInput::Read() {
  while (!stop_.load()) {
    const std::size_t end = read_.find('\n');
    if (end != std::string::npos || ended_ || read_.size() > kLongestLine) {
      if (read_.empty()) return std::nullopt;
      std::string line = read_.substr(0, end);
      read_.erase(0, end == std::string::npos ? end : end + 1);
      if (line.size() > kLongestLine) line.resize(kLongestLine);
      return line;
    }
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    if (poll(&input, 1, kPollMs) <= 0) continue;
    std::array<char, 1024> buffer{};
    const ssize_t size = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) {
      ended_ = true;
    } else {
      read_.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }
  return std::nullopt;
}

}  // namespace couillon::tools
