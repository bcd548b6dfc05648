#include "tests/broken/raw_http2.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace couillon::bots::broken {
namespace {

constexpr std::size_t kPrefaceSize = 24;
constexpr std::size_t kFrameHeaderSize = 9;
constexpr std::size_t kMessagePrefixSize = 5;
constexpr std::int64_t kLargestData = 16384;  // every client must accept it

std::uint32_t ReadBigEndian(const std::string& bytes, std::size_t at,
                            std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

// A length in HPACK: seven bits, or more groups of seven bits if it is larger.
std::string PrefixedLength(std::size_t size) {
  constexpr std::size_t kMask = 0x7f;
  if (size < kMask) return {static_cast<char>(size)};
  std::string bytes(1, static_cast<char>(kMask));
  for (size -= kMask; size > kMask; size >>= 7) {
    bytes += static_cast<char>(0x80 | (size & kMask));
  }
  return bytes + static_cast<char>(size);
}

}  // namespace

std::string BigEndian32(std::uint32_t value) {
  std::string bytes(4, '\0');
  for (char& byte : bytes) {
    byte = static_cast<char>(value >> 24);
    value <<= 8;
  }
  return bytes;
}

std::string Frame(FrameType type, std::uint8_t flags, std::uint32_t stream,
                  const std::string& payload) {
  std::string bytes =
      BigEndian32(static_cast<std::uint32_t>(payload.size())).substr(1);
  bytes += static_cast<char>(type);
  bytes += static_cast<char>(flags);
  return bytes + BigEndian32(stream) + payload;
}

std::string Field(const std::string& name, const std::string& value) {
  return std::string(1, '\0') + PrefixedLength(name.size()) + name +
         PrefixedLength(value.size()) + value;
}

std::string ResponseFields() {
  return Field(":status", "200") + Field("content-type", "application/grpc");
}

std::string Setting(std::uint16_t number, std::uint32_t value) {
  return BigEndian32(number).substr(2) + BigEndian32(value);
}

std::string GrpcMessage(const std::string& payload, std::uint8_t compressed) {
  return std::string(1, static_cast<char>(compressed)) +
         BigEndian32(static_cast<std::uint32_t>(payload.size())) + payload;
}

int ListenAt(const std::string& path) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path.c_str(), sizeof(address.sun_path) - 1);
  unlink(path.c_str());
  if (bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) != 0 ||
      listen(fd, 8) != 0) {
    close(fd);
    return -1;
  }
  return fd;
}

RawConnection::~RawConnection() { close(fd_); }

bool RawConnection::Greet(const std::string& settings) {
  std::string preface;
  return ReadExactly(preface, kPrefaceSize) &&
         Send(Frame(FrameType::kSettings, 0, 0, settings));
}

bool RawConnection::Next(ClientEvent& event) {
  while (events_.empty()) {
    if (!ReadFrame()) return false;
  }
  event = std::move(events_.front());
  events_.pop_front();
  return true;
}

bool RawConnection::Send(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t size =
        send(fd_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (size <= 0) return false;
    done += static_cast<std::size_t>(size);
  }
  return true;
}

bool RawConnection::SendData(std::uint32_t stream, const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const std::int64_t window = std::min(
        {connection_window_, initial_window_ - used_[stream], kLargestData,
         static_cast<std::int64_t>(bytes.size() - done)});
    if (window <= 0) {
      if (!ReadFrame()) return false;
      continue;
    }
    const auto size = static_cast<std::size_t>(window);
    if (!Send(Frame(FrameType::kData, 0, stream, bytes.substr(done, size)))) {
      return false;
    }
    connection_window_ -= window;
    used_[stream] += window;
    done += size;
  }
  return true;
}

bool RawConnection::CloseWindow() {
  gives_window_ = false;
  return Send(
      Frame(FrameType::kSettings, 0, 0, Setting(kInitialWindowSize, 0)));
}

bool RawConnection::ReadExactly(std::string& bytes, std::size_t size) {
  bytes.resize(size);
  for (std::size_t done = 0; done < size;) {
    const ssize_t got = recv(fd_, bytes.data() + done, size - done, 0);
    if (got <= 0) return false;
    done += static_cast<std::size_t>(got);
  }
  return true;
}

bool RawConnection::ReadFrame() {
  std::string header;
  if (!ReadExactly(header, kFrameHeaderSize)) return false;
  std::string payload;
  if (!ReadExactly(payload, ReadBigEndian(header, 0, 3))) return false;
  const auto type = static_cast<FrameType>(header[3]);
  const auto flags = static_cast<std::uint8_t>(header[4]);
  const std::uint32_t stream = ReadBigEndian(header, 5, 4);
  if (type == FrameType::kHeaders) {
    events_.push_back({.stream = stream, .begins = true, .message = {}});
  } else if (type == FrameType::kData) {
    TakeData(stream, payload);
  } else if (type == FrameType::kSettings && (flags & kAck) == 0) {
    TakeSettings(payload);
  } else if (type == FrameType::kPing && (flags & kAck) == 0) {
    Send(Frame(FrameType::kPing, kAck, 0, payload));
  } else if (type == FrameType::kWindowUpdate && payload.size() == 4) {
    (stream == 0 ? connection_window_ : used_[stream]) +=
        (stream == 0 ? 1 : -1) *
        static_cast<std::int64_t>(ReadBigEndian(payload, 0, 4));
  }
  return true;
}

void RawConnection::TakeData(std::uint32_t stream, const std::string& payload) {
  if (gives_window_ && !payload.empty()) {
    const std::string size =
        BigEndian32(static_cast<std::uint32_t>(payload.size()));
    Send(Frame(FrameType::kWindowUpdate, 0, 0, size) +
         Frame(FrameType::kWindowUpdate, 0, stream, size));
  }
  std::string& bytes = received_[stream] += payload;
  while (bytes.size() >= kMessagePrefixSize) {
    const std::size_t size = ReadBigEndian(bytes, 1, 4);
    if (bytes.size() - kMessagePrefixSize < size) return;
    events_.push_back({.stream = stream,
                       .begins = false,
                       .message = bytes.substr(kMessagePrefixSize, size)});
    bytes.erase(0, kMessagePrefixSize + size);
  }
}

void RawConnection::TakeSettings(const std::string& payload) {
  for (std::size_t at = 0; at + 6 <= payload.size(); at += 6) {
    if (ReadBigEndian(payload, at, 2) == kInitialWindowSize) {
      initial_window_ = ReadBigEndian(payload, at + 2, 4);
    }
  }
  Send(Frame(FrameType::kSettings, kAck, 0, {}));
}

}  // namespace couillon::bots::broken
