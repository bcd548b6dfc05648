// HTTP/2 without a library, for servers that violate it: frames as bytes, and a
// connection that conforms unless the caller sends other bytes. Not
// thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace couillon::bots::broken {

enum class FrameType : std::uint8_t {
  kData = 0,
  kHeaders = 1,
  kResetStream = 3,
  kSettings = 4,
  kPushPromise = 5,
  kPing = 6,
  kGoAway = 7,
  kWindowUpdate = 8,
  kContinuation = 9,
  kUnknown = 0x77,
};

inline constexpr std::uint8_t kEndStream = 0x1;
inline constexpr std::uint8_t kAck = 0x1;
inline constexpr std::uint8_t kEndHeaders = 0x4;
inline constexpr std::uint8_t kPadded = 0x8;
inline constexpr std::uint16_t kInitialWindowSize = 4;  // number of a setting

// `value` in four bytes, big-endian.
std::string BigEndian32(std::uint32_t value);

// One frame. Its length is that of `payload`, even if HTTP/2 forbids it.
std::string Frame(FrameType type, std::uint8_t flags, std::uint32_t stream,
                  const std::string& payload);

// One header field, as a literal without indexing.
std::string Field(const std::string& name, const std::string& value);

// The header fields with which every response of a gRPC server starts.
std::string ResponseFields();

// One setting of a SETTINGS frame.
std::string Setting(std::uint16_t number, std::uint32_t value);

// A message with gRPC's prefix: a flag byte and the length.
std::string GrpcMessage(const std::string& payload,
                        std::uint8_t compressed = 0);

// Returns a socket that listens at `path`; -1 on an error.
int ListenAt(const std::string& path);

// An event from the client: the begin of a stream, or a message on it.
struct ClientEvent {
  std::uint32_t stream = 0;
  bool begins = false;
  std::string message;
};

// The server's side of one connection. It sends SETTINGS, acknowledges the
// client's SETTINGS and PINGs, and restores the window after every DATA frame.
class RawConnection {
 public:
  // Takes ownership of the socket.
  explicit RawConnection(int fd) : fd_(fd) {}
  ~RawConnection();
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;

  // Reads the client's preface and sends `settings`. False if the client is
  // gone.
  bool Greet(const std::string& settings = {});
  // Waits for the next event. False if the client is gone.
  bool Next(ClientEvent& event);
  // Sends bytes as they are. False if the client is gone.
  bool Send(const std::string& bytes);
  // Sends DATA frames within the client's windows; waits while they are full.
  bool SendData(std::uint32_t stream, const std::string& bytes);
  // Sets the window of each stream to 0 and never opens it again.
  bool CloseWindow();

 private:
  bool ReadFrame();
  bool ReadExactly(std::string& bytes, std::size_t size);
  void TakeData(std::uint32_t stream, const std::string& payload);
  void TakeSettings(const std::string& payload);

  int fd_;
  std::deque<ClientEvent> events_;
  std::map<std::uint32_t, std::string> received_;  // incomplete messages
  std::int64_t initial_window_ = 65535;
  std::int64_t connection_window_ = 65535;
  std::map<std::uint32_t, std::int64_t> used_;  // of a stream's window
  bool gives_window_ = true;
};

}  // namespace couillon::bots::broken
